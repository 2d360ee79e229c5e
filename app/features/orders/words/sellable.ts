import type { CheckoutWords } from '../sellable.ts'
import { storedGood } from '../rules/stored-good.ts'
import type { OrderView } from '../store/read.server.ts'
import type { Sellables } from '../store/lines.server.ts'
import type { PaidFor } from './paid-for.ts'

/** The labels of the wizard that led to an order, if any. Orders with several lines came from the cart. */
export function checkoutStepsOf(
  sellables: Sellables,
  { lines }: Pick<OrderView, 'lines'>,
): readonly string[] {
  const [only, ...others] = lines
  return (others.length === 0 && only && sellables[only.kind]?.checkoutSteps) || []
}

export function isDepositLine(
  sellables: Sellables,
  line: Pick<OrderView['lines'][number], 'kind' | 'ref' | 'fulfillment'>,
): boolean {
  if (line.fulfillment === 'ffl_transfer') return true
  const { sellable, ref } = storedGood(sellables, line) ?? {}
  return sellable?.isDeposit?.(ref) ?? false
}

export function paidForOf(sellables: Sellables, order: Pick<OrderView, 'lines' | 'capturedCents'>): PaidFor {
  const { lines, capturedCents } = order
  if (capturedCents === 0) return 'nothing'
  const deposits = lines.filter((line) => isDepositLine(sellables, line)).length
  if (deposits === 0) return 'all'
  if (deposits < lines.length) return 'some'
  return deposits === 1 ? 'deposit' : 'deposits'
}

export function checkoutWordsOf(sellables: Sellables, order: OrderView): CheckoutWords {
  return order.lines.reduce<CheckoutWords>(
    (words, { kind }) => ({ ...words, ...sellables[kind]?.checkoutWords }),
    {},
  )
}
