import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { expireHolds } from '#app/features/checkout/flows.server.ts'
import { sessionSeats } from '#app/features/courses/tables.ts'
import { sellWalkIn } from './flows.server.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { orders } from '#app/features/orders/tables.ts'
import { reconcilePayments } from '#app/features/payments/flows.server.ts'
import { reconcileRefunds } from '#app/features/refunds/flows.server.ts'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import { rosterDeskOf, sessionOf, startsAt, givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { dyingByHand, ProcessDied } from '#test/dying.ts'

async function interrupted(ctx: TestContext, isAfter: boolean) {
  const session = await givenSession(ctx.db, { startsAt, seats: 1 })
  ctx.setNow(after(startsAt, hour))
  const desk = rosterDeskOf(ctx)
  const walkIn = {
    key: crypto.randomUUID(),
    amount: 15_000,
    method: 'cash' as const,
    reference: '',
    name: 'Walker Student',
    email: 'walker@example.com',
    phone: null,
  }
  const sell = async (more: { key?: string } = {}, at = desk.ctx) =>
    sellWalkIn({ ...desk, ctx: at }, await sessionOf(ctx, session), { ...walkIn, ...more })
  await expect(sell({}, dyingByHand(desk.ctx, { isAfter }))).rejects.toThrow(ProcessDied)
  const passes = async (ms: number) => {
    ctx.setNow(after(ctx.now(), ms))
    await reconcilePayments(desk.ctx, ordersOnSale)
    await expireHolds(desk.ctx, ordersOnSale)
  }
  return { desk, sell, passes, isFree: () => ctx.db.$count(sessionSeats, eq(sessionSeats.state, 'open')) }
}

test.for([
  ['before anything was recorded', false],
  ['before the money was recorded', true],
] as const)(
  'a walk-in that was interrupted %s gives its seat back, and mails nobody',
  async (given, { ctx }) => {
    const { sell, passes, isFree } = await interrupted(ctx, given[1])
    await passes(40 * second)
    expect(await isFree()).toBe(0)
    expect(await sell({ key: crypto.randomUUID() })).toMatchObject({ ok: false })
    await passes(3 * minute)
    await passes(hour)
    expect(await isFree()).toBe(1)
    expect(await sell({ key: crypto.randomUUID() })).toMatchObject({ ok: true })
    await passes(hour)
    expect(
      (await ctx.db.select({ state: orders.state }).from(orders)).map(({ state }) => state).toSorted(),
    ).toEqual(['expired', 'paid'])
    expect(ctx.queued.map(({ job }) => job)).not.toContain('mail-payment-failed')
  },
)

test('a walk-in that was interrupted goes on by the same form, and is asked for no more', async ({ ctx }) => {
  const { sell, passes } = await interrupted(ctx, true)
  expect(await sell()).toMatchObject({ ok: true })
  await passes(hour)
  expect(await ctx.db.select({ state: paymentAttempts.state }).from(paymentAttempts)).toEqual([
    { state: 'captured' },
  ])
})

test('money that is recorded after its seat was given up goes back', async ({ ctx }) => {
  const { desk, sell, passes } = await interrupted(ctx, true)
  await passes(3 * minute)
  await passes(hour)
  expect(await sell({ key: crypto.randomUUID() })).toMatchObject({ ok: true })
  expect(await sell()).toMatchObject({ ok: false })
  await reconcileRefunds(desk.ctx, ordersOnSale)
  expect(await ctx.db.$count(orders, eq(orders.state, 'paid'))).toBe(1)
})
