import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { courseSessions, trainingPlaces } from '#app/features/courses/tables.ts'
import { sentMails } from '#app/mail/tables.ts'
import { after, hour } from '#app/kit/clock.ts'
import { givenInstructor, startsAt, bookSeat, givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { visitor } from '#test/visitor.ts'

async function givenDesk(ctx: TestContext) {
  const desk = await visitor(ctx)
  await desk.signIn('manager')
  const session = await givenSession(ctx.db, { startsAt })
  return {
    desk,
    session,
    open: (path: string) => desk.open(`/staff/classes/${path}`),
    stored: async () => (await ctx.db.select().from(courseSessions).where(eq(courseSessions.id, session)))[0],
  }
}

test('a refused date names the field, and keeps the form', async ({ ctx }) => {
  const { desk, open } = await givenDesk(ctx)
  await open('new')
  desk.fill({ Course: 'test-course', Day: '2025-01-04', Begins: '09:00', Seats: '12' })
  await desk.press('Add to the schedule')
  expect(desk.status).toBe(409)
  expect(desk.field('Day')).toMatchObject({
    value: '2025-01-04',
    words: expect.stringContaining('Choose a time that has not passed.'),
  })
  expect([desk.field('Begins').value, desk.field('Seats').value]).toEqual(['09:00', '12'])
})

test('a mail that was read for one move does not go out for another', async ({ ctx, db }) => {
  const { desk, session, open, stored } = await givenDesk(ctx)
  await bookSeat(ctx, session)
  await open(`${session}/edit`)
  desk.fill({ Begins: '10:30' })
  await desk.press(/^Save/)
  expect(desk.text).toContain('This is a move')
  desk.fill({ Begins: '11:30' })
  await desk.press('Move, and mail 1')
  expect([desk.status, desk.text]).toEqual([409, expect.stringContaining('This is a move')])
  expect((await stored())?.startsAt).toEqual(startsAt)
  expect(await db.select().from(sentMails)).toEqual([])
  await desk.press('Move, and mail 1')
  expect((await stored())?.startsAt).toEqual(after(startsAt, 2.5 * hour))
})

test('a place that went meanwhile is said beside its field', async ({ ctx, db }) => {
  const { desk, session, open } = await givenDesk(ctx)
  await db.insert(trainingPlaces).values({ name: 'Range', address: '1 Range Road, Miami, FL 33142' })
  await open(`${session}/edit`)
  desk.fill({ Place: 'Range, 1 Range Road, Miami, FL 33142' })
  await db.delete(trainingPlaces)
  await desk.press(/^Save/)
  expect(desk.text).toContain('This place is gone. Choose another one.')
})

test('a day that was mistyped cancels nothing and stays to be corrected', async ({ ctx }) => {
  const { desk, session, open, stored } = await givenDesk(ctx)
  await open(`${session}/edit`)
  const day = 'Type 2026-12-05 to cancel'
  desk.fill({ [day]: '2026-12-06' })
  await desk.press('Cancel class')
  expect([desk.status, desk.field(day)]).toEqual([
    409,
    expect.objectContaining({
      value: '2026-12-06',
      words: expect.stringContaining('That is not the day of this class.'),
    }),
  ])
  expect((await stored())?.canceledAt).toBeNull()
  desk.fill({ [day]: '2026-12-05' })
  await desk.press('Cancel class')
  expect((await stored())?.canceledAt).not.toBeNull()
})

test('a price that is refused stays in its form', async ({ ctx }) => {
  const { desk, open } = await givenDesk(ctx)
  await open('courses/test-course')
  desk.fill({ 'Price, USD': '50', 'Deposit, USD': '75', From: '2027-01-02' })
  await desk.press('Set price')
  expect([desk.status, desk.field('Price, USD')]).toEqual([
    409,
    expect.objectContaining({
      value: '50',
      words: expect.stringContaining('The price is at least the deposit.'),
    }),
  ])
  expect([desk.field('Deposit, USD').value, desk.field('From').value]).toEqual(['75', '2027-01-02'])
})

test('a walk-in that is refused keeps how it was paid and that the ID was seen', async ({ ctx }) => {
  const { desk, session, open } = await givenDesk(ctx)
  await open(`${session}/walk-in`)
  desk.fill({ 'Paid by': 'check', 'Number of slip or check': 'No. 7' })
  desk.fillOne(/^I looked at a government photo ID/, true)
  await desk.pressUnchecked(/^Record \$150/)
  expect([desk.status, desk.field('Paid by').value, desk.field('Number of slip or check').value]).toEqual([
    422,
    'check',
    'No. 7',
  ])
  expect(desk.field(/^I looked at a government photo ID/).isChecked).toBe(true)
})

test('licenses that cannot be read are named once', async ({ ctx }) => {
  const { desk, open } = await givenDesk(ctx)
  await open('instructors')
  const added = () => desk.part('region', 'Add an instructor')
  const licenses = 'Licenses, one per line: name; number; last day'
  desk.fill({ 'Name, as on certificates': 'I. Sample', [licenses]: 'A; 1; 2027-02-30\nnonsense' }, added())
  await desk.press('Add instructor', added())
  const { words } = desk.field(licenses, added())
  expect(words.match(/Write name; number; last day/g)).toHaveLength(1)
  expect(words).toContain('“A; 1; 2027-02-30”, “nonsense”')
})

test('a roster links to orders only for members who may open them', async ({ ctx }) => {
  const desk = await visitor(ctx)
  const instructorId = await givenInstructor(ctx, { email: 'instructor@example.com' })
  const session = await givenSession(ctx.db, { startsAt, instructorId })
  const { orderId } = await bookSeat(ctx, session)
  for (const [role, leads] of [
    ['instructor', false],
    ['desk', true],
  ] as const) {
    const member = desk.another()
    await member.signIn(role, { email: `${role}@example.com` })
    await member.open(`/staff/classes/${session}`)
    expect([role, member.text.includes(orderId)]).toEqual([role, true])
    expect([role, member.parts('link', orderId).length > 0]).toEqual([role, leads])
  }
})
