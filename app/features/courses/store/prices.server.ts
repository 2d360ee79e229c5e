import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { seatsTopic } from '../rules.ts'
import { coursePrices, courses } from '../tables.ts'

/**
 * A select of a course's `price_cents` and `deposit_cents` at an instant: those of the latest row that has begun, or else those
 * of the course. `course` is the name of its row in the statement.
 */
export function priceAt(course: SQL, now: SQL): SQL {
  return sql`
    select coalesce(later.price_cents, ${course}.price_cents) as price_cents,
      coalesce(later.deposit_cents, ${course}.deposit_cents) as deposit_cents
    from (select 1) one left join lateral (
      select price_cents, deposit_cents from ${coursePrices}
      where course_id = ${course}.id and starts_at <= ${now} order by starts_at desc limit 1
    ) later on true`
}

/** A price of a course from an instant on. */
export type CoursePrice = Pick<typeof coursePrices.$inferSelect, 'startsAt' | 'priceCents' | 'depositCents'>

/** The later prices of a course, oldest first. */
export function listPrices(db: Db, courseId: string): Promise<CoursePrice[]> {
  const { startsAt, priceCents, depositCents } = coursePrices
  return db
    .select({ startsAt, priceCents, depositCents })
    .from(coursePrices)
    .where(eq(coursePrices.courseId, courseId))
    .orderBy(asc(startsAt))
}

/** Sets the price of a course from an instant on, and replaces one with the same instant. Bookings keep their price. */
export async function setPrice({ tx, now, announce }: UnitOfWork, slug: string, price: CoursePrice) {
  const [course] = await tx.select({ id: courses.id }).from(courses).where(eq(courses.slug, slug))
  if (!course) return refuse('course_not_found')
  const { startsAt, priceCents, depositCents } = price
  if (depositCents < 100) return refuse('deposit_too_low')
  if (priceCents < depositCents) return refuse('price_below_deposit')
  // To the second: the form says "now" in minutes.
  if (startsAt.getTime() < now.getTime() - 120_000) return refuse('price_in_the_past')
  await tx
    .insert(coursePrices)
    .values({ ...price, courseId: course.id })
    .onConflictDoUpdate({
      target: [coursePrices.courseId, coursePrices.startsAt],
      set: { priceCents, depositCents },
    })
  announce(seatsTopic)
  return { ok: true as const }
}

/** Removes a price that has not begun. */
export async function removePrice({ tx, now }: UnitOfWork, slug: string, startsAt: Date) {
  const [course] = await tx.select({ id: courses.id }).from(courses).where(eq(courses.slug, slug))
  if (!course) return refuse('course_not_found')
  const removed = await tx
    .delete(coursePrices)
    .where(
      and(
        eq(coursePrices.courseId, course.id),
        eq(coursePrices.startsAt, startsAt),
        gt(coursePrices.startsAt, now),
      ),
    )
    .returning({ startsAt: coursePrices.startsAt })
  return removed.length > 0 ? { ok: true as const } : refuse('price_begun')
}
