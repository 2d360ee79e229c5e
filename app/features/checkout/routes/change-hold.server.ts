import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { tooMany } from '#app/http/refused.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { type Sellables, sellablesContext } from '#app/features/orders/store/lines.server.ts'

type Change = (work: UnitOfWork, sellables: Sellables, orderId: string) => Promise<unknown>
type Prepared = Change | { problem: string }
type RequestArgs = Pick<LoaderFunctionArgs, 'context' | 'params' | 'request'>

/**
 * Changes the visitor's own held order and redirects to the checkout, which shows the result at `part`. Too many changes return
 * a 429. `prepare` reads what the change needs, before the transaction and only for the visitor's own order. An
 * unclear form returns a 422.
 */
export async function changeHold(args: RequestArgs, prepare: (shop: Shop) => Promise<Prepared>, part = '') {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const change = await prepare(shop)
  if ('problem' in change) return data({ refusal: change.problem }, { status: 422 })
  await transact(shop, (work) => change(work, args.context.get(sellablesContext), order.id))
  return redirect(`/checkout/${order.id}${part}`, 303)
}
