import type { Ending, OrderState, Stage } from '../rules.ts'
import type { SellableKind } from './goods.ts'

export type SetFilter<Value extends string> = { values: readonly Value[]; isNegated: boolean }

/** A span of time: from the first instant, up to but not including the last. */
export type Span = { from?: Date | undefined; until?: Date | undefined }

export const dealerStates = ['none', 'chosen', 'requested', 'accepted', 'declined'] as const
export type DealerState = (typeof dealerStates)[number]

export type OrderFilter = {
  /** The stage of one of its firearms. `review`: the state rules want a person to decide, and nobody has approved. */
  stage?: SetFilter<Stage | Ending | 'review'> | undefined
  buyerState?: SetFilter<string> | undefined
  state?: SetFilter<OrderState> | undefined
  kind?: SetFilter<SellableKind> | undefined
  dealer?: SetFilter<DealerState> | undefined
  isToShip?: boolean | undefined
  placed?: Span | undefined
  paid?: Span | undefined
  words?: string | undefined
}

const orderSorts = ['newest', 'oldest', 'largest', 'smallest'] as const
export type OrderSort = (typeof orderSorts)[number]
