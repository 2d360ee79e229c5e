import { and, asc, eq, max } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { seatsTopic } from '../rules.ts'
import { courses } from '../tables.ts'
import { type CoursePrice, listPrices } from './prices.server.ts'

/** A course as the desk edits it, with its later prices. */
export type EditedCourse = typeof courses.$inferSelect & { prices: CoursePrice[] }

/** Every course, in the order of pages; those that are not taught any more included. */
export async function listEditedCourses(db: Db): Promise<EditedCourse[]> {
  const rows = await db.select().from(courses).orderBy(asc(courses.position))
  return Promise.all(rows.map(async (course) => ({ ...course, prices: await listPrices(db, course.id) })))
}

export async function findEditedCourse(db: Db, slug: string): Promise<EditedCourse | undefined> {
  return (await listEditedCourses(db)).find((course) => course.slug === slug)
}

/** What a form says of a course. */
export type CourseFields = {
  name: string
  summary: string
  hours: number
  minimumAge: number
  liveFireRounds: number
  announcedFor: string | null
  topics: string[]
  bring: string[]
  requirements: string[]
  isRetired: boolean
}

/** Adds a course at the end of the list. Its address is made once and stays. */
export async function addCourse(
  { tx, announce }: UnitOfWork,
  { isRetired: _, ...fields }: CourseFields,
  { slug, priceCents, depositCents }: { slug: string; priceCents: number; depositCents: number },
) {
  if (depositCents < 100) return refuse('deposit_too_low')
  if (priceCents < depositCents) return refuse('price_below_deposit')
  const [last] = await tx.select({ position: max(courses.position) }).from(courses)
  const [added] = await tx
    .insert(courses)
    .values({ ...fields, slug, priceCents, depositCents, position: (last?.position ?? 0) + 1 })
    .onConflictDoNothing({ target: courses.slug })
    .returning({ id: courses.id })
  if (!added) return refuse('slug_taken')
  announce(seatsTopic)
  return { ok: true as const }
}

/** Changes a course. Bookings keep their price and their hours. */
export async function changeCourse(
  { tx, now, announce }: UnitOfWork,
  slug: string,
  revision: number,
  { isRetired, ...fields }: CourseFields,
) {
  const before = await findEditedCourse(tx, slug)
  if (!before) return refuse('course_not_found')
  const [changed] = await tx
    .update(courses)
    .set({ ...fields, retiredAt: isRetired ? (before.retiredAt ?? now) : null, revision: revision + 1 })
    .where(and(eq(courses.slug, slug), eq(courses.revision, revision)))
    .returning({ id: courses.id })
  if (!changed) return refuse('changed')
  announce(seatsTopic)
  return { ok: true as const, before }
}
