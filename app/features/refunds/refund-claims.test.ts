import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { paymentAttempts, refunds } from '#app/features/orders/payment-tables.ts'
import { day, minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { givenPaid, refundIdOf } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { carryOutRefund } from './flows.server.ts'
import { claimRefund, listDueRefunds, releaseRefund, retryRefundLater } from './store/refund-items.server.ts'

test('two concurrent executions of a refund post it once', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, refunds: rows, pass, reconcile } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  scripted.next('refunded')
  pass(minute)
  const letGo = scripted.holdBack()
  const first = carryOutRefund(paymentCtx, ordersOnSale, { id: refundId })
  await expect.poll(() => scripted.made.length).toBe(1)
  await carryOutRefund(paymentCtx, ordersOnSale, { id: refundId })
  expect(scripted.made).toHaveLength(1)
  pass(minute)
  expect(await reconcile()).toBe(0)
  // Its time runs out while the first one still waits: the next one looks at what was made, and does not post.
  pass(2 * minute)
  expect(await reconcile()).toBe(1)
  letGo()
  await first
  expect(scripted.made).toHaveLength(1)
  expect(await rows()).toMatchObject([{ state: 'done', refundRef: `re_${refundId}` }])
})

test('of several processes that reach for a refund at once, one gets it', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, pass } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  pass(minute)
  const claim = () => transact(ctx, (work) => claimRefund(work, refundId, paymentCtx.gateway.name))
  const claims = await Promise.all([claim(), claim(), claim(), claim()])
  expect(claims.filter((each) => each !== undefined)).toHaveLength(1)
})

test('a refund that waits for its settlement is not requested again before its time', async ({ ctx }) => {
  const { scripted, takeBack, pass, reconcile } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(0)
  scripted.next('refunded')
  expect(await reconcile()).toBe(0)
  pass(minute)
  expect(await reconcile()).toBe(1)
  expect(scripted.made).toHaveLength(1)
})

test('a late refusal of an earlier try is ignored', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, refunds: rows, pass, alerts } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  pass(minute)
  scripted.next('refused')
  const letGo = scripted.holdBack()
  const first = carryOutRefund(paymentCtx, ordersOnSale, { id: refundId })
  await expect.poll(async () => (await rows())[0]?.tries).toBe(2)
  pass(3 * minute)
  scripted.next('pending')
  const second = carryOutRefund(paymentCtx, ordersOnSale, { id: refundId })
  await expect.poll(async () => (await rows())[0]?.tries).toBe(3)
  letGo()
  await Promise.all([first, second])
  expect(await rows()).toMatchObject([{ state: 'started', waitingFor: 'The payment has not settled yet.' }])
  expect(await alerts()).toEqual([])
})

test('a process that had it in hand for too long changes nothing for the next', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, refunds: rows, pass } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  const claim = () => transact(ctx, (work) => claimRefund(work, refundId, paymentCtx.gateway.name))
  pass(minute)
  const first = await claim()
  if (!first) throw new Error('It was not claimed')
  pass(3 * minute)
  expect(await claim()).toMatchObject({ id: refundId, isUncertain: true })
  const before = await rows()
  for (const waitingFor of [null, 'The payment has not settled yet.'])
    await transact(ctx, (work) => retryRefundLater(work, first, waitingFor))
  await transact(ctx, (work) => releaseRefund(work, first))
  expect(await rows()).toEqual(before)
  expect(await claim()).toBeUndefined()
})

test('a refund of another gateway waits, and blocks none of the current one', async ({ ctx }) => {
  const { db, orderId, takeBack, reconcile, pass, scripted } = await givenPaid(ctx)
  scripted.next('pending')
  const id = refundIdOf(await takeBack(0))
  await db
    .update(paymentAttempts)
    .set({ gateway: 'authorize-net' })
    .where(eq(paymentAttempts.orderId, orderId))
  pass(day)
  expect(await reconcile()).toBe(0)
  expect(await db.$count(refunds, and(eq(refunds.state, 'started'), eq(refunds.tries, 1)))).toBe(1)
  // Neither the list nor the claim gives it to another gateway.
  const dueAt = (gateway: string) => transact(ctx, (work) => listDueRefunds(work, gateway, 9))
  const claim = (gateway: string) => transact(ctx, (work) => claimRefund(work, id, gateway))
  expect([await dueAt('sandbox'), await claim('sandbox')]).toEqual([[], undefined])
  expect(await dueAt('authorize-net')).toEqual([id])
  expect(await claim('authorize-net')).toMatchObject({ id })
})
