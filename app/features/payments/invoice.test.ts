import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { day, hour, minute } from '#app/kit/clock.ts'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { recordPayout, reconcileRefunds, refundOrder } from '#app/features/refunds/flows.server.ts'
import { payOrder, expireHolds } from '#app/features/checkout/flows.server.ts'
import { reconcileAttempt, reconcilePayments, settlePaymentReview } from './flows.server.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { paymentAttempts, refunds } from '#app/features/orders/payment-tables.ts'
import { loader as orderPage } from '#app/features/orders/routes/order.tsx'
import { findOrder } from '#app/features/orders/store/read.server.ts'

const payTo = 'By wire to PACo, account 12 345.\nOr in the store.'

async function given(ctx: TestContext) {
  const gateway = createManualGateway({ db: ctx.db, now: ctx.now, payTo, dueDays: 7, holdHours: 24 })
  const shop = { ...givenShop(ctx), gateway }
  await givenDrop(ctx.db)
  const { orderId, cookies } = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, orderId, reservationForm({ paymentToken: 'invoice' }))
  const [attempt] = await ctx.db.select().from(paymentAttempts)
  if (!attempt) throw new Error('Nothing was begun')
  const decide = async (verdict: 'captured' | 'declined', reference?: string) => {
    await gateway.settleReview(attempt.id, verdict, reference)
    await reconcileAttempt(shop, ordersOnSale, attempt)
  }
  const pass = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms))
  const order = () => findOrder(ctx.db, orderId)
  const unit = async () => (await ctx.db.select().from(dropUnits)).find(({ number }) => number === 2)?.state
  return { shop, gateway, orderId, cookies, attempt, decide, pass, order, unit }
}

test('an invoiced order keeps its stock, and its page says how to pay', async ({ ctx }) => {
  const { shop, orderId, cookies, order, unit } = await given(ctx)
  expect(await order()).toMatchObject({ state: 'review', capturedCents: 0 })
  expect(await unit()).toBe('held')
  const args = visit(shop, { path: `/orders/${orderId}`, params: { order: orderId }, cookies })
  expect((await answerOf(() => orderPage(args))).value).toMatchObject({
    isUnsettled: false,
    invoice: { amountCents: 10_000, payTo, dueOn: 'Nov 21, 2026, 7:00 AM EST' },
    events: [{ words: 'Invoice sent' }, {}, {}],
  })
})

test('the invoice is emailed once, with amount, due date and instructions', async ({ ctx }) => {
  const { shop, orderId, attempt } = await given(ctx)
  const wanted = { job: 'mail-order-invoice', payload: { orderId, attemptId: attempt.id } }
  expect(ctx.queued.filter(({ job }) => job === wanted.job)).toEqual([wanted])
  const job = jobsOfOrders(ordersOnSale).find(({ name }) => name === wanted.job)
  for (const _ of [1, 2]) await job?.run(shop, wanted.payload)
  expect(shop.sent).toHaveLength(1)
  expect(shop.sent[0]?.subject).toBe(`Invoice for order ${orderId}: $100.00 by Nov 21, 2026, 7:00 AM EST`)
  for (const part of [shop.sent[0]?.text, shop.sent[0]?.html])
    for (const words of ['account 12 345', '$100.00', orderId]) expect(part).toContain(words)
})

test('an invoice withdrawn before its email was sent is not emailed', async ({ ctx }) => {
  const { shop, orderId, attempt, decide } = await given(ctx)
  await decide('declined')
  const job = jobsOfOrders(ordersOnSale).find(({ name }) => name === 'mail-order-invoice')
  await job?.run(shop, { orderId, attemptId: attempt.id })
  expect(shop.sent).toEqual([])
})

test('the decision about a payment held for review is not one about an invoice, which is paid with a reference', async ({
  ctx,
}) => {
  const { shop, orderId, order } = await given(ctx)
  const decided = await settlePaymentReview(
    shop,
    ordersOnSale,
    orderId,
    { ruling: 'approve', by: 'sam' },
    (task) => transact(ctx, task),
  )
  expect(decided).toEqual({ ok: false, why: 'no_payment_review' })
  expect(await order()).toMatchObject({ state: 'review', capturedCents: 0 })
})

