import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { reconcilePayments } from '#app/features/payments/flows.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { due, givenAgreed } from '#test/world.ts'
import { emptyDatabase, type TestContext, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { clearAlertById, listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { retaxBalances } from './store/balance.server.ts'

const places = {
  Miami: { dealerState: 'FL', zip: '33139', taxCents: 17_493 }, // 6% and Miami-Dade's 1%
  Georgia: { dealerState: 'GA', zip: '30301', taxCents: 0 },
  'somewhere in Florida': { dealerState: 'FL', zip: null, taxCents: undefined },
} as const
type Place = keyof typeof places

async function givenTaxed(ctx: TestContext) {
  const agreed = await givenAgreed(ctx)
  await agreed.ask()
  const [dealer] = await ctx.db.select().from(dealers).limit(1)
  const key = dealer?.key ?? ''
  return {
    ...agreed,
    moveTo: async (place: Place) => {
      const { dealerState, zip } = places[place]
      if (zip) await ctx.db.update(dealers).set({ zip }).where(eq(dealers.key, key))
      await ctx.db
        .update(orders)
        .set({ dealerState, dealerKey: zip ? key : null })
        .where(eq(orders.id, agreed.orderId))
      const prices = await findPrices(ctx)
      return transact(ctx, (work) => retaxBalances(work, agreed.orderId, prices))
    },
  }
}

describe('when the dealer changes', () => {
  test('what is due is due at the tax of the new place, on the same day, and the buyer is mailed', async ({
    ctx,
  }) => {
    const { moveTo, open, balance, balanceOrder, pay, orderId } = await givenTaxed(ctx)
    await open()
    const before = await balance()
    const earlier = (await balanceOrder())?.id ?? ''
    ctx.queued.length = 0
    expect(await moveTo('Georgia')).toEqual(['changed'])
    expect(await balance()).toMatchObject({
      state: 'open',
      orderId: null,
      amountCents: due.amountCents,
      taxCents: 0,
      taxLabel: '',
      taxState: 'GA',
      taxCounty: null,
      dueAt: before?.dueAt,
    })
    expect(await findOrder(ctx.db, earlier)).toMatchObject({ state: 'canceled' })
    expect(ctx.queued).toContainEqual({
      job: 'mail-balance',
      payload: expect.objectContaining({ balanceId: before?.id, kind: 'tax_changed' }),
    })
    expect((await listEvents(ctx.db, orderId)).at(-1)).toMatchObject({
      kind: 'balance_tax_changed',
      data: { amountCents: due.amountCents, before: due.totalCents },
    })
    expect(await pay()).toMatchObject({ isPaid: true })
    expect(await balanceOrder()).toMatchObject({ totalCents: due.amountCents })
  })

  test('the same tax changes nothing and mails nobody', async ({ ctx }) => {
    const { moveTo, open, balance } = await givenTaxed(ctx)
    await open()
    const before = await balance()
    ctx.queued.length = 0
    expect(await moveTo('Miami')).toEqual(['same'])
    expect((await balance())?.orderId).toBe(before?.orderId)
    expect(ctx.queued).toEqual([])
  })

  test('a place that is not known leaves the amount, and staff read why', async ({ ctx }) => {
    const { moveTo, balance } = await givenTaxed(ctx)
    expect(await moveTo('somewhere in Florida')).toEqual(['unknown'])
    expect(await balance()).toMatchObject({ taxCents: due.taxCents, taxDoubts: ['place_unknown'] })
    expect(await moveTo('Miami')).toEqual(['same'])
    expect((await balance())?.taxDoubts).not.toContain('place_unknown')
  })

  test('without a dealer the tax waits for the next one', async ({ ctx }) => {
    const { moveTo, balance, orderId } = await givenTaxed(ctx)
    await ctx.db.update(orders).set({ dealerState: null, dealerKey: null, buyerState: 'TX' })
    const prices = await findPrices(ctx)
    expect(await transact(ctx, (work) => retaxBalances(work, orderId, prices))).toEqual([])
    expect(await balance()).toMatchObject({ taxCents: due.taxCents, state: 'open' })
    expect(await moveTo('Georgia')).toEqual(['changed'])
  })

  test('what is being paid is left alone until that is settled', async ({ ctx }) => {
    const { moveTo, balance, balanceOrder, pay } = await givenTaxed(ctx)
    await pay('sandbox_review')
    const before = await balance()
    expect(await moveTo('Georgia')).toEqual(['being_paid'])
    expect(await balance()).toEqual(before)
    expect(await balanceOrder()).toMatchObject({ state: 'review', totalCents: due.totalCents })
  })

  test('what is paid is never changed: staff see the difference', async ({ ctx }) => {
    const { moveTo, balance, balanceOrder, pay, orderId } = await givenTaxed(ctx)
    await pay()
    expect(await moveTo('Georgia')).toEqual(['differs'])
    expect(await moveTo('Georgia')).toEqual(['differs'])
    expect(await balance()).toMatchObject({
      state: 'paid',
      taxCents: due.taxCents,
    })
    expect(await balanceOrder()).toMatchObject({ state: 'paid', totalCents: due.totalCents })
    const noted = (await listEvents(ctx.db, orderId)).filter(({ kind }) => kind === 'balance_tax_differs')
    expect(noted).toMatchObject([{ data: { amountCents: -due.taxCents } }])
    expect(await moveTo('Miami')).toEqual(['same'])
    expect(await listOpenAlerts(ctx.db)).toEqual([])
  })
})

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(places) as Place[])) },
  { weight: 1, arbitrary: fc.constantFrom('approve', 'decline', 'review', 'settle', 'captured') },
)

