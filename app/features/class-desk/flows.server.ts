import { recordAudit } from '#app/access/audit.server.ts'
import { actAs, type Recorded } from '#app/access/act.server.ts'
import { type AuditData, changeOf } from '#app/access/difference.ts'
import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { weeklyMoments, type Session, maxStudents, maxWeeks } from '#app/features/courses/rules.ts'
import { changeSession, addSession, cancelSession } from '#app/features/courses/store/changes.server.ts'
import {
  addCourse,
  changeCourse,
  type CourseFields,
  type InstructorChange,
  type PlaceChange,
  saveInstructor,
  savePlace,
  earnBalance,
  type MarkChange,
  markRoster,
} from '#app/features/courses/store/roster.server.ts'
import { removePrice, setPrice } from '#app/features/courses/store/sessions.server.ts'
import { sellOnTheSpot } from '#app/features/checkout/flows.server.ts'
import { offerSeats } from '#app/features/courses/store/offers.server.ts'
import { openClassBalance } from '#app/features/courses/store/seats.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { type DayMethod, dayMethods, rosterMarks } from '../courses/roster.ts'
import { z } from 'zod'
import { contactFields, requiredText } from '#app/features/orders/input.ts'
import { formKey } from '#app/kit/form-key.ts'
import { parseDollars } from '#app/kit/money.ts'

/** Who is at the desk: `actor` goes into the audit log. Days and times are those of the shop's clock. */
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

/** When and where a class is, as a form says it. `closes`: how many hours before, the roster closes. */
type DateForm = {
  day: string
  time: string
  place?: string | undefined
  instructor?: string | undefined
  capacity: number
  closes: number
}

/**
 * Adds a date to a course, or the same weekday and time in several weeks: all of them or none. `ownPlace` is where the shop
 * itself is, for a class at no place of the list.
 */
