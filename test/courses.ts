// Classes in tests: their seats, and the desk of one that has begun.
import type { Db } from '#app/db/db.server.ts'
import type { ReservationInput } from '#app/features/checkout/input.ts'
import { mark } from '#app/features/class-desk/flows.server.ts'
import { closesAt } from '#app/features/courses/rules.ts'
import type { RosterMark } from '#app/features/courses/roster.ts'
import { findSession } from '#app/features/courses/store/sessions.server.ts'
import { courseSessions, courses, instructors } from '#app/features/courses/tables.ts'
import { after, hour } from '#app/kit/clock.ts'
import { sql } from 'drizzle-orm'
import { shopZone } from './moment.ts'
import type { TestContext } from './db.ts'
import { buyLines, givenPaymentContext, holdLines, ordersOnSale } from './shop.ts'

/** When the class of the tests begins. */
export const startsAt = new Date('2026-12-05T14:00:00Z')

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
  const begins = session.startsAt ?? startsAt
  const [made] = await db
    .insert(courseSessions)
    .values({
      courseId: course.id,
      startsAt: begins,
      endsAt: after(begins, 8 * hour),
      cutOffAt: closesAt(begins),
      ...session,
    })
    .returning({ id: courseSessions.id })
  if (!made) throw new Error('The session was not stored')
  await db.execute(
    sql`insert into session_seats (session_id, number) select ${made.id}::uuid, number from generate_series(1, ${seats}) number`,
  )
  return made.id
}

/** The line of a seat in a class. */
export const seatIn = (session: string) => [
  { kind: 'course_seat' as const, ref: { session, zone: shopZone } },
]
/** A held seat in a session. Returns its order and the secret that opens it. */
export const holdSeat = (ctx: TestContext, session: string) => holdLines(ctx, seatIn(session))
/** The same, paid. */
export const bookSeat = (ctx: TestContext, session: string, form?: Partial<ReservationInput>) =>
  buyLines(ctx, seatIn(session), form)

/** Somebody at the desk. */
export const deskOf = (ctx: TestContext) => ({
  ctx,
  actor: 'M. Sample <m@example.com>',
  timeZone: shopZone,
})

/** Somebody at the range, who takes money. */
export const rosterDeskOf = (ctx: TestContext) => ({
  ...deskOf(ctx),
  ctx: givenPaymentContext(ctx),
  sellables: ordersOnSale,
  by: 'M. Sample',
})

/** The session with its seats. */
export async function sessionOf(ctx: TestContext, id: string) {
  const session = await findSession(ctx.db, id, ctx.now())
  if (!session) throw new Error('The session is gone')
  return session
}

/** Presses a mark of a student. */
export async function press(
  ctx: TestContext,
  session: string,
  orderId: string,
  pressed: RosterMark,
  isSet = true,
) {
  return mark(rosterDeskOf(ctx), await sessionOf(ctx, session), { orderId, mark: pressed, isSet })
}

/** An instructor licensed until the day of the class. */
export async function givenInstructor(
  ctx: TestContext,
  { expiresOn = '2026-12-05', email }: { expiresOn?: string | undefined; email?: string } = {},
) {
  const licenses = [{ name: 'Certified pistol instructor', number: 'P-1', expiresOn }]
  const [made] = await ctx.db.insert(instructors).values({ name: 'I. Sample', email, licenses }).returning()
  if (!made) throw new Error('Not saved')
  return made.id
}

/** A class with live fire that has begun, with an instructor and a student. */
export async function givenClassDay(ctx: TestContext, more: { expiresOn?: string } = {}) {
  const instructorId = await givenInstructor(ctx, more)
  const session = await givenSession(ctx.db, { startsAt, instructorId })
  await ctx.db.update(courses).set({ liveFireRounds: 50 })
  const { orderId } = await bookSeat(ctx, session)
  ctx.setNow(after(startsAt, hour))
  return { session, orderId }
}
