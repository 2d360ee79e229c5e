import type { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { recordAudit } from '#app/access/audit.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { type AppContext, transact } from '#app/db/db.server.ts'
import { sellOnTheSpot } from '#app/features/checkout/received.server.ts'
import type { DayMethod } from '#app/features/courses/roster.ts'
import { weeklyMoments, type Session } from '#app/features/courses/rules.ts'
import {
  addSession,
  cancelSession,
  changeSession,
  type Planned,
} from '#app/features/courses/store/changes.server.ts'
import { offerSeats } from '#app/features/courses/store/offers.server.ts'
import { earnBalance, type MarkChange, markRoster } from '#app/features/courses/store/roster.server.ts'
import { openClassBalance } from '#app/features/courses/store/seats.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { changedWords } from '#app/features/staff/action.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { after, hour } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { momentIn } from '#app/kit/dates.ts'
import { refusalWords } from '../courses/roster.ts'
import { type changedDateInput, moveOf, type newDatesInput } from './records.ts'

type ClassDesk = { ctx: AppContext; actor: string; timeZone: string }

const refusedFields: Record<string, string> = {
  course_not_found: 'course',
  instructor_not_found: 'instructor',
  session_in_the_past: 'day',
  no_such_moment: 'time',
  too_many_seats: 'capacity',
  seats_booked: 'capacity',
  closes_too_late: 'closes',
}

/** A refusal beside its field or the form. */
export const classErrors = (why: string): FieldErrors => ({
  [refusedFields[why] ?? 'form']: [why === 'changed' ? changedWords : refusalWords(why)],
})

type ChangeForm = z.output<typeof changedDateInput>

function planOf(
  { place, instructor, capacity, closes }: Pick<ChangeForm, 'place' | 'instructor' | 'capacity' | 'closes'>,
  startsAt: Date,
): Planned {
  return { startsAt, place, capacity, instructorId: instructor, cutOffAt: after(startsAt, -closes * hour) }
}

/**
 * One date, or the same weekday and time in several weeks: all of them or none. `key` is that of the form: sent again, it adds
 * nothing more and gets the first answer.
 */
export async function addDates(
  { ctx, actor, timeZone }: ClassDesk,
  { key, ...typed }: z.output<typeof newDatesInput>,
) {
  const { course, weeks, capacity } = typed
  const moments = weeklyMoments(timeZone, typed, weeks)
  if (!moments) return refuse('no_such_moment')
  const data = { startsAt: moments.map((moment) => moment.toISOString()).join(' '), capacity }
  const act = { verb: 'add-session', subject: course, data, form: { key, typed: [course, typed] } }
  return actAs(ctx, actor, act, async (work) => {
    const ids: string[] = []
    for (const startsAt of moments) {
      const added = await addSession(work, course, planOf(typed, startsAt))
      if (!added.ok) return added
      ids.push(added.id)
    }
    return { ok: true as const, ids }
  })
}

export async function changeDate({ ctx, actor, timeZone }: ClassDesk, sessionId: string, form: ChangeForm) {
  const startsAt = momentIn(timeZone, `${form.day} ${form.time}`)
  if (!startsAt) return refuse('no_such_moment')
  const plan = planOf(form, startsAt)
  const change = { ...plan, revision: form.revision, by: actor, isMoveRead: form.confirm === moveOf(form) }
  const data = ({ was, mails }: { was: Session; mails: number }) => {
    const before = {
      startsAt: was.startsAt,
      place: was.place,
      capacity: was.capacity,
      cutOffAt: was.cutOffAt,
    }
    const { instructorId = null } = plan
    return { ...changeOf({ ...before, instructorId: was.instructorId }, { ...plan, instructorId }), mails }
  }
  return actAs(ctx, actor, { verb: 'change-session', subject: sessionId, data }, (work) =>
    changeSession(work, sessionId, change, timeZone),
  )
}

export function cancelDate({ ctx, actor }: ClassDesk, sessionId: string) {
  const data = ({ startsAt }: { startsAt: Date }) => ({ startsAt: startsAt.toISOString() })
  return actAs(ctx, actor, { verb: 'cancel-session', subject: sessionId, data }, async (work) => {
    const done = await cancelSession(work, sessionId)
    if (done.ok) await work.enqueue('settle-canceled-classes', {})
    return done
  })
}

/** The instructor at the range: `by` goes into the order's history, `actor` into the audit log. */
type RosterDesk = {
  ctx: PaymentContext
  sellables: Sellables
  timeZone: string
  actor: string
  by: string
}

/** Sets or removes one mark. An unchanged mark is not recorded again. */
export function mark({ ctx, actor, timeZone }: RosterDesk, session: Session, change: MarkChange) {
  const { orderId, mark: named, isSet } = change
  const data = ({ isChanged }: { isChanged: boolean }) =>
    isChanged ? { session: session.id, set: isSet } : null
  return actAs(ctx, actor, { verb: `roster ${named}`, subject: orderId, data }, (work) =>
    markRoster(work, session, change, timeZone),
  )
}

/** `key` is that of the form: pressed twice, it is one payment. */
type Received = { key: string; amount: number; method: DayMethod; reference: string }

export async function takeBalance(
  { ctx, sellables, actor, by }: RosterDesk,
  session: Session,
  { key, order, amount, method, reference }: Received & { order: string },
): Promise<{ ok: true; orderId: string } | Refusal> {
  if (session.canceledAt) return refuse('session_canceled')
  const due = await transact(ctx, (work) => openClassBalance(work, session.id, order))
  if (!due.ok) return due
  const line = { kind: 'class_balance' as const, ref: { seat: order } }
  const paid = { amountCents: amount, method, reference, buyer: due.buyer, by }
  const sale = { key: `class-balance:${key}`, line, ...paid }
  const sold = await sellOnTheSpot(ctx, sellables, sale, (work, paidBy) => {
    const data = { session: session.id, amountCents: amount, method, order: paidBy }
    return recordAudit(work, { actor, verb: 'class-balance', subject: order, data })
  })
  if (sold.ok) await transact(ctx, (work) => earnBalance(work, session.id, order))
  return sold
}

type WalkIn = Received & { name: string; email: string; phone: string | null }

/** For the whole price, once. Free seats are first offered to who waits for them; where nobody does, they are sold at once. */
export async function sellWalkIn(
  { ctx, sellables, timeZone, actor, by }: RosterDesk,
  session: Session,
  { key, name, email, phone, amount, method, reference }: WalkIn,
) {
  await transact(ctx, (work) => offerSeats(work, sellables, session.id, timeZone))
  const line = { kind: 'course_seat' as const, ref: { session: session.id, zone: timeZone, isWalkIn: true } }
  const buyer = { buyerName: name, buyerEmail: email, buyerPhone: phone }
  const sale = { key: `walk-in:${key}`, line, amountCents: amount, buyer, method, reference, by }
  return sellOnTheSpot(ctx, sellables, sale, (work, orderId) => {
    const data = { session: session.id, amountCents: amount, method, idSeen: true }
    return recordAudit(work, { actor, verb: 'walk-in', subject: orderId, data })
  })
}
