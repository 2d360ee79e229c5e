import { randomUUID } from 'node:crypto'
import { and, eq, exists, ne, notExists, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { offerUntil } from '#app/features/checkout/rules/offers.ts'
import { holdOffer } from '#app/features/checkout/store.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { endTurns, type Waiter, listWaiters } from '../../subscriptions/store/waitlist.server.ts'
import { statusAt } from '../rules.ts'
import { drops, dropUnits, dropWaitlists, unitOffers } from '../tables.ts'
import { hasWaitlist, waitersFor } from './waiting.server.ts'

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
 * Offers returned units of a drop to the next people on its waitlist, one each: the unit is held until the offer
 * ends, and the person gets an email. Idempotent, and safe to run concurrently. Returns how many units were offered.
 */
export async function offerUnits(work: UnitOfWork, sellables: Sellables, slug: string): Promise<number> {
  const { tx, now } = work
  const [drop] = await tx.select().from(drops).where(eq(drops.slug, slug)).for('update')
  if (!drop) return 0
  await endTurns(work, await listOverPositions(tx, drop.id))
  const count = (state: 'open' | 'held') =>
    tx.$count(dropUnits, and(eq(dropUnits.dropId, drop.id), eq(dropUnits.state, state)))
  const [open, held] = [await count('open'), await count('held')]
  const isOnSale = statusAt({ ...drop, remaining: open + held }, now) === 'live' && !drop.pausedAt
  const until = offerUntil(drop.endDate, now)
  if (!isOnSale || !until) return 0
  let offered = 0
  for (const person of await listNextWaiters(tx, drop.id, open)) {
    if (!(await offerUnit(work, sellables, { drop, until }, person))) break
    offered++
  }
  return offered
}

/** An offer, with the order that holds its unit. */
export type UnitOffer = typeof unitOffers.$inferSelect

/** An offer by its id, or undefined. */
export async function findUnitOffer(db: Db, id: string): Promise<UnitOffer | undefined> {
  const [found] = await db.select().from(unitOffers).where(eq(unitOffers.id, id))
  return found
}

type DropRow = typeof drops.$inferSelect

/** The positions of those whose offer is over: no unit is held for them any more, because it was taken or given up. */
async function listOverPositions(tx: Db, dropId: string): Promise<number[]> {
  const held = tx
    .select()
    .from(dropUnits)
    .where(and(eq(dropUnits.orderId, unitOffers.orderId), eq(dropUnits.state, 'held')))
  const over = await tx
    .select({ position: unitOffers.position })
    .from(unitOffers)
    .where(and(eq(unitOffers.dropId, dropId), notExists(held)))
  return over.map(({ position }) => position)
}

/** The next people on the waitlist of a drop that was sold out, in order. */
async function listNextWaiters(tx: Db, dropId: string, max: number): Promise<Waiter[]> {
  const begun = tx.select().from(dropWaitlists).where(eq(dropWaitlists.dropId, dropId))
  const waiters = sql`
    select waiter.* from ${drops} lot cross join lateral (${waitersFor(sql.raw('lot'))}) waiter
    where lot.id = ${dropId} and ${exists(begun)}`
  return listWaiters(tx, waiters, max)
}

async function offerUnit(
  work: UnitOfWork,
  sellables: Sellables,
  { drop, until }: { drop: DropRow; until: Date },
  { subscriptionId, position, email, name }: Waiter,
): Promise<boolean> {
  const { tx, now, enqueue } = work
  const id = randomUUID()
  await tx.insert(unitOffers).values({
    id,
    dropId: drop.id,
    subscriptionId,
    position,
    offeredAt: now,
    endsAt: until,
  })
  const ref = { slug: drop.slug, number: null, offer: id }
  const orderId = await holdOffer(work, sellables, {
    key: `offer:${id}`,
    line: {
      kind: 'drop_unit',
      ref,
    },
    until,
    buyer: {
      email,
      name,
    },
  })
  if (orderId === undefined) {
    // The unit was not available after all: the person stays first in line.
    await tx.delete(unitOffers).where(eq(unitOffers.id, id))
    return false
  }
  await tx.update(unitOffers).set({ orderId }).where(eq(unitOffers.id, id))
  await enqueue('mail-unit-offer', { offerId: id })
  return true
}
