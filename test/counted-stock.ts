import fc from 'fast-check'
import { accessoryHolds } from '#app/features/accessories/tables.ts'
import { accessory } from '#app/features/accessories/store.server.ts'
import { patch } from '#app/features/drops/store.server.ts'
import { patches, patchHolds } from '#app/features/drops/tables.ts'
import { after, minute } from '#app/kit/clock.ts'
import { givenDrop } from './shop.ts'
import { givenPieces } from './sound-orders.ts'
import { otherOrder, type StockKind } from './stock-kind.ts'

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
