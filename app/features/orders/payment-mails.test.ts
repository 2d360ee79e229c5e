import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { day, minute } from '#app/kit/clock.ts'
import { createManualGateway } from '#app/payments/manual/gateway.server.ts'
import type { SandboxToken } from '#app/payments/test-cards.ts'
import { sentMails } from '#app/mail/tables.ts'
import { type Bench, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { payOrder, reconcileAttempt, reconcilePayments, expireHolds } from './flows.server.ts'
import { orderJobs } from './jobs.server.ts'
import { paymentAttempts } from './payment-tables.ts'
import { cancelHold, opensOrder } from './store.server.ts'

const jobs = orderJobs(ordersOnSale)

/** A shop with an order that was sent off with this card, and what happens to it then. */
async function given(place: Bench, paymentToken: SandboxToken | 'invoice') {
  const shop = {
    ...givenShop(place),
    ...(paymentToken === 'invoice' && {
      gateway: createManualGateway({
        db: place.db,
        now: place.now,
        payTo: 'By wire',
        dueDays: 7,
        holdHours: 24,
      }),
    }),
  }
  await givenDrop(place.db, { theme: 'guerrilla', name: 'Guerrilla Vol. 1' })
  const { orderId } = await heldOrder(shop)
  const pay = (token: string) =>
    payOrder(shop, ordersOnSale, orderId, reservationForm({ paymentToken: token }))
  await pay(paymentToken)
  const [attempt] = await place.db.select().from(paymentAttempts)
  if (!attempt) throw new Error('Nothing was begun')

  const decide = async (verdict: 'captured' | 'declined') => {
    await shop.gateway.settleReview?.(attempt.id, verdict)
    await reconcileAttempt(shop, ordersOnSale, attempt)
  }
  /** Runs a mail job twice, as a queue may. Answers the mails that were sent by it. */
  const mail = async (name: string) => {
    const before = shop.sent.length
    const job = jobs.find((each) => each.name === name)
    if (!job) throw new Error(`There is no job ${name}`)
    for (const _ of [1, 2]) await job.run(shop, { orderId, attemptId: attempt.id })
    return shop.sent.slice(before)
  }
  const pass = (ms: number) => place.setNow(new Date(place.now().getTime() + ms))
  const expire = () => expireHolds(shop, ordersOnSale)
  return { shop, orderId, attempt, pay, decide, mail, pass, expire }
}

/** The same mail in both of its parts: every sentence is in the text and in the HTML. */
function expectInBothParts(mail: { text: string; html: string } | undefined, sentences: readonly string[]) {
  const html = (mail?.html ?? '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  for (const sentence of sentences) {
    expect(mail?.text).toContain(sentence)
    expect(html).toContain(sentence)
  }
}

test('a payment held for review is mailed once, with a private link that opens the order', async ({
  place,
}) => {
  const { shop, orderId, mail } = await given(place, 'sandbox_review')
  const [sent, ...more] = await mail('mail-payment-review')
  expect(more).toEqual([])
  expect(sent).toMatchObject({
    to: 'buyer@example.com',
    subject: 'Your payment is being checked: Guerrilla Vol. 1, number 2 of 3',
  })
  expectInBothParts(sent, [
    'The payment service holds your payment of $100 until a person there has checked it.',
    'Number 2 stays held for you until it is decided.',
    'If it is declined, nothing is charged, and we write to you how to pay another way.',
    orderId,
  ])
  const key = /\/orders\/\w+\?key=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
  expect(await opensOrder(shop.db, orderId, key, shop.now())).toBe(true)
})

test('a review that was decided before its mail could be sent is not mailed any more', async ({ place }) => {
  const { decide, mail } = await given(place, 'sandbox_review')
  await decide('captured')
  expect(await mail('mail-payment-review')).toEqual([])
})

test('a payment without an answer is mailed while there is still none', async ({ place }) => {
  const { mail } = await given(place, 'sandbox_silent_before')
  const sent = await mail('mail-payment-unknown')
  expect(sent).toHaveLength(1)
  expectInBothParts(sent[0], [
    'has not told us yet whether your payment of $100 went through',
    'Please do not pay again. You will not be charged twice.',
  ])
})

test('a payment whose answer has come meanwhile is not mailed as unanswered', async ({ place }) => {
  const { shop, pass, mail } = await given(place, 'sandbox_silent_after')
  pass(minute)
  await reconcilePayments(shop, ordersOnSale)
  expect(await mail('mail-payment-unknown')).toEqual([])
})

test('a decline after a review says that nothing was charged and until when to pay again', async ({
  place,
}) => {
  const { decide, mail, pass } = await given(place, 'sandbox_review')
  pass(8 * minute)
  await decide('declined')
  const sent = await mail('mail-payment-declined-later')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.subject).toBe('Your payment was declined: Guerrilla Vol. 1, number 2 of 3')
  expectInBothParts(sent[0], [
    'Your payment of $100 did not go through. No charge was made. The payment was declined after review.',
    'Number 2 is still held for you until 20 Nov 2026, 7:13 AM EST. Pay again before then to keep it.',
    'Pay again',
  ])
})

