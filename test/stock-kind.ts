import fc from 'fast-check'
import { after, minute } from '#app/kit/clock.ts'
import type { Db } from '#app/db/db.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'

/**
 * Stock of one kind in every possible situation: `situations` generates them, `arrange` writes one into the
 * database as of `now` and returns a reference to request. In `onePiece` a single open piece is left.
 */
export type StockKind<Situation = never> = {
  kind: SellableKind
  sellable: Sellable
  situations: fc.Arbitrary<Situation>
  onePiece: Situation
  arrange: (db: Db, now: Date, situation: Situation) => Promise<object>
}

/** The order that owns stock that is not open. */
export const otherOrder = 'OTHERORDER'

/** The state of a piece: open, taken, or held by another order until then. */
export const piece = fc.oneof(
  fc.constantFrom('open' as const, 'taken' as const),
  fc.record({ heldMs: fc.constantFrom(-minute, -1, 0, 1, minute) }),
)
/** The same as a value. */
export type Piece = 'open' | 'taken' | { heldMs: number }

/** The columns of a piece in that state at `now`. */
export function pieceRow(now: Date, at: Piece) {
  if (at === 'open') return { state: 'open' as const, orderId: null, heldUntil: null }
  if (at === 'taken') return { state: 'taken' as const, orderId: otherOrder, heldUntil: null }
  return { state: 'held' as const, orderId: otherOrder, heldUntil: after(now, at.heldMs) }
}
