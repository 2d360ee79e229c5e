import type { LoaderFunctionArgs } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { consumeAll, type LimitVerdict } from '#app/http/limits.server.ts'

/** The buyer of an order is counted alone, so that nobody else behind the same address uses up their searches. */
export async function limitSearch(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  orderId: string | undefined,
): Promise<LimitVerdict> {
  const { limits } = context.get(shopContext)
  const { address } = context.get(visitContext)
  if (orderId === undefined) return limits.take('dealerSearch', `address ${address}`)
  return consumeAll(limits, [
    ['dealerSearch', `order ${orderId}`],
    ['dealerSearchShared', address],
  ])
}
