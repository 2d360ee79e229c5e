import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Session } from '../rules.ts'
import { isRosterOpen, type RosterMark, type RosterRow } from '../rules/roster.ts'
import { rosterLinks } from '../tables.ts'
import { type Booking, listBookings, markBooking } from './bookings.server.ts'
import { findSession } from './sessions.server.ts'

/** A session's students. */
export type Roster = {
  session: Session
  /** By seat. */
  rows: RosterRow[]
  /** Seats booked outside this shop, whose students are unknown. */
  unlisted: number
}

/** Creates a private link to a roster and returns its secret, which is not stored. */
export async function makeRosterLink({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>, sessionId: string) {
  const token = secretToken()
  await tx.insert(rosterLinks).values({ tokenHash: hashSecret(token), sessionId, createdAt: now })
  return token
}

/** Revokes all private links to a roster. Returns how many. */
export async function revokeRosterLinks({ tx, now }: UnitOfWork, sessionId: string): Promise<number> {
  const revoked = await tx
    .update(rosterLinks)
    .set({ revokedAt: now })
    .where(and(eq(rosterLinks.sessionId, sessionId), isNull(rosterLinks.revokedAt)))
    .returning({ sessionId: rosterLinks.sessionId })
  return revoked.length
}

/** The session whose roster this secret opens, or undefined for a wrong, revoked or expired one. */
export async function findOpenSession(
  db: Db,
  sessionId: string,
  token: string,
  now: Date,
): Promise<Session | undefined> {
  const session = await findSession(db, sessionId, now)
  if (!session || !isRosterOpen(session, now)) return undefined
  const [link] = await db
    .select({ sessionId: rosterLinks.sessionId })
    .from(rosterLinks)
    .where(
      and(
        eq(rosterLinks.tokenHash, hashSecret(token)),
        eq(rosterLinks.sessionId, sessionId),
        isNull(rosterLinks.revokedAt),
      ),
    )
  return link && session
}

export async function loadRoster(db: Db, session: Session): Promise<Roster> {
  const bookings = await listBookings(db, session.id)
  const rows = await Promise.all(bookings.map((booking) => rowOf(db, booking)))
  const taken = session.seats.filter((seat) => seat === 'taken').length
  return { session, rows, unlisted: Math.max(taken - rows.length, 0) }
}

/** Sets or removes a mark of a student. Idempotent: the first time stays. */
export async function markRoster(
  work: UnitOfWork,
  {
    sessionId,
    orderId,
    mark,
    isSet,
  }: { sessionId: string; orderId: string; mark: RosterMark; isSet: boolean },
) {
  const bookings = await listBookings(work.tx, sessionId)
  const booking = bookings.find((one) => one.orderId === orderId)
  if (!booking) return refuse('not_on_roster')
  const column = mark === 'checkedIn' ? 'checkedInAt' : 'balancePaidAt'
  if ((booking[column] !== null) === isSet) return { ok: true as const, isChanged: false }
  await markBooking(work, orderId, { [column]: isSet ? work.now : null })
  return { ok: true as const, isChanged: true }
}

async function rowOf(db: Db, { orderId, seat, checkedInAt, balancePaidAt }: Booking): Promise<RosterRow> {
  const order = await findOrder(db, orderId)
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  const { balanceCents = 0 } = (line?.ref ?? {}) as { balanceCents?: number }
  return {
    orderId,
    seat,
    balanceCents,
    checkedInAt,
    balancePaidAt,
    name: order?.buyerName ?? '',
    email: order?.buyerEmail ?? '',
    depositCents: line ? line.unitCents * line.quantity - line.refundedCents : 0,
  }
}