export async function addDates(
  desk: AddingDesk,
  form: DateForm & { course: string; weeks: number },
  ownPlace?: string,
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
        const wanted = {
          course,
          startsAt,
          cutOffAt,
          capacity,
          placeId: place,
          ...(ownPlace !== undefined && { place: ownPlace }),
          instructorId: instructor,
        }
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
    const change = {
      revision,
      startsAt,
      cutOffAt,
      capacity,
      placeId: place,
      instructorId: instructor,
      by: desk.actor,
    }
    const done = await changeSession(work, sessionId, change, desk.timeZone)
    if (!done.ok) return done
    const { was, mails } = done
    const next = {
      startsAt,
      cutOffAt,
      capacity,
      instructorId: instructor ?? null,
      placeId: place ?? was.placeId,
    }
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

export function createCourse(
  desk: AddingDesk,
  { slug, price, deposit, ...fields }: CourseFields & { slug: string; price: number; deposit: number },
) {
  return act(
    desk,
    'add-course',
    slug,
    async (work) => {
      const done = await addCourse(work, fields, { slug, priceCents: price, depositCents: deposit })
      return done.ok
        ? { ok: true, audit: { name: fields.name, priceCents: price, depositCents: deposit } }
        : done
    },
    [fields, price, deposit],
  )
}

export function editCourse(
  desk: ClassDesk,
  slug: string,
  { revision, ...fields }: CourseFields & { revision: number },
) {
  return act(desk, 'change-course', slug, async (work) => {
    const done = await changeCourse(work, slug, revision, fields)
    if (!done.ok) return done
    const was = { ...done.before, isRetired: done.before.retiredAt !== null }
    return { ok: true, audit: changesOf(was, fields) }
  })
}

export async function priceCourse(
  desk: AddingDesk,
  slug: string,
  { price, deposit, from }: { price: number; deposit: number; from?: string | undefined },
) {
  const begins = from === undefined ? undefined : momentIn(desk.timeZone, `${from} 00:00`)
  if (from !== undefined && !begins) return refuse('no_such_moment')
  return act(
    desk,
    'price-course',
    slug,
    async (work) => {
      const startsAt = begins ?? work.now
      const done = await setPrice(work, slug, { startsAt, priceCents: price, depositCents: deposit })
      const audit = { startsAt: startsAt.toISOString(), priceCents: price, depositCents: deposit }
      return done.ok ? { ok: true, audit } : done
    },
    [price, deposit, from],
  )
}

export function unpriceCourse(desk: ClassDesk, slug: string, startsAt: Date) {
  return act(desk, 'unprice-course', slug, async (work) => {
    const done = await removePrice(work, slug, startsAt)
    return done.ok ? { ok: true, audit: { startsAt: startsAt.toISOString() } } : done
  })
}

export function keepInstructor(desk: AddingDesk, change: InstructorChange) {
  return act(
    desk,
    'instructor',
    change.id ?? 'new',
    async (work) => {
      const done = await saveInstructor(work, change)
      if (!done.ok) return done
      const { name, email = null, licenses, isRetired } = change
      const was = { ...done.before, isRetired: done.before ? done.before.retiredAt !== null : false }
      return { ok: true, subject: done.id, audit: changesOf(was, { name, email, licenses, isRetired }) }
    },
    change,
  )
}

export function keepPlace(desk: AddingDesk, change: PlaceChange) {
  return act(
    desk,
    'training-place',
    change.id ?? 'new',
    async (work) => {
      const done = await savePlace(work, change)
      if (!done.ok) return done
      const { name, address, isRetired } = change
      const was = { ...done.before, isRetired: done.before ? done.before.retiredAt !== null : false }
      return { ok: true, subject: done.id, audit: changesOf(was, { name, address, isRetired }) }
    },
    change,
  )
}

/** What of the fields that a form has changed, for the audit log; a stored record holds more than they. */
function changesOf(before: Record<string, unknown>, after: Record<string, unknown>) {
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
  const { orderId, mark: named, isSet, score } = change
  const data = ({ isChanged }: { isChanged: boolean }) =>
    isChanged ? { session: session.id, set: isSet, ...(score !== undefined && { score }) } : null
  return actAs(ctx, actor, { verb: `roster ${named}`, subject: orderId, data }, (work) =>
    markRoster(work, session, change, timeZone),
  )
}

/** `key` is that of the form: pressed twice, it is one payment. */
type Received = { key: string; amount: number; method: DayMethod; reference: string }

/** Records the balance of a student: an order of its own, in the ledger like every payment. Safe to repeat. */
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

/**
 * Sells a free seat to a student who is here, for the whole price. Pressed twice, it sells one. Free seats are first offered to
 * who waits for them; where nobody does, they are sold at once.
 */
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

const whole = (message: string, min: number, max: number) =>
  z.coerce.number(message).int(message).min(min, message).max(max, message)

const dollars = (message: string) =>
  z.string(message).transform((typed, context) => {
    const cents = parseDollars(typed)
    if (cents !== undefined) return cents
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const lines = z
  .string()
  .max(2_000, 'Keep this under 2,000 characters')
  .optional()
  .default('')
  .transform((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )

const isTicked = z
  .string()
  .optional()
  .transform((value) => value === 'yes')

const revision = z.coerce.number().int().positive()
const optionalId = z.union([z.uuid(), z.literal('').transform(() => undefined)]).optional()

const when = {
  day: z.iso.date('Choose a day'),
  time: z.string('Choose a time').regex(/^\d{2}:\d{2}$/, 'Choose a time'),
  place: optionalId,
  instructor: optionalId,
  capacity: whole(`Between 1 and ${maxStudents} seats`, 1, maxStudents),
  closes: whole('Between 0 and 720 hours', 0, 720),
}

export const addDatesInput = z.object({
  ...when,
  key: formKey,
  course: requiredText('Choose a course'),
  weeks: whole(`Between 1 and ${maxWeeks} weeks`, 1, maxWeeks),
})

/** The form that changes a date. `confirm`: the move whose mail to the booked was read, as `moveOf` writes it. */
export const changeDateInput = z.object({ ...when, revision, confirm: z.string().optional() })

export const cancelDateInput = z.object({ day: z.string('Type the day').trim() })

export const marksInput = z.object({
  one: z
    .string()
    .regex(/^[0-9A-Z]{6,20}:[a-zA-Z]+:(set|unset)$/)
    .optional(),
  mark: z.enum(rosterMarks).optional(),
  to: z.enum(['set', 'unset']).optional(),
  score: z
    .union([z.literal('').transform(() => undefined), whole('Between 0 and 2,000 hits', 0, 2_000)])
    .optional(),
})

const received = {
  key: z.string().min(10).max(40),
  amount: z.coerce.number().int().positive(),
  method: z.enum(dayMethods, 'Choose how it was paid'),
  reference: z.string().trim().max(60, 'Keep the number under 60 characters').default(''),
}

export const balanceInput = z.object({
  order: z.string().regex(/^[0-9A-Z]{6,20}$/),
  ...received,
})

export const walkInInput = z.object({
  ...contactFields,
  ...received,
  age: z.literal('yes', 'Look at a government photo ID first'),
})

const courseFields = {
  name: requiredText('Write the name', 3).max(80, 'Keep the name under 80 characters'),
  summary: requiredText('Write one or two sentences', 10).max(400, 'Keep this under 400 characters'),
  hours: whole('Between 1 and 24 hours', 1, 24),
  minimumAge: whole('Between 18 and 99', 18, 99),
  liveFireRounds: whole('Between 0 and 2,000 rounds', 0, 2_000),
  announcedFor: z
    .string()
    .trim()
    .max(20, 'Keep this under 20 characters')
    .default('')
    .transform((text) => text || null),
  topics: lines,
  bring: lines,
  requirements: lines,
  isRetired: isTicked,
}

const prices = {
  price: dollars('Enter the price, such as 150'),
  deposit: dollars('Enter the deposit, such as 75'),
}

export const newCourseInput = z.object({
  ...courseFields,
  ...prices,
  key: formKey,
  slug: z
    .string()
    .trim()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and hyphens, such as basic-pistol')
    .max(60, 'Keep the address under 60 characters'),
})

export const courseInput = z.object({ ...courseFields, revision })

export const priceInput = z.object({
  ...prices,
  key: formKey,
  from: z.union([z.iso.date('Choose a day'), z.literal('').transform(() => undefined)]).optional(),
})

export const priceEndInput = z.object({ remove: z.iso.datetime() })

const known = { key: formKey, id: optionalId, revision: revision.optional() }

/** The form of an instructor: licenses one per line, as `name; number; last day`. */
export const instructorInput = z.object({
  ...known,
  name: requiredText('Write the name as it is printed on certificates', 3).max(
    120,
    'Keep the name under 120 characters',
  ),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(
      z.union([
        z.literal('').transform(() => null),
        z.email('Enter an email address, such as name@example.com.'),
      ]),
    )
    .optional(),
  licenses: lines.transform((rows, context) => {
    const wrong: string[] = []
    const licenses = rows.flatMap((row) => {
      const [name = '', number = '', expiresOn = '', ...more] = row.split(';').map((part) => part.trim())
      if (name && number && more.length === 0 && z.iso.date().safeParse(expiresOn).success)
        return [{ name, number, expiresOn }]
      wrong.push(row)
      return []
    })
    if (wrong.length > 0)
      context.addIssue({
        code: 'custom',
        message: `Write name; number; last day, as in NRA certified pistol instructor; 1234; 2027-05-31. To correct: ${wrong.map((row) => `“${row}”`).join(', ')}.`,
      })
    return licenses
  }),
  isRetired: isTicked,
})

export const placeInput = z.object({
  ...known,
  name: requiredText('Write the name', 2).max(80, 'Keep the name under 80 characters'),
  address: requiredText('Write street, city, state and ZIP code', 8).max(
    160,
    'Keep the address under 160 characters',
  ),
  isRetired: isTicked,
})
