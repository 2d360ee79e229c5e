import type { Fulfillment } from '../sellable.ts'

/** What a checkout has to ask for, beside how to reach the buyer: it follows from how the lines are delivered. */
export type Needs = {
  /** State of residence, dealer, and that no law speaks against owning it. */
  fflTransfer: boolean
  /** An address and a way of shipping. The total is known only then, so this checkout has two steps. */
  shipping: boolean
  /** What somebody confirms who comes in person. */
  inPerson: boolean
}

/** What an order with these lines needs. */
export function needsOf(lines: readonly { fulfillment: Fulfillment }[]): Needs {
  const has = (fulfillment: Fulfillment) => lines.some((line) => line.fulfillment === fulfillment)
  return { fflTransfer: has('ffl_transfer'), shipping: has('shipping'), inPerson: has('in_person') }
}

/** Every piece of every line, in cents, without tax and shipping. */
export function subtotalOf(lines: readonly { unitCents: number; quantity: number }[]): number {
  return lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
}
