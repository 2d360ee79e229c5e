import { randomUUID } from 'node:crypto'
import { and, desc, eq, notExists, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { offerUntil } from '#app/features/checkout/rules/offers.ts'
import { findOrder, type Sellables } from '#app/features/orders/store.server.ts'
import { holdOffer } from '#app/features/checkout/store.server.ts'
import {
  countWaitlist,
  endTurns,
  type Waiter,
  listTopicsWithWaiters,
  listWaiters,
} from '#app/features/subscriptions/store/waitlist.server.ts'
import { seatOffers } from '../waitlist-tables.ts'
import { maxStudents } from '../rules.ts'
import { courseSessions, sessionSeats } from '../tables.ts'
import { waitersFor } from './waiting.server.ts'

/** The waitlist's subscription topic. */
export function waitlistTopic(sessionId: string): `course:${string}` {
  return `course:${sessionId}`
}

/** Sessions with waiting people. */
export async function listWaitlistedSessions(db: Db): Promise<string[]> {
  const topics = await listTopicsWithWaiters(db, 'course')
  return topics.map((topic) => topic.slice('course:'.length))
}

/** How many people wait for a seat of a session. */
export function countWaiting(db: Db, sessionId: string): Promise<number> {
  return countWaitlist(db, waitlistTopic(sessionId))
}

/**
 * Offers the open seats of a session to the next people on its waitlist, one each: the seat is held until the offer ends,
 * and an email is queued. Idempotent and safe in several processes. Returns the number of offers.
 */
export async function offerSeats(
  work: UnitOfWork,
  sellables: Sellables,
  sessionId: string,
  timeZone: string,
): Promise<number> {
  const { tx, now } = work
  const [session] = await tx
    .select()
    .from(courseSessions)
    .where(eq(courseSessions.id, sessionId))
    .for('update')
  await endTurns(work, await listOverPositions(tx, sessionId))
  const until = session && !session.canceledAt ? offerUntil(session.cutOffAt, now) : null
  if (!until) return 0
  const free = await tx.$count(
    sessionSeats,
    and(eq(sessionSeats.sessionId, sessionId), eq(sessionSeats.state, 'open')),
  )
  let offered = 0
  for (const person of await listWaiters(tx, waitersFor(sql`${sessionId}::uuid`), free)) {
    if (!(await offerSeat(work, sellables, { sessionId, timeZone, until }, person))) break
    offered++
  }
  return offered
}

export type SeatOffer = typeof seatOffers.$inferSelect

export async function findOffer(db: Db, id: string): Promise<SeatOffer | undefined> {
  const [found] = await db.select().from(seatOffers).where(eq(seatOffers.id, id))
  return found
}

/** The positions of those whose offer is over: no seat is held for them any more, because it was taken or given up. */
async function listOverPositions(tx: Db, sessionId: string): Promise<number[]> {
  const held = tx
    .select()
    .from(sessionSeats)
    .where(and(eq(sessionSeats.orderId, seatOffers.orderId), eq(sessionSeats.state, 'held')))
  const over = await tx
    .select({ position: seatOffers.position })
    .from(seatOffers)
    .where(and(eq(seatOffers.sessionId, sessionId), notExists(held)))
  return over.map(({ position }) => position)
}

async function offerSeat(
  work: UnitOfWork,
  sellables: Sellables,
  { sessionId, timeZone, until }: { sessionId: string; timeZone: string; until: Date },
  { subscriptionId, position, email, name }: Waiter,
): Promise<boolean> {
  const { tx, now, enqueue } = work
  const id = randomUUID()
  await tx.insert(seatOffers).values({
    id,
    sessionId,
    subscriptionId,
    position,
    offeredAt: now,
    endsAt: until,
  })
  const ref = { session: sessionId, zone: timeZone, offer: id }
  const orderId = await holdOffer(work, sellables, {
    key: `offer:${id}`,
    line: {
      kind: 'course_seat',
      ref,
    },
    until,
    buyer: {
      email,
      name,
    },
  })
  if (orderId === undefined) {
    // The last open seat was just taken, so this person keeps their turn.
    await tx.delete(seatOffers).where(eq(seatOffers.id, id))
    return false
  }
  await tx.update(seatOffers).set({ orderId }).where(eq(seatOffers.id, id))
  await enqueue('mail-seat-offer', { offerId: id })
  return true
}

/** What became of an offered seat. */
type SeatOfferState = 'open' | 'taken' | 'ended'

/** Who waits for a seat of a session without having been offered one, and the seats that were offered, the latest first. For the desk. */
export async function listSeatOffers(db: Db, sessionId: string) {
  const offers = await db
    .select()
    .from(seatOffers)
    .where(eq(seatOffers.sessionId, sessionId))
    .orderBy(desc(seatOffers.offeredAt))
  const positions = offers.map(({ position }) => position)
  const shown = offers.slice(0, maxStudents).map(async ({ id, orderId, endsAt }) => {
    const order = orderId ? await findOrder(db, orderId) : undefined
    const state: SeatOfferState = order?.paidAt ? 'taken' : order?.state === 'held' ? 'open' : 'ended'
    // Until it is paid, the draft of its order says whom it was offered to.
    return { id, endsAt, email: order?.buyerEmail ?? order?.draft?.buyerEmail ?? '', state }
  })
  return {
    waiting: await countWaitlist(db, waitlistTopic(sessionId), positions),
    offers: await Promise.all(shown),
  }
}
