import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { stockChange, type StockedKind, type StockReason } from './rules.ts'
import { stockEntries } from './tables.ts'

export function listStockEntries(db: Db, kind: StockedKind, item: string) {
  const after = sql<number>`(sum(${stockEntries.quantity}) over (order by ${stockEntries.id}))::int`
  return db
    .select({ ...getTableColumns(stockEntries), after: after.as('after') })
    .from(stockEntries)
    .where(and(eq(stockEntries.kind, kind), eq(stockEntries.item, item)))
    .orderBy(desc(stockEntries.id))
    .limit(100)
}

/** A count is the number on the shelf, else what came or went. `seen` is the newest entry they saw, 0 for none; a file has seen none. */
export type NewStockEntry = { reason: StockReason; typed: number; note: string; by: string; seen?: number }

/** Read after the item's row is locked. */
export type StockOnHand = {
  /** Neither held nor bought. */
  left: number
  /** Physically on the shelf: what is left and what orders hold or bought without having been sent. */
  onShelf: number
}

/** The caller has locked the row. Stock never falls below what orders hold or bought. `stock_changed` after another entry: sent twice, a form adds once. */
export async function enterStock(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  kind: StockedKind,
  item: string,
  { reason, typed, note, by, seen }: NewStockEntry,
  { left, onShelf }: StockOnHand,
): Promise<{ ok: true; quantity: number } | Refusal<'below_held' | 'no_change' | 'stock_changed'>> {
  if (seen !== undefined && seen !== (await findNewestEntry(tx, kind, item))) return refuse('stock_changed')
  const quantity = stockChange(reason, typed, onShelf)
  if (quantity === 0 && reason !== 'counted') return refuse('no_change')
  if (left + quantity < 0) return refuse('below_held')
  await tx.insert(stockEntries).values({ kind, item, quantity, reason, note, enteredAt: now, enteredBy: by })
  return { ok: true, quantity }
}

async function findNewestEntry(tx: Db, kind: StockedKind, item: string): Promise<number> {
  const [newest] = await tx
    .select({ id: stockEntries.id })
    .from(stockEntries)
    .where(and(eq(stockEntries.kind, kind), eq(stockEntries.item, item)))
    .orderBy(desc(stockEntries.id))
    .limit(1)
  return newest?.id ?? 0
}
