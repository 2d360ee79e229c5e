// What staff do with dates, courses, places and instructors. Each verb is one transaction with its row in the audit log.
import { recordAudit } from '#app/access/audit.server.ts'
import { makeOnce } from '#app/access/make-once.server.ts'
import { type AuditData, changeOf } from '#app/access/difference.ts'
import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { weeklyMoments } from '#app/features/courses/rules/dates.ts'
import { changeSession } from '#app/features/courses/store/change-session.server.ts'
import { addCourse, changeCourse, type CourseFields } from '#app/features/courses/store/edit-course.server.ts'
import { addSession, cancelSession } from '#app/features/courses/store/manage-sessions.server.ts'
import { removePrice, setPrice } from '#app/features/courses/store/prices.server.ts'
import {
  type InstructorChange,
  type PlaceChange,
  saveInstructor,
  savePlace,
} from '#app/features/courses/store/teaching.server.ts'

/** Who is at the desk: `actor` goes into the audit log. Days and times are those of the shop's clock. */
export type ClassDesk = { ctx: AppContext; actor: string; timeZone: string }
/** The desk with the key of a form that adds something: sent twice, it adds one. */
type AddingDesk = ClassDesk & { formKey: string }

type Done<More extends object = object> = { ok: true; subject?: string; audit: AuditData } & More

/** One verb in one transaction; what it reports is recorded with it. */
function act<More extends object>(
  { ctx, actor }: ClassDesk,
  verb: string,
  subject: string,
  task: (work: UnitOfWork) => Promise<Done<More> | Refusal>,
): Promise<Done<More> | Refusal> {
  return transact(ctx, (work) => perform(work, actor, verb, subject, task))
}

/** The same for a form that adds something: sent again, it adds nothing more and gets the first answer. */
function add<More extends object>(
  { ctx, actor, formKey }: AddingDesk,
  verb: string,
  subject: string,
  typed: unknown,
  task: (work: UnitOfWork) => Promise<Done<More> | Refusal>,
): Promise<Done<More> | Refusal> {
  const form = { key: formKey, typed: [verb, subject, typed] }
  return transact(ctx, (work) => makeOnce(work, form, () => perform(work, actor, verb, subject, task)))
}

async function perform<More extends object>(
  work: UnitOfWork,
  actor: string,
  verb: string,
  subject: string,
  task: (work: UnitOfWork) => Promise<Done<More> | Refusal>,
): Promise<Done<More> | Refusal> {
  const done = await task(work)
  if (done.ok) await recordAudit(work, { actor, verb, subject: done.subject ?? subject, data: done.audit })
  return done
}

/** When and where a class is, as a form says it. `closes`: how many hours before, the roster closes. */
export type DateForm = {
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
export function addDates(
  desk: AddingDesk,
  form: DateForm & { course: string; weeks: number },
  ownPlace?: string,
) {
  const moments = weeklyMoments(desk.timeZone, form, form.weeks)
  if (!moments) return Promise.resolve(refuse('no_such_moment'))
  const { course, place, instructor, capacity, closes } = form
  return add<{ ids: string[] }>(desk, 'add-session', course, form, async (work) => {
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
  })
}

/** The instant of a form, or undefined where the clock skips it. */
export const startOf = (
  { timeZone }: Pick<ClassDesk, 'timeZone'>,
  { day, time }: Pick<DateForm, 'day' | 'time'>,
) => momentIn(timeZone, `${day} ${time}`)

/** Changes a date. Another time or place mails everybody who is booked. */
export function changeDate(desk: ClassDesk, sessionId: string, form: DateForm & { revision: number }) {
  const startsAt = startOf(desk, form)
  if (!startsAt) return Promise.resolve(refuse('no_such_moment'))
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

/** Cancels a date: the shop refunds everybody in full and mails them within minutes. */
export function cancelDate(desk: ClassDesk, sessionId: string) {
  return act(desk, 'cancel-session', sessionId, async (work) => {
    const done = await cancelSession(work, sessionId)
    if (!done.ok) return done
    await work.enqueue('settle-canceled-classes', {})
    return { ok: true, audit: { startsAt: done.startsAt.toISOString() } }
  })
}

/** Adds a course. */
export function createCourse(
  desk: AddingDesk,
  { slug, price, deposit, ...fields }: CourseFields & { slug: string; price: number; deposit: number },
) {
  return add(desk, 'add-course', slug, [fields, price, deposit], async (work) => {
    const done = await addCourse(work, fields, { slug, priceCents: price, depositCents: deposit })
    return done.ok
      ? { ok: true, audit: { name: fields.name, priceCents: price, depositCents: deposit } }
      : done
  })
}

/** Changes a course, if it is still as it was seen. */
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

/** Sets the price of a course, from the beginning of a day on or from now on. */
export function priceCourse(
  desk: AddingDesk,
  slug: string,
  { price, deposit, from }: { price: number; deposit: number; from?: string | undefined },
) {
  const begins = from === undefined ? undefined : momentIn(desk.timeZone, `${from} 00:00`)
  if (from !== undefined && !begins) return Promise.resolve(refuse('no_such_moment'))
  return add(desk, 'price-course', slug, [price, deposit, from], async (work) => {
    const startsAt = begins ?? work.now
    const done = await setPrice(work, slug, { startsAt, priceCents: price, depositCents: deposit })
    const audit = { startsAt: startsAt.toISOString(), priceCents: price, depositCents: deposit }
    return done.ok ? { ok: true, audit } : done
  })
}

/** Takes a price back that has not begun. */
export function unpriceCourse(desk: ClassDesk, slug: string, startsAt: Date) {
  return act(desk, 'unprice-course', slug, async (work) => {
    const done = await removePrice(work, slug, startsAt)
    return done.ok ? { ok: true, audit: { startsAt: startsAt.toISOString() } } : done
  })
}

/** Adds or changes an instructor. */
export function keepInstructor(desk: AddingDesk, change: InstructorChange) {
  return add(desk, 'instructor', change.id ?? 'new', change, async (work) => {
    const done = await saveInstructor(work, change)
    if (!done.ok) return done
    const { name, email = null, licenses, isRetired } = change
    const was = { ...done.before, isRetired: done.before ? done.before.retiredAt !== null : false }
    return { ok: true, subject: done.id, audit: changesOf(was, { name, email, licenses, isRetired }) }
  })
}

/** Adds or changes a place. */
export function keepPlace(desk: AddingDesk, change: PlaceChange) {
  return add(desk, 'training-place', change.id ?? 'new', change, async (work) => {
    const done = await savePlace(work, change)
    if (!done.ok) return done
    const { name, address, isRetired } = change
    const was = { ...done.before, isRetired: done.before ? done.before.retiredAt !== null : false }
    return { ok: true, subject: done.id, audit: changesOf(was, { name, address, isRetired }) }
  })
}

/** What of the fields that a form has changed, for the audit log; a stored record holds more than they. */
function changesOf(before: Record<string, unknown>, after: Record<string, unknown>) {
  const was = Object.fromEntries(Object.keys(after).map((key) => [key, before[key]]))
  return changeOf(was as Parameters<typeof changeOf>[0], after as Parameters<typeof changeOf>[1])
}
