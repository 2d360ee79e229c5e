import { eq, sql } from 'drizzle-orm'
import { revisedRows } from '#app/catalog/revised-rows.server.ts'
import { enterStock, type NewStockEntry, type StockOnHand } from '#app/catalog/stock.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { hasLeftShop } from '#app/features/orders/store/left-shop.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { accessories, accessoryCategories, accessoryHolds } from './tables.ts'
import { left } from './store.server.ts'

export const accessoryRows = revisedRows(accessories, 'id')
export const categoryRows = revisedRows(accessoryCategories, 'slug')

export async function listAccessoryStock(
  db: Db,
  now: Date,
  id?: string,
): Promise<Map<string, StockOnHand & { stock: number }>> {
  const waiting = sql<number>`coalesce((
    select sum(${accessoryHolds.quantity}) from ${accessoryHolds}
    where ${accessoryHolds.accessoryId} = ${accessories.id}
      and (${accessoryHolds.state} = 'sold' or ${accessoryHolds.heldUntil} > ${now})
      and not ${hasLeftShop(accessoryHolds.orderId, 'accessory', accessories.id)}), 0)::int`
  const rows = await db
    .select({ id: accessories.id, stock: accessories.stock, left: left(now), waiting })
    .from(accessories)
    .where(id === undefined ? undefined : eq(accessories.id, id))
  return new Map(
    rows.map(({ id: key, stock, left: free, waiting: set }) => [
      key,
      { stock, left: free, onShelf: free + set },
    ]),
  )
}

/** Enters a change of an accessory's stock. The row is locked first, as every order that takes some of it does. */
export async function enterAccessoryStock(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  id: string,
  entry: NewStockEntry,
) {
  // Ends overdue holds and counts after the lock: what was counted before could be sold meanwhile.
  const [item] = await tx
    .select({ id: accessories.id })
    .from(accessories)
    .where(eq(accessories.id, id))
    .for('update')
  if (!item) return refuse('no_such_row')
  await tx.execute(sql`select accessory_left(${id}, ${now})`)
  const onHand = (await listAccessoryStock(tx, now, id)).get(id)
  if (!onHand) return refuse('no_such_row')
  return enterStock({ tx, now }, 'accessory', id, entry, onHand)
}
