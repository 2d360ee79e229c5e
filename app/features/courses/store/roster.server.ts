import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { tryParse } from '#app/features/orders/rules/stored-good.ts'
import { findOrder, lockOrder, markDelivered } from '#app/features/orders/store.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Session } from '../rules.ts'
import { alongWith, markColumns, maySet, type RosterMark, type RosterRow } from '../rules/roster.ts'
import { type Booking, listBookings, markBooking } from './bookings.server.ts'
import { findCertificateCode, settleCertificates } from './certificates.server.ts'
import { findPaidBalance } from './class-balance.server.ts'
import { courseSeat } from './seats.server.ts'

/** A session's students. */
export type Roster = {
  session: Session
  /** By seat. */
  rows: RosterRow[]
  /** Seats booked outside this shop, whose students are unknown. */
  unlisted: number
}

export async function loadRoster(db: Db, session: Session): Promise<Roster> {
  const bookings = await listBookings(db, session.id)
  const rows = await Promise.all(bookings.map((booking) => rowOf(db, session.id, booking)))
  const taken = session.seats.filter((seat) => seat === 'taken').length
  return { session, rows, unlisted: Math.max(taken - rows.length, 0) }
}

/** A mark of one student, set or taken back. `score`: hits, with the mark of live fire. */
export type MarkChange = { orderId: string; mark: RosterMark; isSet: boolean; score?: number | undefined }

/**
 * Sets or removes a mark of a student, with what follows from it: a certificate is issued or revoked, and an attended seat is
 * earned. Idempotent: the first time stays.
 */
export async function markRoster(
  work: UnitOfWork,
  session: Pick<Session, 'id' | 'startsAt' | 'canceledAt'>,
  { orderId, mark, isSet, score }: MarkChange,
  zone: string,
) {
  if (session.canceledAt) return refuse('session_canceled')
  // Two phones may mark the same student: one after the other.
  await lockOrder(work, orderId)
  const booking = (await listBookings(work.tx, session.id)).find((one) => one.orderId === orderId)
  if (!booking) return refuse('not_on_roster')
  const column = markColumns[mark]
  const isScored = mark === 'liveFire' && isSet && score !== undefined && score !== booking.liveFireScore
  if ((booking[column] !== null) === isSet && !isScored) return { ok: true as const, isChanged: false }
  if (isSet) {
    const verdict = maySet(mark, booking, session, work.now)
    if (!verdict.ok) return verdict
  }
  await markBooking(work, orderId, {
    ...alongWith(mark, isSet),
    [column]: isSet ? (booking[column] ?? work.now) : null,
    ...(mark === 'liveFire' && isSet && score !== undefined && { liveFireScore: score }),
  })
  await settleCertificates(work, session.id, zone)
  if (isSet && (mark === 'checkedIn' || mark === 'noShow')) await earnSeat(work, orderId)
  return { ok: true as const, isChanged: true }
}

/** The class was attended, or the deposit is forfeited: what was paid for the seat is earned. */
async function earnSeat(work: UnitOfWork, orderId: string) {
  const order = await findOrder(work.tx, orderId)
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  if (line) await markDelivered(work, orderId, line.position)
  const balance = await findPaidBalance(work.tx, orderId)
  if (balance) await markDelivered(work, balance.orderId, 0)
}

/** The balance of a student who is in class was paid: it is earned. */
export async function earnBalance(work: UnitOfWork, sessionId: string, orderId: string): Promise<void> {
  const booking = (await listBookings(work.tx, sessionId)).find((one) => one.orderId === orderId)
  const balance = await findPaidBalance(work.tx, orderId)
  if (booking?.checkedInAt && balance) await markDelivered(work, balance.orderId, 0)
}

async function rowOf(db: Db, sessionId: string, { orderId, seat, ...booking }: Booking): Promise<RosterRow> {
  const order = await findOrder(db, orderId)
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  const { balanceCents = 0, isWalkIn = false } = tryParse(courseSeat.parseRef, line?.ref) ?? {}
  const { checkedInAt, waiverAt, liveFireAt, liveFireScore, noShowAt, isMoveOpen } = booking
  return {
    orderId,
    seat,
    balanceCents,
    isWalkIn,
    checkedInAt,
    waiverAt,
    liveFireAt,
    liveFireScore,
    noShowAt,
    isMoveOpen,
    name: order?.buyerName ?? '',
    email: order?.buyerEmail ?? '',
    phone: order?.buyerPhone ?? '',
    depositCents: line ? line.unitCents * line.quantity - line.refundedCents : 0,
    balancePaid: await findPaidBalance(db, orderId),
    certificate: (await findCertificateCode(db, orderId, sessionId)) ?? null,
  }
}
