import type { Ending, OrderState, Stage } from '../rules.ts'
import type { SellableKind } from './goods.ts'

export const dealerStates = ['none', 'chosen', 'requested', 'accepted', 'declined'] as const
export type DealerState = (typeof dealerStates)[number]

/** Each field has the values of which one must hold; a field without values narrows nothing. */
export type OrderFilter = {
  /** The stage of one of its firearms. `review`: the state rules want a person to decide, and nobody has approved. */
  stage?: readonly (Stage | Ending | 'review')[] | undefined
  buyerState?: readonly string[] | undefined
  state?: readonly OrderState[] | undefined
  kind?: readonly SellableKind[] | undefined
  dealer?: readonly DealerState[] | undefined
  isToShip?: boolean | undefined
  /** From the first instant, up to but not including the last. */
  placed?: { from?: Date | undefined; until?: Date | undefined } | undefined
  words?: string | undefined
}