test('recording the payment pays the order, once', async ({ ctx }) => {
  const { decide, order, unit } = await given(ctx)
  await decide('captured', 'WIRE 7')
  await decide('captured', 'WIRE 8')
  await decide('declined')
  expect(await order()).toMatchObject({ state: 'paid', capturedCents: 10_000 })
  expect(await unit()).toBe('taken')
  await ctx.handOn()
  expect(ctx.queued.filter(({ job }) => job === 'mail-order-confirmation')).toHaveLength(1)
})

test('a withdrawn or overdue invoice ends the order and releases its stock', async ({ ctx }) => {
  const { shop, pass, order, unit } = await given(ctx)
  pass(23 * hour)
  await reconcilePayments(shop, ordersOnSale)
  expect(await order()).toMatchObject({ state: 'review' })
  pass(1 * hour)
  await reconcilePayments(shop, ordersOnSale)
  expect(await order()).toMatchObject({
    state: 'held',
    lastAttempt: { declineReason: 'The invoice was not paid in time.' },
  })
  pass(6 * minute)
  await expireHolds(ctx, ordersOnSale)
  expect(await order()).toMatchObject({ state: 'expired' })
  expect(await unit()).toBe('open')
})

test('a payment after that is recorded and refunded by hand', async ({ ctx }) => {
  const { shop, decide, pass, order } = await given(ctx)
  await decide('declined')
  pass(11 * minute)
  await expireHolds(ctx, ordersOnSale)
  await decide('captured', 'WIRE 7')
  expect(await order()).toMatchObject({ state: 'expired', capturedCents: 0 })
  pass(minute)
  await reconcileRefunds(shop, ordersOnSale)
  const [refund] = await ctx.db.select().from(refunds)
  expect(refund).toMatchObject({ state: 'started', amountCents: 10_000, requestedBy: 'shop' })
  if (refund) await recordPayout(shop, ordersOnSale, refund, { method: 'cash', reference: '' })
  expect(await ctx.db.select().from(refunds)).toMatchObject([{ state: 'done' }])
})

test('a refund waits for a person to pay it', async ({ ctx }) => {
  const { shop, gateway, orderId, decide, pass, order } = await given(ctx)
  await decide('captured')
  const requested = await refundOrder(shop, ordersOnSale, orderId, { amountCents: 4_000 })
  if (!requested.ok || !requested.refund) throw new Error('Refused')
  pass(60 * minute)
  await reconcileRefunds(shop, ordersOnSale)
  expect(await order()).toMatchObject({ state: 'paid', refundedCents: 0 })
  await gateway.recordPayout(requested.refund.id, 'CHECK 12')
  pass(60 * minute)
  await reconcileRefunds(shop, ordersOnSale)
  expect(await order()).toMatchObject({ state: 'part_refunded', refundedCents: 4_000 })
})

test('attempts of another gateway wait for it', async ({ ctx }) => {
  const { shop, orderId, attempt, gateway, decide, pass, order } = await given(ctx)
  const changed = givenShop(ctx) // paid by test cards
  pass(8 * day)
  await reconcilePayments(changed, ordersOnSale)
  expect(await reconcileAttempt(changed, ordersOnSale, attempt)).toBe(false)
  expect(await order()).toMatchObject({ state: 'review' })

  await gateway.settleReview(attempt.id, 'captured')
  await decide('captured')
  await refundOrder(changed, ordersOnSale, orderId)
  pass(60 * minute)
  await reconcileRefunds(changed, ordersOnSale)
  const [refund] = await ctx.db.select().from(refunds)
  expect(refund).toMatchObject({ state: 'started' })
  await reconcileRefunds(shop, ordersOnSale)
  await gateway.recordPayout(refund?.id ?? '')
  pass(60 * minute)
  await reconcileRefunds(shop, ordersOnSale)
  expect(await order()).toMatchObject({ state: 'refunded' })
})
