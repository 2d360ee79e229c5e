import { and, asc, eq, gt, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { maxPriceCents, type PriceChange, type PricedKind, type PriceRefusal } from './rules.ts'
import { priceChanges } from './tables.ts'

/** The price of an item at a moment, within a statement: `firstCents` is the column with the price it was put up with. */
export function priceAtSql(
  kind: PricedKind,
  item: SQLWrapper,
  firstCents: SQLWrapper,
  now: Date | SQL,
): SQL<number> {
  return sql<number>`price_at(${sql.raw(`'${kind}'`)}, ${item}::text, ${firstCents}, ${now})`
}

export async function listPriceChanges(db: Db, kind: PricedKind): Promise<Map<string, PriceChange[]>> {
  const rows = await db
    .select()
    .from(priceChanges)
    .where(and(eq(priceChanges.kind, kind), isNull(priceChanges.withdrawnAt)))
    .orderBy(asc(priceChanges.startsAt), asc(priceChanges.id))
  return Map.groupBy(rows, ({ item }) => item)
}

/** Without `startsAt` it holds at once. */
export type NewPrice = {
  kind: PricedKind
  item: string
  cents: number
  startsAt: Date | null
  by: string
  minCents: number
}

/** The caller has locked the item's row. */
export async function enterPrice(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  { kind, item, cents, startsAt, by, minCents }: NewPrice,
): Promise<{ ok: true } | Refusal<PriceRefusal>> {
  if (cents < minCents || cents > maxPriceCents) return refuse('price_out_of_range')
  if (startsAt && startsAt <= now) return refuse('starts_in_past')
  await tx
    .insert(priceChanges)
    .values({ kind, item, cents, startsAt: startsAt ?? now, enteredAt: now, enteredBy: by })
  return allowed
}

/** One that has begun is history. */
export async function withdrawPrice(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  { kind, item, id, by }: { kind: PricedKind; item: string; id: number; by: string },
): Promise<{ ok: true; cents: number; startsAt: Date } | Refusal<PriceRefusal>> {
  const [gone] = await tx
    .update(priceChanges)
    .set({ withdrawnAt: now, withdrawnBy: by })
    .where(
      and(
        eq(priceChanges.id, id),
        eq(priceChanges.kind, kind),
        eq(priceChanges.item, item),
        isNull(priceChanges.withdrawnAt),
        gt(priceChanges.startsAt, now),
      ),
    )
    .returning({ cents: priceChanges.cents, startsAt: priceChanges.startsAt })
  return gone ? { ok: true, ...gone } : refuse('price_not_scheduled')
}
