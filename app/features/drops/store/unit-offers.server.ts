import { randomUUID } from 'node:crypto'
import { and, eq, ne, notExists, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { offerUntil } from '#app/features/checkout/rules/offers.ts'
import { holdOffer } from '#app/features/checkout/store.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { endTurns, type Waiter, listWaitlist } from '../../subscriptions/store/waitlist.server.ts'
import { dropTopic, statusAt } from '../rules.ts'
import { drops, dropUnits, dropWaitlists, unitOffers } from '../tables.ts'

/** The waitlist for returned units of a drop. */
function waitlistTopic(slug: string): `returned-units:${string}` {
  return `returned-units:${slug}`
}

/** The slugs of drops whose returned units go to the waitlist, or start to because they sold out. */
export async function listWaitlistDrops(db: Db): Promise<string[]> {
  const hasUnitLeft = sql`exists (select from ${dropUnits} where ${dropUnits.dropId} = ${drops.id} and ${dropUnits.state} <> 'taken')`
  const hasWaitlist = sql`exists (select from ${dropWaitlists} where ${dropWaitlists.dropId} = ${drops.id})`
  const rows = await db
    .select({ slug: drops.slug })
    .from(drops)
    .where(and(ne(drops.status, 'archived'), sql`${hasWaitlist} <> (not ${hasUnitLeft})`))
  return rows.map(({ slug }) => slug)
}

/**
 * Offers returned units of a drop to the next people on its waitlist, one each: the unit is held until the offer
 * ends, and the person gets an email. Once a drop sold out, returned units go only to the waitlist until it is empty.
 * Idempotent, and safe to run concurrently. Returns how many units were offered.
 */
export async function offerUnits(work: UnitOfWork, sellables: Sellables, slug: string): Promise<number> {
  const { tx, now, announce } = work
  const [drop] = await tx.select().from(drops).where(eq(drops.slug, slug)).for('update')
  if (!drop) return 0
  await endTurns(work, await listOverPositions(tx, drop.id))
  const count = (state: 'open' | 'held') =>
    tx.$count(dropUnits, and(eq(dropUnits.dropId, drop.id), eq(dropUnits.state, state)))
  const [open, held] = [await count('open'), await count('held')]
  if (open + held === 0) {
    await tx.insert(dropWaitlists).values({ dropId: drop.id, since: now }).onConflictDoNothing()
    return 0
  }
  const hasWaitlist = await tx.$count(dropWaitlists, eq(dropWaitlists.dropId, drop.id))
  const isOnSale = statusAt({ ...drop, remaining: open + held }, now) === 'live' && !drop.pausedAt
  if (!hasWaitlist || open === 0 || !isOnSale) return 0

  const until = offerUntil(drop.endDate, now)
  const waiting = until ? await listWaitersNotOffered(tx, drop, open) : []
  if (!until || waiting.length === 0) {
    await tx.delete(dropWaitlists).where(eq(dropWaitlists.dropId, drop.id))
    announce(dropTopic(slug))
    return 0
  }
  let offered = 0
  for (const person of waiting) {
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

/** The next people on the waitlist who were not offered a unit yet, in order. */
async function listWaitersNotOffered(tx: Db, { id, slug }: DropRow, limit: number): Promise<Waiter[]> {
  const offers = await tx
    .select({ position: unitOffers.position })
    .from(unitOffers)
    .where(eq(unitOffers.dropId, id))
  const offeredPositions = offers.map(({ position }) => position)
  return listWaitlist(tx, waitlistTopic(slug), limit, offeredPositions)
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