test('a decline that is mailed after the hold has ended says so, and leads to what is open', async ({
  place,
}) => {
  const { decide, mail, pass, expire } = await given(place, 'sandbox_review')
  await decide('declined')
  pass(day)
  for (const ended of [async () => 0, expire]) {
    await ended()
    await place.db.delete(sentMails)
    const sent = await mail('mail-payment-declined-later')
    expectInBothParts(sent[0], [
      'The hold has ended, so number 2 is open to others again.',
      'http://shop.test/drops/test-drop/reserve?number=2',
    ])
    expect(sent[0]?.text).not.toContain('still held for you')
  }
})

test('a payment that never arrived says that a charge which appears later goes back', async ({ place }) => {
  const { shop, mail, pass } = await given(place, 'sandbox_silent_before')
  pass(5 * minute)
  await reconcilePayments(shop, ordersOnSale)
  const sent = await mail('mail-payment-declined-later')
  expect(sent).toHaveLength(1)
  expectInBothParts(sent[0], [
    'it has no record of your payment of $100. Nothing was charged.',
    'If a charge appears on your card after all, it goes back automatically, and we write to you.',
    'Pay again before then to keep it.',
  ])
})

test('a buyer who has paid again meanwhile is not told of the failed payment', async ({ place }) => {
  const { decide, pay, mail } = await given(place, 'sandbox_review')
  await decide('declined')
  await pay('sandbox_approve')
  expect(await mail('mail-payment-declined-later')).toEqual([])
})

test('nor is one who was declined again since', async ({ place }) => {
  const { decide, pay, mail, pass } = await given(place, 'sandbox_review')
  await decide('declined')
  pass(minute)
  await pay('sandbox_decline')
  expect(await mail('mail-payment-declined-later')).toEqual([])
})

test('nor is one who canceled the order', async ({ place }) => {
  const { shop, orderId, decide, mail } = await given(place, 'sandbox_review')
  await decide('declined')
  await transact(shop, (work) => cancelHold(work, ordersOnSale, orderId))
  expect(await mail('mail-payment-declined-later')).toEqual([])
})

test('an attempt that was not declined is never mailed as declined', async ({ place }) => {
  const { mail } = await given(place, 'sandbox_review')
  for (const name of ['mail-payment-declined-later', 'mail-payment-overdue', 'mail-payment-withdrawn'])
    expect(await mail(name)).toEqual([])
})

test('an overdue invoice is closed in words, and what is paid late goes back', async ({ place }) => {
  const { shop, mail, pass } = await given(place, 'invoice')
  pass(7 * day)
  await reconcilePayments(shop, ordersOnSale)
  const sent = await mail('mail-payment-overdue')
  expect(sent).toHaveLength(1)
  expectInBothParts(sent[0], [
    'The invoice for $100 was due on 21 Nov 2026, 7:00 AM EST, and no payment has reached us.',
    'you owe nothing',
    'If your payment is already on its way, we pay it back when it arrives.',
    'The hold has ended, so number 2 is open to others again.',
  ])
})

test('a withdrawn invoice says not to pay it, and whom to write to', async ({ place }) => {
  const { decide, mail, pass, expire } = await given(place, 'invoice')
  await decide('declined')
  pass(11 * minute)
  await expire()
  const sent = await mail('mail-payment-withdrawn')
  expect(sent).toHaveLength(1)
  expectInBothParts(sent[0], [
    'We have withdrawn the invoice for $100. You owe nothing. Please do not pay it.',
    'Number 2 is no longer held for you.',
    'http://shop.test/contact',
  ])
})

test('a payment that arrived after the stock was gone says what goes back, and how', async ({ place }) => {
  const { mail } = await given(place, 'sandbox_approve')
  const sent = await mail('mail-order-unfulfilled')
  expect(sent).toHaveLength(1)
  expectInBothParts(sent[0], [
    'Your payment of $100 arrived after the hold had ended. By then, number 2 had gone to somebody else.',
    'The $100 goes back to your card automatically.',
    'See which numbers are open',
  ])
})

test('money of an invoice goes back by hand, and the mail does not speak of a card', async ({ place }) => {
  const { mail } = await given(place, 'invoice')
  const [sent] = await mail('mail-order-unfulfilled')
  expectInBothParts(sent, ['We pay the $100 back to you by hand'])
  expect(sent?.text).not.toContain('card')
})

test('a payment mail for an attempt of another order is a bug, and is not sent', async ({ place }) => {
  const { shop, attempt } = await given(place, 'sandbox_review')
  const other = await heldOrder(shop, 1)
  await payOrder(shop, ordersOnSale, other.orderId, reservationForm({ paymentToken: 'sandbox_review' }))
  const job = jobs.find(({ name }) => name === 'mail-payment-review')
  await expect(job?.run(shop, { orderId: other.orderId, attemptId: attempt.id })).rejects.toThrow(
    'has no attempt',
  )
  expect(shop.sent).toEqual([])
})
