import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { sessionSeats } from '#app/features/courses/tables.ts'
import { refunds } from '#app/features/orders/refund-tables.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { operatorOn } from '#test/operator.ts'
import { courseVerbs } from './operator-courses.ts'

const say = async (ctx: TestContext, verb: string, ...args: string[]) =>
  (await courseVerbs[verb]?.run(operatorOn(ctx), args)) ?? { isDone: false, words: 'no such verb' }

test.each([
  ['sessions', [], true],
  ['add-session', ['ccw', '2026-12-05 09:00'], true],
  ['add-session', ['ccw', '2026-12-05 09:00', '--place', 'Range 2', '--seats=8'], true],
  ['add-session', ['ccw'], false],
  ['add-session', ['ccw', '2026-12-05 09:00', '--color', 'red'], false],
  ['cancel-session', ['id'], true],
  ['cancel-session', [], false],
])('%s %j is understood: %s', (name, args, isUnderstood) => {
  expect(courseVerbs[name]?.takes(args)).toBe(isUnderstood)
})

test('a class is added in the shop’s time zone, listed and recorded', async ({ ctx, db }) => {
  await givenSession(db)
  const added = await say(ctx, 'add-session', 'test-course', '2027-03-14 09:00', '--place', 'Range 2')
  expect(added).toMatchObject({ isDone: true, words: expect.stringContaining('Test Course on') })
  const listed = await say(ctx, 'sessions')
  expect(listed.words).toMatch(/Test Course .* 0 of 12 +0/)
  const [act] = await listAuditEntries(db)
  expect(act).toMatchObject({
    actor: 'sam',
    verb: 'add-session',
    subject: 'test-course',
    data: { startsAt: '2027-03-14T13:00:00.000Z' },
  })
  for (const shown of ['2027-03-14 02:30', 'next week'])
    expect(await say(ctx, 'add-session', 'test-course', shown)).toMatchObject({ isDone: false })
})

test('canceling a class refunds every seat, is repeatable and recorded', async ({ ctx, db }) => {
  const session = await givenSession(db)
  await bookSeat(ctx, session)
  await bookSeat(ctx, session, { email: 'two@example.com' })
  const first = await say(ctx, 'cancel-session', session)
  expect(first).toMatchObject({ isDone: true, words: expect.stringContaining('2 seats are canceled') })
  const again = await say(ctx, 'cancel-session', session)
  expect(again).toMatchObject({ isDone: true, words: expect.stringContaining('0 seats are canceled') })
  expect(await db.$count(refunds, eq(refunds.amountCents, 7_500))).toBe(2)
  expect((await listAuditEntries(db)).map(({ verb }) => verb)).toContain('cancel-session')
  expect(await say(ctx, 'cancel-session', 'nothing')).toEqual({
    isDone: false,
    words: 'Class not found.',
  })
})

test('an interrupted command is continued by the next', async ({ ctx, db }) => {
  const session = await givenSession(db)
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
    await bookSeat(ctx, session, { email })
  const operator = operatorOn(ctx)
  let refunded = 0
  const dying = {
    ...operator,
    paymentCtx: {
      ...operator.paymentCtx,
      enqueueIn: (tx: typeof db) => {
        if (refunded++ === 2) throw new Error('the process died')
        return ctx.enqueueIn(tx)
      },
    },
  }
  await expect(courseVerbs['cancel-session']?.run(dying, [session])).rejects.toThrow('the process died')
  expect(await db.$count(refunds)).toBe(2)
  await say(ctx, 'cancel-session', session)
  expect(await db.$count(refunds)).toBe(3)
  expect(await db.$count(sessionSeats, eq(sessionSeats.state, 'taken'))).toBe(3) // until the gateway has answered
})
