import type { Fulfillment } from './goods.ts'

/** What a checkout must ask for besides contact details, by how its lines are fulfilled. */
export type Needs = {
  /** State of residence, dealer, and an attestation that the buyer may own a firearm. */
  fflTransfer: boolean
  /** An address and a shipping method. The total depends on them, so this checkout has two steps. */
  shipping: boolean
  /** What somebody who attends in person confirms. */
  inPerson: boolean
}

/** What a checkout of these lines needs. */
export function needsOf(lines: readonly { fulfillment: Fulfillment }[]): Needs {
  const has = (fulfillment: Fulfillment) => lines.some((line) => line.fulfillment === fulfillment)
  return { fflTransfer: has('ffl_transfer'), shipping: has('shipping'), inPerson: has('in_person') }
}

/** The sum of all lines in cents, without tax and shipping. */
export function subtotalOf(lines: readonly { unitCents: number; quantity: number }[]): number {
  return lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
}
