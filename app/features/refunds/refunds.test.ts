import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sqlState, transact } from '#app/db/work.server.ts'
import { hour, minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { givenPaid, sendGoods } from '#test/world.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { paymentAttempts, refundLines, refunds } from '#app/features/orders/payment-tables.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { recordCapture } from '#app/features/payments/store/capture.server.ts'
import { settleCapture } from '#app/features/payments/store/settle.server.ts'
import { refundOwnLines } from './flows.server.ts'
import { startRefund } from './store/refund.server.ts'

test('two refunds wait side by side under their own keys, and both complete', async ({ ctx }) => {
  const { scripted, takeBack, order, refunds: rows, pass, reconcile, unit, pieces } = await givenPaid(ctx)
  scripted.next('pending')
  const [first, second] = [await takeBack(1), await takeBack(0)]
  expect([first.ok, second.ok]).toEqual([true, true])
  expect(await rows()).toMatchObject([
    { state: 'started', amountCents: 5_343, shippingCents: 1_065 },
    { state: 'started', amountCents: 10_000, shippingCents: 0 },
  ])
  expect((await order())?.lines).toMatchObject([{ isReturning: true }, { isReturning: true }])
  expect(await takeBack(0)).toEqual({ ok: false, why: 'refund_under_way' })
  scripted.next('refunded')
  pass(hour)
  expect(await reconcile()).toBe(2)
  expect(await order()).toMatchObject({ state: 'refunded', refundedCents: 15_343 })
  expect([await unit(), await pieces()]).toEqual(['open', 0])
  expect(new Set(scripted.made.map(({ refundId }) => refundId)).size).toBe(2)
})

test('concurrent refunds of a line and an amount never exceed the capture', async ({ ctx }) => {
  const { scripted, give, takeBack } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(0)
  expect(await give({ amountCents: 5_344 })).toEqual({ ok: false, why: 'too_much' })
  expect((await give({ amountCents: 5_343 })).ok).toBe(true)
  expect(await give({ amountCents: 1 })).toEqual({ ok: false, why: 'too_much' })
  expect(await give('all')).toEqual({ ok: false, why: 'too_much' })
})

test('concurrent returns of one line refund it once', async ({ ctx }) => {
  const { scripted, takeBack } = await givenPaid(ctx)
  const requested = await Promise.all([1, 2, 3, 4].map(() => takeBack(1)))
  expect(requested.filter(({ ok }) => ok)).toHaveLength(1)
  expect(scripted.made).toHaveLength(1)
})

test('the database refuses a sum of refunds beyond the charge, and a second return of a line', async ({
  ctx,
}) => {
  const { db, scripted, orderId, takeBack } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(0)
  const [attempt] = await db.select().from(paymentAttempts)
  const row = {
    id: 'X',
    orderId,
    attemptId: attempt?.id ?? '',
    requestedBy: 'shop' as const,
    startedAt: ctx.now(),
  }
  const beyond = db.insert(refunds).values({ ...row, state: 'started', amountCents: 5_344 })
  expect(await beyond.catch(sqlState)).toBe('23514')
  await db.insert(refunds).values({ ...row, state: 'refused', amountCents: 15_343 })
  const revived = db.update(refunds).set({ state: 'started' }).where(eq(refunds.id, 'X'))
  expect(await revived.catch(sqlState)).toBe('23514')
  await db.insert(refunds).values({ ...row, id: 'Y', state: 'started', amountCents: 5_343 })
  const part = { refundId: 'Y', orderId, position: 0, amountCents: 0, isReturned: true }
  expect(await db.insert(refundLines).values(part).catch(sqlState)).toBe('23505')
})

test('a late charge is refunded once, however often it is reported', async ({ ctx }) => {
  const { db } = ctx
  await givenDrop(db)
  const paymentCtx = givenPaymentContext(ctx)
  const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 1 } }]
  const started = await transact(ctx, (work) => startOrder(work, ordersOnSale, { key: 'late-charge', lines }))
  if (!started.ok) throw new Error(started.why)
  await payOrder(
    paymentCtx,
    ordersOnSale,
    started.orderId,
    reservationForm({ paymentToken: 'sandbox_decline' }),
  )
  const [attempt] = await db.select().from(paymentAttempts)
  const charge = { chargeRef: 'late', amountCents: 10_000 }
  for (const _ of [1, 2]) {
    await transact(ctx, async (work) => {
      await work.tx.update(paymentAttempts).set({ captureSettledAt: null }) // as if it had died before this was noted
      await recordCapture(work, required(attempt), charge)
      await settleCapture(work, ordersOnSale, required(attempt))
    })
    await db.update(refunds).set({ state: 'done' }) // and notified again after the money went back
  }
  expect(await db.select().from(refunds)).toMatchObject([{ amountCents: 10_000 }])
  const what = { attemptId: attempt?.id ?? '', amountCents: 1, requestedBy: 'shop' as const }
  expect(await transact(ctx, (work) => startRefund(work, started.orderId, what))).toBeUndefined()
})

