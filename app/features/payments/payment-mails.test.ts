import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { day, minute } from '#app/kit/clock.ts'
import { sentMails } from '#app/mail/tables.ts'
import { test } from '#test/db.ts'
import { givenPayment, orderJobList } from '#test/world.ts'
import { ordersOnSale, reservationForm } from '#test/shop.ts'
import { heldOrder } from '#test/visit.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { reconcilePayments } from './flows.server.ts'
import { reconcileRefunds } from '#app/features/refunds/flows.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { opensOrder } from '#app/features/orders/store/links.server.ts'

function expectInBothParts(mail: { text: string; html: string } | undefined, sentences: readonly string[]) {
  const html = (mail?.html ?? '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  for (const sentence of sentences) {
    expect(mail?.text).toContain(sentence)
    expect(html).toContain(sentence)
  }
}

function expectMail(sent: readonly { text: string; html: string }[], sentences: readonly string[]) {
  expect(sent).toHaveLength(1)
  expectInBothParts(sent[0], sentences)
}

test('a payment held for review is emailed once, with the private link', async ({ ctx }) => {
  const { shop, orderId, mail } = await givenPayment(ctx, 'sandbox_review')
  const [sent, ...more] = await mail('mail-payment-review')
  expect(more).toEqual([])
  expect(sent).toMatchObject({
    to: 'buyer@example.com',
    subject: 'Your payment is being reviewed: Guerrilla Vol. 1, number 2 of 3',
  })
  expectInBothParts(sent, [
    'Our payment processor is reviewing your payment of $100.',
    'Number 2 stays held for you until the review is done.',
    'If it’s declined, you won’t be charged, and we’ll email you how to pay another way.',
    orderId,
  ])
  const key = /\/orders\/\w+\?key=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
  expect(await opensOrder(shop, orderId, key)).toBe(true)
})

test('a review decided before its email was sent is not emailed, and leaves no email on its way', async ({
  ctx,
}) => {
  const { shop, attempt, decide, mail } = await givenPayment(ctx, 'sandbox_review')
  const key = `mail-payment-review:${attempt.id}`
  await shop.db.insert(sentMails).values({ key, state: 'sending', attempts: 1 })
  await decide('captured')
  expect(await mail('mail-payment-review')).toEqual([])
  expect(await shop.db.select().from(sentMails).where(eq(sentMails.key, key))).toEqual([])
})

test('an unanswered payment is emailed while it is still unanswered', async ({ ctx }) => {
  const { mail } = await givenPayment(ctx, 'sandbox_silent_before')
  expectMail(await mail('mail-payment-unknown'), [
    'hasn’t confirmed yet whether your payment of $100 went through',
    'Please don’t pay again. You won’t be charged twice.',
  ])
})

test('a payment answered in the meantime is not emailed as unanswered', async ({ ctx }) => {
  const { shop, pass, mail } = await givenPayment(ctx, 'sandbox_silent_after')
  pass(minute)
  await reconcilePayments(shop, ordersOnSale)
  expect(await mail('mail-payment-unknown')).toEqual([])
})

test('the email about a decline after a review says that nothing was charged and when the hold ends', async ({
  ctx,
}) => {
  const { decide, mail, pass } = await givenPayment(ctx, 'sandbox_review')
  pass(8 * minute)
  await decide('declined')
  const sent = await mail('mail-payment-failed')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.subject).toBe('Your payment was declined: Guerrilla Vol. 1, number 2 of 3')
  expectInBothParts(sent[0], [
    'Your payment of $100 did not go through. You weren’t charged. The payment was declined after review.',
    'Number 2 is still held for you until Nov 20, 2026, 7:13 AM EST. Pay again before then to keep it.',
    'Pay again',
  ])
})

test('a decline emailed after the hold ended links to what is available', async ({ ctx }) => {
  const { decide, mail, pass, expire } = await givenPayment(ctx, 'sandbox_review')
  await decide('declined')
  pass(day)
  for (const ended of [async () => 0, expire]) {
    await ended()
    await ctx.db.delete(sentMails)
    const sent = await mail('mail-payment-failed')
    expectInBothParts(sent[0], [
      'Your hold has ended, so number 2 is available to others again.',
      'http://shop.test/drops/test-drop/reserve?number=2',
    ])
    expect(sent[0]?.text).not.toContain('still held for you')
  }
})

test('the email about an abandoned payment promises a refund of any later charge', async ({ ctx }) => {
  const { shop, mail, pass } = await givenPayment(ctx, 'sandbox_silent_before')
  pass(5 * minute)
  await reconcilePayments(shop, ordersOnSale)
  expectMail(await mail('mail-payment-failed'), [
    'it has no record of your payment of $100. You weren’t charged.',
    'If a charge does appear on your card, we’ll refund it automatically and email you.',
    'Pay again before then to keep it.',
  ])
})

