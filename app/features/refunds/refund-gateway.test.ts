import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { day, hour, minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { stagesUpTo, givenPaid, refundIdOf } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { refunds } from '#app/features/orders/payment-tables.ts'
import { carryOutRefund, tryRefundAgain } from './flows.server.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { alertOverdueRefunds } from './store/refund-items.server.ts'
import { recordPaidOutside } from './store/settle-refund.server.ts'

test('a charge too old for its card is refunded by check, and counts once that is recorded', async ({
  ctx,
}) => {
  const { scripted, orderId, takeBack, order, unit, alerts, reconcile, pass } = await givenPaid(ctx)
  scripted.next('too_late')
  const refundId = refundIdOf(await takeBack(0))
  expect(await order()).toMatchObject({ state: 'paid', refundedCents: 0, lines: [{ isReturning: true }, {}] })
  expect(await alerts()).toEqual(['refund_by_check'])
  expect(ctx.queued).toContainEqual({
    job: 'mail-order-refund-stopped',
    payload: { orderId, refundId, at: ctx.now().toISOString() },
  })
  scripted.next('refunded')
  pass(day)
  expect(await reconcile()).toBe(0)
  const payout = { method: 'check', reference: '1042' } as const
  const pay = () => transact(ctx, (work) => recordPaidOutside(work, ordersOnSale, refundId, payout))
  expect(await pay()).toMatchObject({ ok: true })
  expect(await pay()).toEqual({ ok: false, why: 'nothing_to_pay_out' })
  expect(await order()).toMatchObject({
    state: 'part_refunded',
    refundedCents: 1e4,
    lines: [
      {
        stage: 'refunded',
        refundedCents: 1e4,
        returnedAt: ctx.now(),
      },
      { returnedAt: null },
    ],
  })
  expect([await unit(), await alerts(), scripted.made]).toEqual(['open', [], []])
  expect(ctx.queued).toContainEqual({ job: 'mail-order-refund', payload: { orderId, refundId } })
})

test('a refused refund is announced, frees its line, and can be retried', async ({ ctx }) => {
  const { scripted, paymentCtx, orderId, takeBack, order, alerts, stage, unit } = await givenPaid(ctx)
  scripted.next('refused')
  const refundId = refundIdOf(await takeBack(0))
  expect(await order()).toMatchObject({ refundedCents: 0, lines: [{ isReturning: false }, {}] })
  expect(await alerts()).toEqual(['refund_refused'])
  expect(ctx.queued.map(({ job }) => job)).toContain('mail-order-refund-stopped')
  expect(await stage('agreed')).toMatchObject({ ok: true })
  scripted.next('refunded')
  const acts: string[] = []
  const retry = () =>
    tryRefundAgain(
      paymentCtx,
      ordersOnSale,
      { orderId, id: refundId },
      {
        perform: async (task) => {
          const done = await transact(paymentCtx, task)
          if (done.ok) acts.push('noted')
          return done
        },
      },
    )
  expect(await retry()).toMatchObject({ ok: true })
  expect(await retry()).toEqual({ ok: false, why: 'not_refused' })
  expect(acts).toEqual(['noted'])
  expect(await order()).toMatchObject({ refundedCents: 10_000, lines: [{ stage: 'refunded' }, {}] })
  expect([await unit(), await alerts()]).toEqual(['open', []])
  expect((await listEvents(ctx.db, orderId)).map(({ kind }) => kind).slice(-5)).toEqual([
    'refund_started',
    'refund_refused',
    'stage',
    'refund_started',
    'refunded',
  ])
})

test('a refused refund is not retried after another refund covered it', async ({ ctx }) => {
  const { scripted, paymentCtx, orderId, takeBack, give, unit } = await givenPaid(ctx)
  scripted.next('refused')
  const refused = refundIdOf(await takeBack(0))
  scripted.next('pending')
  const again = await takeBack(0)
  expect(again.ok).toBe(true)
  const retry = () => tryRefundAgain(paymentCtx, ordersOnSale, { orderId, id: refused })
  const pay = () =>
    transact(ctx, (work) =>
      recordPaidOutside(work, ordersOnSale, refused, { method: 'check', reference: '' }),
    )
  expect(await retry()).toEqual({ ok: false, why: 'no_longer_owed' })
  expect(await pay()).toEqual({ ok: false, why: 'no_longer_owed' })
  scripted.next('refunded')
  await give('all')
  expect(await retry()).toEqual({ ok: false, why: 'no_longer_owed' })
  expect(await unit()).toBe('taken')
})

test('a refused part of a line is not retried once the rest of the line went back', async ({ ctx }) => {
  const { scripted, paymentCtx, orderId, give } = await givenPaid(ctx)
  const part = { position: 1, amountCents: 2_500 }
  scripted.next('refused')
  const refused = refundIdOf(await give(part))
  scripted.next('refunded')
  expect(await give(part)).toMatchObject({ ok: true })
  // The charge has enough left; the line, of $42.78, has not.
  expect(await tryRefundAgain(paymentCtx, ordersOnSale, { orderId, id: refused })).toEqual({
    ok: false,
    why: 'no_longer_owed',
  })
  expect(scripted.made).toHaveLength(1)
})

test('a refund with a lost answer is looked up before it is retried', async ({ ctx }) => {
  const { scripted, takeBack, pass, reconcile, order } = await givenPaid(ctx)
  scripted.next('lost')
  const refundId = refundIdOf(await takeBack(0))
  scripted.next('refunded')
  pass(minute)
  await reconcile()
  expect(await order()).toMatchObject({ state: 'part_refunded', refundedCents: 10_000 })
  expect([scripted.looked, scripted.made.length]).toEqual([[refundId], 1])
})

test('a refund completed after its refusal is recorded, and alerts when it is too much', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, order, alerts, pass } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  pass(minute)
  scripted.next('refunded')
  const letGo = scripted.holdBack()
  const late = carryOutRefund(paymentCtx, ordersOnSale, { id: refundId })
  await expect.poll(() => scripted.made.length).toBe(1)
  pass(3 * minute)
  await ctx.db.update(refunds).set({ state: 'refused', settledAt: ctx.now() }).where(eq(refunds.id, refundId))
  const paid = await transact(ctx, (work) =>
    recordPaidOutside(work, ordersOnSale, refundId, { method: 'check', reference: '7' }),
  )
  expect(paid.ok).toBe(true)
  letGo()
  await late
  expect(await order()).toMatchObject({ refundedCents: 10_000 })
  expect(await alerts()).toEqual(['refund_made_twice'])
})