test('what goes back is the charge that paid the order, not an attempt that was declined before it', async ({
  ctx,
}) => {
  const { db } = ctx
  await givenDrop(db)
  const paymentCtx = givenPaymentContext(ctx)
  const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 1 } }]
  const started = await transact(ctx, (work) => startOrder(work, ordersOnSale, { key: 'declined', lines }))
  if (!started.ok) throw new Error(started.why)
  const pay = (formKey: string, paymentToken: string) =>
    payOrder(paymentCtx, ordersOnSale, started.orderId, reservationForm({ formKey, paymentToken }))
  // The keys are in the order of an index, which would put the declined one first.
  await pay('1', 'sandbox_decline')
  await pay('2', 'sandbox_approve')
  await refundOwnLines(paymentCtx, ordersOnSale, started.orderId, [0])
  const [captured] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.state, 'captured'))
  expect(await db.select().from(refunds)).toMatchObject([{ attemptId: captured?.id, state: 'done' }])
})

test('a line that went back earlier keeps its day when the rest of the order is refunded', async ({
  ctx,
}) => {
  const { takeBack, give, order, pass } = await givenPaid(ctx)
  const returnedAt = ctx.now()
  await takeBack(0)
  pass(hour)
  await give('all')
  expect(await order()).toMatchObject({
    state: 'refunded',
    lines: [{ returnedAt }, { returnedAt: ctx.now() }],
  })
})

test('shipping can be refunded after its line, in full or in part', async ({ ctx }) => {
  const { orderId, give, order } = await givenPaid(ctx)
  await sendGoods(ctx, orderId)
  await give({ position: 1 })
  expect(await order()).toMatchObject({ refundedCents: 4_278, shippingRefundedCents: 0 })
  await give({ position: 0 })
  expect((await give({ amountCents: 65 })).ok).toBe(true)
  expect((await give('all')).ok).toBe(true)
  expect(await order()).toMatchObject({
    state: 'refunded',
    refundedCents: 15343,
    shippingRefundedCents: 1065,
  })
})

test('a line refunded by amount can still be returned', async ({ ctx }) => {
  const { orderId, takeBack, give, order, unit } = await givenPaid(ctx)
  await give({ amountCents: 10_000 })
  expect(await unit()).toBe('taken')
  expect(await takeBack(0)).toEqual({ ok: true, refund: null })
  expect(await order()).toMatchObject({
    state: 'part_refunded',
    refundedCents: 1e4,
    lines: [
      {
        stage: 'refunded',
        returnedAt: ctx.now(),
      },
      { returnedAt: null },
    ],
  })
  expect(await unit()).toBe('open')
  expect((await listEvents(ctx.db, orderId)).at(-1)).toMatchObject({ kind: 'returned', data: { line: 0 } })
  expect(ctx.queued.at(-1)).toMatchObject({ job: 'mail-order-return', payload: { positions: [0] } })
  expect(await takeBack(0)).toEqual({ ok: false, why: 'returned' })
})

test('an automatic full refund is allocated line by line', async ({ ctx }) => {
  const { db, orderId, order, pass, reconcile, unit } = await givenPaid(ctx)
  const [attempt] = await db.select().from(paymentAttempts)
  await transact(ctx, (work) =>
    startRefund(work, orderId, {
      attemptId: attempt?.id ?? '',
      amountCents: 15343,
      requestedBy: 'shop',
    }),
  )
  pass(minute)
  await reconcile()
  expect(await order()).toMatchObject({
    state: 'refunded',
    refundedCents: 15343,
    shippingRefundedCents: 1065,
    lines: [
      {
        refundedCents: 1e4,
        stage: 'refunded',
      },
      { refundedCents: 4278 },
    ],
  })
  expect(await unit()).toBe('open')
})

function required<Thing>(thing: Thing | undefined): Thing {
  if (!thing) throw new Error('There is none')
  return thing
}
