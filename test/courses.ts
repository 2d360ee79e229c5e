import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { transact } from '#app/db/work.server.ts'
import { closesAt } from '#app/features/courses/rules.ts'
import { courseSessions, courses } from '#app/features/courses/tables.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import type { ReservationInput } from '#app/features/checkout/input.ts'
import { startOrder } from '#app/features/checkout/store.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import type { TestContext } from './db.ts'
import { givenPaymentContext, ordersOnSale, reservationForm } from './shop.ts'

type GivenSession = Partial<typeof courseSessions.$inferInsert> & {
  /** How many seats, all open. */
  seats?: number
  /** Sessions with the same slug are of the same course. */
  slug?: string
}

/** A session of the registered course (price $150, deposit $75, eight hours) with its seats open. Returns its id. */
export async function givenSession(db: Db, values: GivenSession = {}): Promise<string> {
  const { seats = 12, slug = 'test-course', ...session } = values
  const [course] = await db
    .insert(courses)
    .values({
      slug,
      name: 'Test Course',
      summary: 'A day on the range.',
      position: 1,
      hours: 8,
      priceCents: 15e3,
      depositCents: 7500,
      topics: ['Safety'],
      bring: ['Photo ID'],
    })
    .onConflictDoUpdate({ target: courses.slug, set: { slug } })
    .returning({ id: courses.id })
  if (!course) throw new Error('The course was not stored')
  const startsAt = session.startsAt ?? new Date('2026-12-05T14:00:00Z')
  const [made] = await db
    .insert(courseSessions)
    .values({
      courseId: course.id,
      startsAt,
      endsAt: after(startsAt, 8 * hour),
      cutOffAt: closesAt(startsAt),
      ...session,
    })
    .returning({ id: courseSessions.id })
  if (!made) throw new Error('The session was not stored')
  await db.execute(
    sql`insert into session_seats (session_id, number) select ${made.id}::uuid, number from generate_series(1, ${seats}) number`,
  )
  return made.id
}

/** A held seat in a session. Returns its order and the secret that opens it. */
export async function holdSeat(
  ctx: TestContext,
  session: string,
): Promise<{ orderId: string; token: string }> {
  const lines = [{ kind: 'course_seat' as const, ref: { session, zone: 'America/New_York' } }]
  const started = await transact(ctx, (work) =>
    startOrder(work, ordersOnSale, { key: crypto.randomUUID(), lines }),
  )
  if (!started.ok) throw new Error(`Not held: ${started.why}`)
  return started
}

/** A paid seat in a session. Returns its order and the secret that opens it. */
export async function bookSeat(
  ctx: TestContext,
  session: string,
  values: Partial<ReservationInput> = {},
): Promise<{ orderId: string; token: string }> {
  const { orderId, token } = await holdSeat(ctx, session)
  const paid = await payOrder(givenPaymentContext(ctx), ordersOnSale, orderId, reservationForm(values))
  if (!paid.ok || !paid.isPaid) throw new Error(`Not paid: ${JSON.stringify(paid)}`)
  return { orderId, token }
}
