import { expect } from 'vitest'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { reconcileAttempt } from '#app/features/payments/flows.server.ts'
import { jobsOfOrders } from './order-jobs.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import type { SandboxToken } from '#app/gateway/test-cards.ts'
import type { TestContext } from './db.ts'
import { jobRunner } from './jobs.ts'
import { givenDrop, ordersOnSale, reservationForm } from './shop.ts'
import { givenShop, heldOrder } from './visit.ts'

export const orderJobList = jobsOfOrders(ordersOnSale)
const { run } = jobRunner(orderJobList)

/** A shop with an order paid by this card, and its next steps. */
export async function givenPayment(ctx: TestContext, paymentToken: SandboxToken | 'invoice') {
  const shop = {
    ...givenShop(ctx),
    ...(paymentToken === 'invoice' && {
      gateway: createManualGateway({
        db: ctx.db,
        now: ctx.now,
        payTo: 'By wire',
        dueDays: 7,
        holdHours: 24,
      }),
    }),
  }
  await givenDrop(ctx.db, { theme: 'guerrilla', name: 'Guerrilla Vol. 1' })
  const { orderId } = await heldOrder(shop)
  const pay = (token: string) =>
    payOrder(shop, ordersOnSale, orderId, reservationForm({ paymentToken: token }))
  await pay(paymentToken)
  const [attempt] = await ctx.db.select().from(paymentAttempts)
  if (!attempt) throw new Error('Nothing was begun')

  const decide = async (verdict: 'captured' | 'declined') => {
    await shop.gateway.settleReview?.(attempt.id, verdict)
    await reconcileAttempt(shop, ordersOnSale, attempt)
  }
  /** Runs an email job twice, as a queue may. Returns the emails sent. */
  const mail = async (name: string) => {
    const before = shop.sent.length
    for (const _ of [1, 2]) await run(shop, name, { orderId, attemptId: attempt.id })
    return shop.sent.slice(before)
  }
  const pass = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms))
  const expire = () => expireHolds(shop, ordersOnSale)
  return { shop, orderId, attempt, pay, decide, mail, pass, expire }
}

/** Both parts of an email: every sentence is in the text and in the HTML. */
export function expectInBothParts(
  mail: { text: string; html: string } | undefined,
  sentences: readonly string[],
) {
  const html = (mail?.html ?? '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  for (const sentence of sentences) {
    expect(mail?.text).toContain(sentence)
    expect(html).toContain(sentence)
  }
}