test('a refund that throws is counted and logged, and blocks no other', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, refunds: rows, pass, reconcile, alerts } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(1)
  await takeBack(0)
  const [first] = await rows()
  scripted.next('refunded')
  const { gateway } = paymentCtx
  paymentCtx.gateway = {
    ...gateway,
    refund: (request) =>
      request.refundId === first?.id
        ? Promise.reject(new Error('No such field: balance'))
        : gateway.refund(request),
  }
  pass(hour)
  await reconcile()
  // The second look comes before its time: it waits longer after each failure.
  await reconcile()
  expect(await rows()).toMatchObject([{ state: 'started', tries: 2 }, { state: 'done' }])
  await transact(ctx, alertOverdueRefunds)
  expect(await alerts(), 'silent for an hour is not too long').toEqual([])
  pass(1)
  await transact(ctx, alertOverdueRefunds)
  expect(await alerts()).toEqual(['refund_open_too_long'])
  paymentCtx.gateway = gateway
  pass(minute)
  await reconcile()
  expect(await rows()).toMatchObject([{ state: 'done' }, { state: 'done' }])
  expect(await alerts()).toEqual([])
})

test('a refund that waits for settlement raises an alert after three days', async ({ ctx }) => {
  const { scripted, takeBack, pass, alerts, reconcile } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(0)
  for (let hours = 0; hours < 72; hours++) {
    pass(hour)
    await reconcile()
    await transact(ctx, alertOverdueRefunds)
    expect(await alerts()).toEqual([])
  }
  pass(1)
  await transact(ctx, alertOverdueRefunds)
  expect(await alerts()).toEqual(['refund_open_too_long'])
})

for (const end of ['refused', 'too_late'] as const)
  test(`a refund that ends as ${end} is open for too long no more`, async ({ ctx }) => {
    const { scripted, takeBack, pass, reconcile, alerts } = await givenPaid(ctx)
    scripted.next('pending')
    await takeBack(0)
    pass(4 * day)
    await transact(ctx, alertOverdueRefunds)
    expect(await alerts()).toEqual(['refund_open_too_long'])
    scripted.next(end)
    await reconcile()
    await transact(ctx, alertOverdueRefunds)
    expect(await alerts()).toEqual([end === 'refused' ? 'refund_refused' : 'refund_by_check'])
  })

test('a refund completed after a refusal releases no number that has shipped meanwhile', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, order, pass, stage, unit } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  pass(minute)
  scripted.next('refunded')
  const letGo = scripted.holdBack()
  const late = carryOutRefund(paymentCtx, ordersOnSale, { id: refundId })
  await expect.poll(() => scripted.made.length).toBe(1)
  await ctx.db.update(refunds).set({ state: 'refused' }).where(eq(refunds.id, refundId))
  for (const to of stagesUpTo('at_dealer')) expect(await stage(to)).toMatchObject({ ok: true })
  letGo()
  await late
  expect(await order()).toMatchObject({ refundedCents: 10_000 })
  expect(await unit()).toBe('taken')
})
