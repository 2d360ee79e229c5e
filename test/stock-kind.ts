import type { Db } from '#app/db/db.server.ts'
import { accessory } from '#app/features/accessories/store.server.ts'
import { accessoryHolds } from '#app/features/accessories/tables.ts'
import { patch } from '#app/features/drops/store/patch-sale.server.ts'
import { patches, patchHolds } from '#app/features/drops/tables.ts'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { balances } from '#app/features/reservations/balance-tables.ts'
import { balance } from '#app/features/reservations/store/balance-stock.server.ts'
import { after, minute, day } from '#app/kit/clock.ts'
import fc from 'fast-check'
import { givenDrop } from './shop.ts'
import { givenPieces } from './sound-orders.ts'

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
const otherOrder = 'OTHERORDER'

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

type Counted = { inStock: number; holds: (number | { quantity: number; heldMs: number })[]; quantity: number }

const counted = fc.record({
  inStock: fc.integer({ min: 0, max: 6 }),
  holds: fc.array(
    fc.oneof(
      fc.integer({ min: 1, max: 3 }),
      fc.record({
        quantity: fc.integer({ min: 1, max: 3 }),
        heldMs: fc.constantFrom(-minute, -1, 0, 1, minute),
      }),
    ),
    { maxLength: 3 },
  ),
  quantity: fc.integer({ min: 1, max: 4 }),
})
const oneCounted: Counted = { inStock: 1, holds: [], quantity: 1 }

function holdRow(now: Date, hold: Counted['holds'][number], at: number) {
  const orderId = `${otherOrder}${at}`
  if (typeof hold === 'number') return { orderId, quantity: hold, state: 'sold' as const, heldUntil: null }
  return { orderId, quantity: hold.quantity, state: 'held' as const, heldUntil: after(now, hold.heldMs) }
}

/** Accessories, counted. */
export const accessoryStock: StockKind<Counted> = {
  kind: 'accessory',
  sellable: accessory,
  situations: counted,
  onePiece: oneCounted,
  async arrange(db, now, { inStock, holds, quantity }) {
    await givenPieces(db, inStock)
    for (const [at, hold] of holds.entries())
      await db.insert(accessoryHolds).values({ ...holdRow(now, hold, at), accessoryId: 'piece' })
    return { accessory: 'piece', quantity }
  },
}

/** Patches, counted. */
export const patchStock: StockKind<Counted> = {
  kind: 'patch',
  sellable: patch,
  situations: counted,
  onePiece: oneCounted,
  async arrange(db, now, { inStock, holds, quantity }) {
    const drop = await givenDrop(db)
    const [made] = await db
      .insert(patches)
      .values({ dropId: drop.id, name: 'Patch', price: 3_500, availableQuantity: inStock })
      .returning()
    const patchId = made?.id ?? ''
    for (const [at, hold] of holds.entries())
      await db.insert(patchHolds).values({ ...holdRow(now, hold, at), patchId })
    return { patch: patchId, quantity }
  },
}

/** Balances of reservations. */
export const balanceStock: StockKind<{ at: Piece | 'waived' | 'released'; isKnown: boolean }> = {
  kind: 'balance',
  sellable: balance,
  situations: fc.record({
    at: fc.oneof(piece, fc.constantFrom('waived' as const, 'released' as const)),
    isKnown: fc.boolean(),
  }),
  onePiece: { at: 'open', isKnown: true },
  async arrange(db, now, { at, isKnown }) {
    const ended = at === 'waived' || at === 'released'
    const row = ended ? { state: at, orderId: null, heldUntil: null } : pieceRow(now, at)
    await db.insert(balances).values({
      id: 'BALANCE222',
      reservationId: 'RESERVED22',
      position: 0,
      title: 'Balance',
      detail: 'Test Drop',
      priceCents: 249_900,
      depositCents: 10_000,
      amountCents: 239_900,
      taxCents: 0,
      taxLabel: '',
      taxState: 'TX',
      requestedAt: now,
      requestedBy: 'sam',
      remindFrom: now,
      dueAt: after(now, 14 * day),
      ...row,
      state: row.state === 'taken' ? 'paid' : row.state,
    })
    return { balance: isKnown ? 'BALANCE222' : 'NOSUCHBAL2', reservation: 'RESERVED22', position: 0 }
  },
}
