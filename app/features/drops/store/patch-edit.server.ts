import { desc, eq, sql } from 'drizzle-orm'
import { revisedRows } from '#app/catalog/revised-rows.server.ts'
import { enterStock, type NewStockEntry, type StockOnHand } from '#app/catalog/stock.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { hasLeftShop } from '#app/features/orders/store/left-shop.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { drops, patches, patchHolds } from '../tables.ts'

/** Patches as staff edit them. */
export const patchRows = revisedRows(patches, 'id', ['dropId', 'position', 'name'])

/** The drops that a patch may belong to, newest first. */
export function listPatchDrops(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: drops.id, name: drops.name })
    .from(drops)
    .orderBy(desc(drops.dropNumber), desc(drops.id))
}

/** What is there of each patch at `now`: for sale, and on the shelf with what orders hold or bought and was not sent. */
export async function listPatchStock(
  db: Db,
  now: Date,
  id?: string,
): Promise<Map<string, StockOnHand & { stock: number }>> {
  const claimed = sql`(${patchHolds.state} = 'sold' or ${patchHolds.heldUntil} > ${now})`
  const sum = (isIt: ReturnType<typeof sql>) => sql<number>`coalesce((
    select sum(${patchHolds.quantity}) from ${patchHolds}
    where ${patchHolds.patchId} = ${patches.id} and ${isIt}), 0)::int`
  const rows = await db
    .select({
      id: patches.id,
      stock: patches.availableQuantity,
      soldBefore: patches.soldQuantity,
      claimed: sum(claimed),
      waiting: sum(sql`${claimed} and not ${hasLeftShop(patchHolds.orderId, 'patch', patches.id)}`),
    })
    .from(patches)
    .where(id === undefined ? undefined : eq(patches.id, id))
  return new Map(
    rows.map(({ id: key, stock, soldBefore, claimed: gone, waiting }) => {
      const left = Math.max(0, stock - soldBefore - gone)
      return [key, { stock, left, onShelf: left + waiting }]
    }),
  )
}

/** Enters a change of a patch's stock. The row is locked first, as every order that takes some of it does. */
export async function enterPatchStock(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  id: string,
  entry: NewStockEntry,
) {
  const [item] = await tx.select({ id: patches.id }).from(patches).where(eq(patches.id, id)).for('update')
  if (!item) return refuse('no_such_row')
  await tx.execute(sql`select patch_left(${id}::uuid, ${now})`)
  const onHand = (await listPatchStock(tx, now, id)).get(id)
  return onHand ? enterStock({ tx, now }, 'patch', id, entry, onHand) : refuse('no_such_row')
}
