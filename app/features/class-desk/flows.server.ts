import { recordAudit } from '#app/access/audit.server.ts'
import { actAs, type Recorded } from '#app/access/act.server.ts'
import { type AuditData, changeOf } from '#app/access/difference.ts'
import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { seatsTopic, weeklyMoments, type Session } from '#app/features/courses/rules.ts'
import { changeSession, addSession, cancelSession } from '#app/features/courses/store/changes.server.ts'
import {
  addCourse,
  courseRows,
  type CourseFields,
  earnBalance,
  type InstructorChange,
  instructorRows,
  type MarkChange,
  markRoster,
  saveRecord,
} from '#app/features/courses/store/roster.server.ts'
import type { RevisedRows, RowValues } from '#app/catalog/revised-rows.server.ts'
import { sellOnTheSpot } from '#app/features/checkout/received.server.ts'
import { offerSeats } from '#app/features/courses/store/offers.server.ts'
import { openClassBalance } from '#app/features/courses/store/seats.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { changedWords } from '#app/features/staff/action.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { type DayMethod, refusalErrors } from '../courses/roster.ts'

type ClassDesk = { ctx: AppContext; actor: string; timeZone: string }
type AddingDesk = ClassDesk & { formKey: string }

type Done<More extends object = object> = { ok: true; subject?: string; audit: AuditData } & More

/** Performs and audits a change. With a form that adds something: sent again, it adds nothing more and gets the first answer. */
function act<More extends object>(
  desk: ClassDesk & { formKey?: string },
  verb: string,
  subject: string,
  task: (work: UnitOfWork) => Promise<Done<More> | Refusal>,
  typed?: unknown,
) {
  const act = {
    verb,
    subject: (done: Done<More>) => done.subject ?? subject,
    data: ({ audit }: Done<More>) => audit,
    ...(desk.formKey !== undefined && { form: { key: desk.formKey, typed: [verb, subject, typed] } }),
  }
  return actAs<Done<More> | Refusal>(desk.ctx, desk.actor, act, task)
}

/** A refusal beside its field or the form. */
export const classErrors = (why: string): FieldErrors =>
  why === 'changed' ? { form: [changedWords] } : refusalErrors(why)

/** When and where a class is, as a form says it. `closes`: how many hours before, the roster closes. */
type DateForm = {
  day: string
  time: string
  place: string
  instructor?: string | undefined
  capacity: number
  closes: number
}

/** One date, or the same weekday and time in several weeks: all of them or none. */
export async function addDates(
  desk: AddingDesk,
  form: DateForm & { course: string; weeks: number },
): Promise<Recorded<Done<{ ids: string[] }> | Refusal> | Refusal> {
  const moments = weeklyMoments(desk.timeZone, form, form.weeks)
  if (!moments) return refuse('no_such_moment')
  const { course, place, instructor, capacity, closes } = form
  return act<{ ids: string[] }>(
    desk,
    'add-session',
    course,
    async (work) => {
      const ids: string[] = []
      for (const startsAt of moments) {
        const cutOffAt = after(startsAt, -closes * hour)
        const wanted = { course, startsAt, cutOffAt, capacity, place, instructorId: instructor }
        const added = await addSession(work, wanted)
        if (!added.ok) return added
        ids.push(added.id)
      }
      const days = moments.map((moment) => moment.toISOString()).join(' ')
      return { ok: true, ids, audit: { startsAt: days, capacity } }
    },
    form,
  )
}

/** The instant of a form, or undefined where the clock skips it. */
export const startOf = (
  { timeZone }: Pick<ClassDesk, 'timeZone'>,
  { day, time }: Pick<DateForm, 'day' | 'time'>,
) => momentIn(timeZone, `${day} ${time}`)

export async function changeDate(desk: ClassDesk, sessionId: string, form: DateForm & { revision: number }) {
  const startsAt = startOf(desk, form)
  if (!startsAt) return refuse('no_such_moment')
  return act<{ mails: number }>(desk, 'change-session', sessionId, async (work) => {
    const { revision, place, instructor, capacity, closes } = form
    const cutOffAt = after(startsAt, -closes * hour)
    const change = { startsAt, cutOffAt, capacity, place, instructorId: instructor }
    const done = await changeSession(work, sessionId, { ...change, revision, by: desk.actor }, desk.timeZone)
    if (!done.ok) return done
    const { was, mails } = done
    const next = { ...change, instructorId: instructor ?? null }
    return { ok: true, mails, audit: { ...changesOf(was, next), mails } }
  })
}

export function cancelDate(desk: ClassDesk, sessionId: string) {
  return act(desk, 'cancel-session', sessionId, async (work) => {
    const done = await cancelSession(work, sessionId)
    if (!done.ok) return done
    await work.enqueue('settle-canceled-classes', {})
    return { ok: true, audit: { startsAt: done.startsAt.toISOString() } }
  })
}

export function createCourse(desk: AddingDesk, course: CourseFields & { slug: string }) {
  return act(
    desk,
    'add-course',
    course.slug,
    async (work) => {
      const done = await addCourse(work, course)
      if (!done.ok) return done.why === 'key_taken' ? refuse('slug_taken') : done
      work.announce(seatsTopic)
      return { ok: true, audit: changesOf({}, course) }
    },
    course,
  )
}

export const editCourse = (
  desk: ClassDesk,
  slug: string,
  fields: CourseFields & { revision: number; isRetired: boolean },
) => keep(desk, 'change-course', courseRows, { id: slug, ...fields })

export const keepInstructor = (desk: AddingDesk, { email = null, ...change }: InstructorChange) =>
  keep(desk, 'instructor', instructorRows, { email, ...change })

/** Adds or changes a record; only the first of two who change the same revision does. */
function keep(
  desk: ClassDesk & { formKey?: string },
  verb: string,
  rows: RevisedRows,
  change: Parameters<typeof saveRecord>[2],
) {
  const { id, revision: _, ...fields } = change
  return act(
    desk,
    verb,
    id ?? 'new',
    async (work) => {
      const done = await saveRecord(work, rows, change)
      if (!done.ok) return done
      work.announce(seatsTopic)
      const was = { ...done.before, isRetired: Boolean(done.before?.retiredAt) }
      return { ok: true, subject: done.key, audit: changesOf(was, fields) }
    },
    change,
  )
}

function changesOf(before: RowValues, after: RowValues) {
  const was = Object.fromEntries(Object.keys(after).map((key) => [key, before[key]]))
  return changeOf(was as Parameters<typeof changeOf>[0], after as Parameters<typeof changeOf>[1])
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
  const sale = {
    key: `class-balance:${key}`,
    line,
    amountCents: amount,
    buyer: due.buyer,
    method,
    reference,
    by,
  }
  const sold = await sellOnTheSpot(ctx, sellables, sale, (work, paidBy) =>
    recordAudit(work, {
      actor,
      verb: 'class-balance',
      subject: order,
      data: { session: session.id, amountCents: amount, method, order: paidBy },
    }),
  )
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
  return sellOnTheSpot(
    ctx,
    sellables,
    {
      key: `walk-in:${key}`,
      line: { kind: 'course_seat', ref: { session: session.id, zone: timeZone, isWalkIn: true } },
      amountCents: amount,
      buyer: { buyerName: name, buyerEmail: email, buyerPhone: phone },
      method,
      reference,
      by,
    },
    (work, orderId) =>
      recordAudit(work, {
        actor,
        verb: 'walk-in',
        subject: orderId,
        data: { session: session.id, amountCents: amount, method, idSeen: true },
      }),
  )
}
