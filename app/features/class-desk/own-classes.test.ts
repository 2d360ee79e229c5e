import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { bookingMarks, courseSessions, instructors } from '#app/features/courses/tables.ts'
import { after, day } from '#app/kit/clock.ts'
import { givenInstructor, startsAt, bookSeat, givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

async function givenTwoClasses(ctx: TestContext) {
  const instructorId = await givenInstructor(ctx, { email: 'instructor@example.com' })
  const own = await givenSession(ctx.db, { startsAt, instructorId })
  const other = await givenSession(ctx.db, { startsAt: after(startsAt, day) })
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'instructor')
  const open = (path: string, form?: Record<string, string>) =>
    ask(`/staff/classes${path}`, { headers: { Cookie: cookie }, ...(form && { form }) })
  return { instructorId, own, other, open }
}

test('an instructor opens and marks the class that names them, and no other', async ({ ctx }) => {
  const { instructorId, own, other, open } = await givenTwoClasses(ctx)
  const marked = async () => (await ctx.db.select().from(bookingMarks)).filter((each) => each.waiverAt).length
  const status = async (path: string, form?: Record<string, string>) => (await open(path, form)).status
  for (const [session, page] of [
    [own, 200],
    [other, 403],
  ] as const) {
    const { orderId } = await bookSeat(ctx, session)
    expect([await status(`/${session}`), await status(`/${session}/walk-in`)]).toEqual([page, page])
    const press = { row: orderId, mark: 'waiver', to: 'set' }
    expect(await status(`/${session}/marks`, press)).toBe(page === 200 ? 303 : 403)
    for (const path of [`/${session}`, `/${session}/walk-in`])
      expect(await status(path, { any: 'thing' })).toBe(page === 200 ? 422 : 403)
    expect(await marked()).toBe(1)
  }
  await ctx.db.update(instructors).set({ retiredAt: ctx.now() }).where(eq(instructors.id, instructorId))
  expect(await status(`/${own}`)).toBe(403)
})

test('the board shows an instructor their classes, and offers no dates to plan', async ({ ctx }) => {
  const { own, other, open } = await givenTwoClasses(ctx)
  const board = await (await open('')).text()
  expect([board.includes(own), board.includes(other)]).toEqual([true, false])
  expect(board).not.toContain('Add dates')
  await ctx.db.update(courseSessions).set({ instructorId: null })
  expect(await (await open('')).text()).toContain('names you as its instructor')
})

test('classes to come are listed apart from those that were held', async ({ ctx }) => {
  const { own, other, open } = await givenTwoClasses(ctx)
  const instructorId = (await ctx.db.select().from(instructors))[0]?.id
  const canceled = await givenSession(ctx.db, { startsAt, instructorId, canceledAt: ctx.now() })
  const past = await givenSession(ctx.db, { startsAt: after(ctx.now(), -day), instructorId })
  const [coming = '', held = ''] = (await (await open('')).text()).split('>Held<')
  const ids = [own, other, canceled, past]
  expect(ids.map((id) => coming.includes(`/${id}"`))).toEqual([true, false, true, false])
  expect(ids.map((id) => held.includes(`/${id}"`))).toEqual([false, false, false, true])
})

test('an instructor plans, moves and copies no date', async ({ ctx }) => {
  const { own, open } = await givenTwoClasses(ctx)
  for (const path of ['/new', `/${own}/edit`]) {
    expect([path, (await open(path)).status]).toEqual([path, 403])
    expect([path, (await open(path, { any: 'thing' })).status]).toEqual([path, 403])
  }
  const roster = await (await open(`/${own}`)).text()
  expect(roster).not.toMatch(/roster\.csv|\/edit|\?copy=/)
})

test('the email of an instructor is kept as it is typed in their form', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'manager')
  const form = { key: 'k'.repeat(16), name: 'I. Sample', email: ' I.Sample@Example.com ', licenses: '' }
  const path = '/staff/classes/instructors'
  expect((await ask(path, { headers: { Cookie: cookie }, form })).status).toBe(303)
  expect(await ctx.db.select({ email: instructors.email }).from(instructors)).toEqual([
    { email: 'i.sample@example.com' },
  ])
})