test('after any moves and payments a due balance has the tax of the last known place, a paid one that of its charge', {
  timeout: 120_000,
}, async ({ db, ctx }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (steps) => {
      await emptyDatabase()
      ctx.setNow(new Date('2026-11-20T12:00:00Z'))
      const world = await givenTaxed(ctx)
      let expectedCents = due.taxCents
      for (const each of steps) {
        const before = await world.balance()
        if (each in places) {
          const [outcome] = await world.moveTo(each as Place)
          const known = places[each as Place].taxCents
          if (known !== undefined && outcome !== 'being_paid' && before?.state !== 'paid')
            expectedCents = known
        } else if (each === 'captured' || each === 'settle') {
          const { rows } = await db.execute<{ id: string }>('select id from payment_attempts')
          for (const { id } of rows)
            await world.paymentCtx.gateway.settleReview?.(id, each === 'captured' ? 'captured' : 'declined')
          ctx.setNow(after(ctx.now(), hour))
          await reconcilePayments(world.paymentCtx, ordersOnSale)
        } else await world.pay(`sandbox_${each}`)
        const now = await world.balance()
        expect(now?.taxCents).toBe(expectedCents)
        if (now?.state === 'paid') expect(now.taxCents).toBe(before?.taxCents)
        const order = await world.balanceOrder()
        if (order) expect(order.totalCents).toBe(due.amountCents + expectedCents)
      }
    }),
    { numRuns: 12 },
  )
})

test('a difference is an alert on Today until somebody marks it as done, and a new one opens it again', async ({
  ctx,
}) => {
  const { moveTo, pay, orderId, balance } = await givenTaxed(ctx)
  await pay()
  const open = async () =>
    (await listOpenAlerts(ctx.db)).map(({ kind, subject, detail }) => ({ kind, subject, detail }))
  await moveTo('Georgia')
  const alert = { kind: 'balance_tax_differs', subject: `${orderId} 1` }
  expect(await open()).toEqual([{ ...alert, detail: expect.stringContaining('$174.93 less') }])
  const [{ id } = { id: 0 }] = await listOpenAlerts(ctx.db)
  await transact(ctx, (work) => clearAlertById(work, id))
  expect(await open()).toEqual([])
  await moveTo('Miami')
  expect(await open()).toEqual([])
  await moveTo('Georgia')
  expect(await open()).toMatchObject([alert])
  expect(await balance()).toMatchObject({ state: 'paid', taxCents: due.taxCents })
})
