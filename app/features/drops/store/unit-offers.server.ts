import { and, eq, exists, ne, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { offerUntil } from '#app/features/checkout/rules/offers.ts'
import { countStock, endOverTurns, type OfferedGood, offerNext } from '#app/features/checkout/store.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { statusAt } from '../rules.ts'
import { drops, dropUnits, dropWaitlists, unitOffers } from '../tables.ts'
import { hasWaitlist, waitersFor } from './waiting.server.ts'

const units: OfferedGood = {
  kind: 'drop_unit',
  offers: unitOffers,
  offersOf: unitOffers.dropId,
  stock: dropUnits,
  stockOf: dropUnits.dropId,
  mail: 'mail-unit-offer',
}

/** The slugs of drops that were sold out until a unit came back, with people on their waitlist. */
export async function listWaitlistDrops(db: Db): Promise<string[]> {
  const rows = await db
    .select({ slug: drops.slug })
    .from(drops)
    .innerJoin(dropWaitlists, eq(dropWaitlists.dropId, drops.id))
    .where(and(ne(drops.status, 'archived'), hasWaitlist(sql`${drops}`)))
  return rows.map(({ slug }) => slug)
}

/**
 * Offers returned units of a drop that was sold out to the next people on its waitlist. Idempotent, and safe to run concurrently.
 * Returns how many units were offered.
 */
export async function offerUnits(work: UnitOfWork, sellables: Sellables, slug: string): Promise<number> {
  const { tx, now } = work
  const [drop] = await tx.select().from(drops).where(eq(drops.slug, slug)).for('update')
  if (!drop) return 0
  await endOverTurns(work, units, drop.id)
  const [open, held] = [
    await countStock(tx, units, drop.id, 'open'),
    await countStock(tx, units, drop.id, 'held'),
  ]
  const isOnSale = statusAt({ ...drop, remaining: open + held }, now) === 'live' && !drop.pausedAt
  const until = offerUntil(drop.endDate, now)
  if (!isOnSale || !until) return 0
  const begun = tx.select().from(dropWaitlists).where(eq(dropWaitlists.dropId, drop.id))
  const waiters = sql`
    select waiter.* from ${drops} lot cross join lateral (${waitersFor(sql.raw('lot'))}) waiter
    where lot.id = ${drop.id} and ${exists(begun)}`
  return offerNext(work, sellables, units, { item: drop.id, until, waiters, ref: { slug, number: null } })
}

/** An offer, with the order that holds its unit. */
export type UnitOffer = typeof unitOffers.$inferSelect

/** An offer by its id, or undefined. */
export async function findUnitOffer(db: Db, id: string): Promise<UnitOffer | undefined> {
  const [found] = await db.select().from(unitOffers).where(eq(unitOffers.id, id))
  return found
}
