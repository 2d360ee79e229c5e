// A class desk in tests: the signed-in member, and a class that has begun.
import type { RosterMark } from '#app/features/courses/rules/roster.ts'
import { findSession } from '#app/features/courses/store.server.ts'
import { courses } from '#app/features/courses/tables.ts'
import { keepInstructor } from '#app/features/class-desk/flows.server.ts'
import { mark } from '#app/features/class-desk/roster-flows.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { secretToken } from '#app/kit/ids.ts'
import { bookSeat, givenSession } from './courses.ts'
import type { TestContext } from './db.ts'
import { givenPaymentContext, ordersOnSale } from './shop.ts'

/** The shop's zone. */
export const timeZone = 'America/New_York'
/** When the class of the tests begins. */
export const startsAt = new Date('2026-12-05T14:00:00Z')
/** Somebody at the desk. */
export const deskOf = (ctx: TestContext) => ({
  ctx,
  actor: 'M. Sample <m@example.com>',
  timeZone,
  /** Each call is another form. */
  formKey: secretToken(),
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
  const known = { id: undefined, revision: undefined, isRetired: false }
  const saved = await keepInstructor(deskOf(ctx), { ...known, name: 'I. Sample', email, licenses })
  if (!saved.ok || !saved.subject) throw new Error('Not saved')
  return saved.subject
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
