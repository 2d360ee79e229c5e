import type { Fulfillment } from './goods.ts'

export type Needs = {
  fflTransfer: boolean
  /** An address and a shipping method. The total depends on them, so this checkout has two steps. */
  shipping: boolean
  inPerson: boolean
}

export function needsOf(lines: readonly { fulfillment: Fulfillment }[]): Needs {
  const has = (fulfillment: Fulfillment) => lines.some((line) => line.fulfillment === fulfillment)
  return { fflTransfer: has('ffl_transfer'), shipping: has('shipping'), inPerson: has('in_person') }
}

export function subtotalOf(lines: readonly { unitCents: number; quantity: number }[]): number {
  return lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
}
