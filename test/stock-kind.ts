import type fc from 'fast-check'
import type { Db } from '#app/db/db.server.ts'
import type { Sellable, SellableKind } from '#app/features/orders/sellable.ts'

/**
 * Stock of one kind in every situation it can be in: `situations` makes them up, `arrange` writes one into the database as it
 * is at `now`, and answers with what a visitor asks for. In `onePiece` a single piece is left, and it is open.
 */
export type StockKind<Situation = never> = {
  kind: SellableKind
  sellable: Sellable
  situations: fc.Arbitrary<Situation>
  onePiece: Situation
  arrange: (db: Db, now: Date, situation: Situation) => Promise<object>
}

/** The order that holds or took what is not open. */
export const otherOrder = 'OTHERORDER'