test('a failed payment is not emailed to a buyer who has paid since', async ({ ctx }) => {
  const { decide, pay, mail } = await givenPayment(ctx, 'sandbox_review')
  await decide('declined')
  await pay('sandbox_approve')
  expect(await mail('mail-payment-failed')).toEqual([])
})

test('nor to one who was declined again', async ({ ctx }) => {
  const { decide, pay, mail, pass } = await givenPayment(ctx, 'sandbox_review')
  await decide('declined')
  pass(minute)
  await pay('sandbox_decline')
  expect(await mail('mail-payment-failed')).toEqual([])
})

test('nor to one who canceled the order', async ({ ctx }) => {
  const { shop, orderId, decide, mail } = await givenPayment(ctx, 'sandbox_review')
  await decide('declined')
  await transact(shop, (work) => cancelHold(work, ordersOnSale, orderId))
  expect(await mail('mail-payment-failed')).toEqual([])
})

test('only a declined attempt is emailed as declined', async ({ ctx }) => {
  const { mail } = await givenPayment(ctx, 'sandbox_review')
  expect(await mail('mail-payment-failed')).toEqual([])
})

test('the email about an overdue invoice promises a refund of late payments', async ({ ctx }) => {
  const { shop, mail, pass } = await givenPayment(ctx, 'invoice')
  pass(7 * day)
  await reconcilePayments(shop, ordersOnSale)
  expectMail(await mail('mail-payment-failed'), [
    'The invoice for $100 was due on Nov 21, 2026, 7:00 AM EST, and no payment has reached us.',
    'you owe nothing',
    'If your payment is already on its way, we’ll refund it when it arrives.',
    'Your hold has ended, so number 2 is available to others again.',
  ])
})

test('the email about a withdrawn invoice says not to pay, and where to write', async ({ ctx }) => {
  const { decide, mail, pass, expire } = await givenPayment(ctx, 'invoice')
  await decide('declined')
  pass(11 * minute)
  await expire()
  expectMail(await mail('mail-payment-failed'), [
    'We have withdrawn the invoice for $100. You owe nothing. Please don’t pay it.',
    'Number 2 is no longer held for you.',
    'http://shop.test/contact',
  ])
})

test('the email about an unfulfilled order says what is refunded, and how', async ({ ctx }) => {
  const { mail } = await givenPayment(ctx, 'sandbox_approve')
  expectMail(await mail('mail-order-unfulfilled'), [
    'Your payment of $100 arrived after your hold had ended. By then, number 2 had been sold to someone else.',
    'We’re refunding $100 to your card automatically.',
    'See which numbers are open',
  ])
})

test('an unfulfilled charge is emailed, and its refund mentions no number', async ({ ctx }) => {
  const { shop, orderId, mail, pass } = await givenPayment(ctx, 'sandbox_silent_after')
  await ctx.db.update(dropUnits).set({ orderId: 'SOMEBODY' }).where(eq(dropUnits.orderId, orderId))
  pass(minute)
  await reconcilePayments(shop, ordersOnSale)
  expect(ctx.queued.map(({ job }) => job)).toContain('mail-order-unfulfilled')
  expect(await mail('mail-order-unfulfilled')).toHaveLength(1)
  pass(minute)
  await reconcileRefunds(shop, ordersOnSale)
  const refund = ctx.queued.find(({ job }) => job === 'mail-order-refund')
  await orderJobList.find(({ name }) => name === 'mail-order-refund')?.run(shop, refund?.payload)
  expectInBothParts(shop.sent.at(-1), [
    'had been sold to someone else',
    'We’ve refunded everything you paid.',
  ])
  expect(shop.sent.at(-1)?.text).not.toContain('available to others')
})

test('the refund of an invoice is paid by hand, and its email mentions no card', async ({ ctx }) => {
  const { mail } = await givenPayment(ctx, 'invoice')
  const [sent] = await mail('mail-order-unfulfilled')
  expectInBothParts(sent, ['We’ll send the $100 back the way you paid it'])
  expect(sent?.text).not.toContain('card')
})

test('a payment mail for an attempt of another order is a bug, and is not sent', async ({ ctx }) => {
  const { shop, attempt } = await givenPayment(ctx, 'sandbox_review')
  const other = await heldOrder(shop, 1)
  await payOrder(shop, ordersOnSale, other.orderId, reservationForm({ paymentToken: 'sandbox_review' }))
  const job = orderJobList.find(({ name }) => name === 'mail-payment-review')
  await expect(job?.run(shop, { orderId: other.orderId, attemptId: attempt.id })).rejects.toThrow(
    'has no attempt',
  )
  expect(shop.sent).toEqual([])
})
