import type { CheckoutWords } from '../sellable.ts'
import type { OrderView, Sellables } from '../store.server.ts'

/** The labels of the wizard that led to an order; none for most. A line that stands beside others came by the cart. */
export function checkoutStepsOf(
  sellables: Sellables,
  { lines }: Pick<OrderView, 'lines'>,
): readonly string[] {
  const [only, ...others] = lines
  return (others.length === 0 && only && sellables[only.kind]?.checkoutSteps) || []
}

/** The words of the features whose lines are in an order, where they have their own. */
export function checkoutWordsOf(sellables: Sellables, order: OrderView): CheckoutWords {
  return order.lines.reduce<CheckoutWords>(
    (words, { kind }) => ({ ...words, ...sellables[kind]?.checkoutWords }),
    {},
  )
}
