import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { dropUnits } from '#app/features/drops/tables.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, paymentForm, visit } from '#test/visit.ts'
import { confirmedCookieOf, signConfirmed } from '../access.server.ts'
import { mailHoldConfirmation } from '../jobs.server.ts'
import { invoiceRefusalWords } from '../words.ts'
import { action as pay, loader as checkout } from './checkout.tsx'
import { loader as confirm } from './confirm-email.tsx'

const email = 'buyer@example.com'

async function given(ctx: TestContext) {
  const terms = { payTo: 'By wire.', dueDays: 7, holdHours: 24 }
  const shop = { ...givenShop(ctx), gateway: createManualGateway({ db: ctx.db, now: ctx.now, ...terms }) }
  await givenDrop(ctx.db)
  const held = await heldOrder(shop)
  const at = (path: string, more: { cookies?: string[]; form?: Record<string, string> } = {}) =>
    visit(shop, { path, params: { order: held.orderId }, ...more })
  const press = (to = email, cookies: string[] = []) => {
    const form = paymentForm({ email: to, paymentToken: 'invoice' })
    return answerOf(() =>
      pay(at(`/checkout/${held.orderId}`, { cookies: [...held.cookies, ...cookies], form })),
    )
  }
  const mail = async () => {
    await mailHoldConfirmation.run(shop, ctx.queued.at(-1)?.payload)
    return shop.sent.at(-1)
  }
  const confirmed = (address: string) => [
    confirmedCookieOf(shop, signConfirmed(shop, address)).split(';')[0] ?? '',
  ]
  const unit = async () => (await ctx.db.select().from(dropUnits).where(eq(dropUnits.number, 2)))[0]
  return { shop, held, at, press, mail, confirmed, unit, order: () => findOrder(ctx.db, held.orderId) }
}

test('asking for an invoice extends no hold and charges nothing: a link is mailed once, which leads back from any browser', async ({
  ctx,
}) => {
  const { shop, held, at, press, mail, unit, order } = await given(ctx)
  expect(await press()).toMatchObject({ status: 303, location: '/confirm-email?sent=order' })
  expect(await order()).toMatchObject({ state: 'held', buyerEmail: email })
  expect((await unit())?.heldUntil?.getTime()).toBeLessThan(after(ctx.now(), 11 * minute).getTime())
  expect(await ctx.db.$count(paymentAttempts)).toBe(0)

  const sent = await mail()
  await mail()
  expect([shop.sent.length, sent?.to]).toEqual([1, email])
  const [link = ''] = /\/confirm-email\?\S+/.exec(sent?.text ?? '') ?? []
  const back = await answerOf(() => confirm(at(link)))
  expect(back.location).toMatch(new RegExp(`^/checkout/${held.orderId}\\?key=`))
  const opened = await answerOf(() => checkout(at(back.location ?? '')))
  expect(opened.location).toBe(`/checkout/${held.orderId}`)
  expect(await order()).toMatchObject({ state: 'held' })
})

test('the link that went to a mistyped address opens nothing once the address is corrected', async ({
  ctx,
}) => {
  const { shop, at, press, mail } = await given(ctx)
  const back = async () => {
    const [link = ''] = /\/confirm-email\?\S+/.exec((await mail())?.text ?? '') ?? []
    return (await answerOf(() => confirm(at(link)))).location ?? ''
  }
  await press('stranger@example.com')
  const mistyped = await back()
  await press()
  const right = await back()
  expect(await answerOf(() => checkout(at(mistyped)))).toMatchObject({ status: 404 })
  expect(await answerOf(() => checkout(at(right)))).toMatchObject({ status: 303 })
  // Corrected before its mail was written, it is not written at all.
  await press('stranger@example.com')
  const late = ctx.queued.at(-1)?.payload
  await press()
  const before = shop.sent.length
  await mailHoldConfirmation.run(shop, late)
  expect(shop.sent.length).toBe(before)
})

test('once its email is confirmed, the press holds everything until the invoice is due', async ({ ctx }) => {
  const { held, press, confirmed, unit, order } = await given(ctx)
  expect(await press(email, confirmed('other@example.com'))).toMatchObject({
    location: '/confirm-email?sent=order',
  })
  expect(await press(email, confirmed(email))).toMatchObject({ location: `/orders/${held.orderId}` })
  expect(await order()).toMatchObject({ state: 'review', buyerEmail: email })
  expect((await unit())?.heldUntil).toEqual(after(ctx.now(), 24 * hour + 2 * second))
})

test('ended holds are not mailed nor invoiced, and mails are limited', async ({ ctx }) => {
  const { shop, press, mail, confirmed } = await given(ctx)
  shop.refusing.add('mailTo')
  expect(await press()).toMatchObject({ status: 429 })
  shop.refusing.clear()
  await press()
  ctx.setNow(after(ctx.now(), 11 * minute))
  await mail()
  expect(shop.sent).toEqual([])
  await press(email, confirmed(email))
  expect(await ctx.db.$count(paymentAttempts)).toBe(0)
})

test('an invoice due too soon is refused before mailing', async ({ ctx }) => {
  const { press } = await given(ctx)
  await ctx.db.update(orderLines).set({ refundUntil: after(ctx.now(), 30 * minute) })
  expect(await press()).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [invoiceRefusalWords.too_late_for_invoice] } },
  })
})
