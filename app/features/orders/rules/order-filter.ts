import type { Ending, OrderState, Stage } from '../rules.ts'
import type { SellableKind } from './goods.ts'

/** Some of the values of a field, or all but these. */
export type SetFilter<Value extends string> = { values: readonly Value[]; isNegated: boolean }

/** A span of time: from the first instant, up to but not including the last. */
export type Span = { from?: Date | undefined; until?: Date | undefined }

/** The state of an order's dealer; `none`: no dealer is chosen. */
export const dealerStates = ['none', 'chosen', 'requested', 'accepted', 'declined'] as const
export type DealerState = (typeof dealerStates)[number]

/** Which orders a list shows. Every field that is given must hold. */
export type OrderFilter = {
  /** The stage of one of its firearms. `review`: the state rules want a person to decide, and nobody has approved. */
  stage?: SetFilter<Stage | Ending | 'review'> | undefined
  buyerState?: SetFilter<string> | undefined
  state?: SetFilter<OrderState> | undefined
  /** What one of its lines is. */
  kind?: SetFilter<SellableKind> | undefined
  dealer?: SetFilter<DealerState> | undefined
  /** Paid goods that no parcel has taken yet. */
  isToShip?: boolean | undefined
  placed?: Span | undefined
  paid?: Span | undefined
  /** Words of code, buyer and goods: see `searchWords`. */
  words?: string | undefined
}

const orderSorts = ['newest', 'oldest', 'largest', 'smallest'] as const
/** The order of a list: by when it was placed, or by its total. */
export type OrderSort = (typeof orderSorts)[number]
