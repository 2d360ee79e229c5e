import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { offerUntil, minOfferMs } from '#app/features/checkout/rules.ts'
import { endOverTurns, type OfferedGood, offerNext } from '#app/features/checkout/offers.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import {
  countWaitlist,
  listTopicsWithWaiters,
  waitersOn,
} from '#app/features/subscriptions/store/links.server.ts'
import { seatOffers, courseSessions, sessionSeats } from '../tables.ts'
import { buyerEmailOf } from '#app/features/orders/store/buyer.server.ts'

const seats: OfferedGood = {
  kind: 'course_seat',
  offers: seatOffers,
  offersOf: seatOffers.sessionId,
  stock: sessionSeats,
  stockOf: sessionSeats.sessionId,
  mail: 'mail-seat-offer',
}

export function waitlistTopic(sessionId: string): `course:${string}` {
  return `course:${sessionId}`
}

export async function listWaitlistedSessions(db: Db): Promise<string[]> {
  const topics = await listTopicsWithWaiters(db, 'course')
  return topics.map((topic) => topic.slice('course:'.length))
}

/** Who waits and was not asked yet. */
export async function countWaiting(db: Db, sessionId: string): Promise<number> {
  const asked = await db
    .select({ position: seatOffers.position })
    .from(seatOffers)
    .where(eq(seatOffers.sessionId, sessionId))
  return countWaitlist(
    db,
    waitlistTopic(sessionId),
    asked.map(({ position }) => position),
  )
}

/** Idempotent and safe in several processes. Returns the number of offers. */
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
  await endOverTurns(work, seats, sessionId)
  const until = session && !session.canceledAt ? offerUntil(session.cutOffAt, now) : null
  if (!until) return 0
  return offerNext(work, sellables, seats, {
    item: sessionId,
    until,
    waiters: waitersFor(sql`${sessionId}::uuid`),
    ref: { session: sessionId, zone: timeZone },
  })
}

function waitersFor(session: SQL): SQL {
  return sql`
    select waiter.* from (${waitersOn(sql`'course:' || ${session}`)}) waiter
    where not exists (select from ${seatOffers} made where made.session_id = ${session} and made.position = waiter.position)
      and not exists (select from ${sessionSeats} booked where booked.session_id = ${session}
        and booked.state = 'taken' and ${buyerEmailOf(sql`booked.order_id`)} = waiter.email)`
}

/** Somebody waits, and there is time for an offer. Read, not stored: it holds from the commit that frees a seat or confirms a place. */
export function isWaitedFor(session: SQL, now: SQL): SQL {
  return sql`(${session}.cut_off_at - ${minOffer} >= ${now} and exists (${waitersFor(sql`${session}.id`)}))`
}

const minOffer = sql.raw(`interval '${minOfferMs / 1_000} seconds'`)
