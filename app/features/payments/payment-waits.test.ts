import { expect } from 'vitest'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPayment } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { reconcilePayments } from './flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'

const queuedMails = (ctx: TestContext) =>
  ctx.queued
    .map(({ job }) => job)
    .filter((job) => job.startsWith('mail-payment') || job === 'mail-order-invoice')

test('a payment held for review and its decline each queue one email', async ({ ctx }) => {
  const { shop, decide } = await givenPayment(ctx, 'sandbox_review')
  expect(queuedMails(ctx)).toEqual(['mail-payment-review'])
  ctx.setNow(after(ctx.now(), hour))
  await reconcilePayments(shop, ordersOnSale)
  expect(queuedMails(ctx)).toEqual(['mail-payment-review'])
  await decide('declined')
  await decide('declined')
  expect(queuedMails(ctx)).toEqual(['mail-payment-review', 'mail-payment-failed'])
})

test('a timeout queues one delayed email, however often the gateway is queried', async ({ ctx }) => {
  const later: unknown[] = []
  const enqueueIn = ctx.enqueueIn
  ctx.enqueueIn = (tx) => async (job, payload, options) => {
    if (job === 'mail-payment-unknown') later.push(options?.startAfter)
    await enqueueIn(tx)(job, payload, options)
  }
  const { shop, pass } = await givenPayment(ctx, 'sandbox_silent_before')
  pass(10 * second)
  await reconcilePayments(shop, ordersOnSale)
  expect(queuedMails(ctx)).toEqual(['mail-payment-unknown'])
  expect(later).toEqual([new Date('2026-11-20T12:03:00Z')])
  pass(3 * minute)
  await reconcilePayments(shop, ordersOnSale)
  expect(queuedMails(ctx)).toEqual(['mail-payment-unknown', 'mail-payment-failed'])
})

test('a decline that the buyer sees on the page is not emailed', async ({ ctx }) => {
  await givenPayment(ctx, 'sandbox_decline')
  expect(queuedMails(ctx)).toEqual([])
})

test('an invoice and its end each queue an email', async ({ ctx }) => {
  const { decide } = await givenPayment(ctx, 'invoice')
  await decide('declined')
  expect(queuedMails(ctx)).toEqual(['mail-order-invoice', 'mail-payment-failed'])
})

test('a decline after a long review leaves two hours to pay again, once', async ({ ctx }) => {
  const { shop, orderId, decide, mail, pay, pass, expire } = await givenPayment(ctx, 'sandbox_review')
  pass(5 * hour)
  await decide('declined')
  const [sent] = await mail('mail-payment-failed')
  expect(sent?.text).toContain('still held for you until Nov 20, 2026, 2:00 PM EST')
  pass(2 * hour - minute)
  await expire()
  await pay('sandbox_decline')
  const ends = after(ctx.now(), minute)
  expect(await findOrder(shop.db, orderId)).toMatchObject({
    state: 'held',
    expiresAt: ends,
    expiresCapAt: ends,
  })
  pass(2 * minute)
  await expire()
  expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'expired' })
})
