import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import { after, day, hour, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { paymentForm, answerOf, givenShop, heldOrder, visit } from '#test/visit.ts'
import { givenDrop, ordersOnSale } from '#test/shop.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { invoiceRequests } from '../tables.ts'
import { transact } from '#app/db/work.server.ts'
import { forgetInvoiceRequests } from '../store/hold.server.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { invoiceRefusalWords } from '../words.ts'
import { action as pay } from './checkout.tsx'
import { action as confirm, loader as confirmPage, meta } from './invoice.tsx'

async function given(ctx: TestContext) {
  const gateway = createManualGateway({
    db: ctx.db,
    now: ctx.now,
    payTo: 'By wire.',
    dueDays: 7,
    holdHours: 24,
  })
  const shop = { ...givenShop(ctx), gateway }
  await givenDrop(ctx.db)
  const held = await heldOrder(shop)
  const address = { path: `/checkout/${held.orderId}/invoice`, params: { order: held.orderId } }
  const ask = (email = 'buyer@example.com') => {
    const form = paymentForm({ email, paymentToken: 'invoice' })
    return answerOf(() => pay(visit(shop, { ...address, cookies: held.cookies, form })))
  }
  const mail = async () => {
    const job = jobsOfOrders(ordersOnSale).find(({ name }) => name === 'mail-invoice-confirmation')
    await job?.run(shop, { orderId: held.orderId })
    return shop.sent.at(-1)
  }
  const keyIn = (text = '') => /\/invoice\?key=([\w-]+)/.exec(text)?.[1] ?? ''
  const open = (query: string, cookies: string[] = []) =>
    answerOf(() => confirmPage(visit(shop, { ...address, path: `${address.path}${query}`, cookies })))
  const press = (key: string) => confirm(visit(shop, { ...address, form: { key } }))
  const unit = async () => {
    const [found] = await ctx.db.select().from(dropUnits).where(eq(dropUnits.number, 2))
    return found
  }
  const order = () => findOrder(ctx.db, held.orderId)
  return { shop, held, ask, mail, keyIn, open, press, unit, order }
}

test('requesting an invoice extends no hold, and mails a confirmation', async ({ ctx }) => {
  const { shop, held, ask, mail, keyIn, open, unit, order } = await given(ctx)
  expect(await ask()).toMatchObject({ status: 303, location: `/checkout/${held.orderId}/invoice` })
  expect(await order()).toMatchObject({ state: 'held' })
  expect((await unit())?.heldUntil?.getTime()).toBeLessThan(after(ctx.now(), 11 * minute).getTime())
  expect(await ctx.db.$count(paymentAttempts)).toBe(0)
  expect(ctx.queued).toEqual([{ job: 'mail-invoice-confirmation', payload: { orderId: held.orderId } }])

  const sent = await mail()
  await mail()
  expect(shop.sent).toHaveLength(1)
  expect(sent?.to).toBe('buyer@example.com')
  for (const part of [sent?.text, sent?.html]) expect(keyIn(part)).toMatch(/^[\w-]{43}$/)
  expect((await open('', held.cookies)).value).toMatchObject({ email: 'buyer@example.com', key: null })
  expect((await open(`?key=${keyIn(sent?.text)}`)).value).toMatchObject({ email: null })
  expect(await order()).toMatchObject({ state: 'held' })
})

test('the confirmation link sends the invoice from any browser, and holds the stock until it is due', async ({
  ctx,
}) => {
  const { held, ask, mail, keyIn, press, unit, order } = await given(ctx)
  await ask()
  const answer = await press(keyIn((await mail())?.text))
  expect(answer.headers.get('Location')).toBe(`/orders/${held.orderId}`)
  expect(answer.headers.get('Set-Cookie')).toContain(`paco-order-${held.orderId}=`)
  expect(await order()).toMatchObject({ state: 'review', buyerEmail: 'buyer@example.com' })
  const heldUntil = (await unit())?.heldUntil
  expect(heldUntil).toEqual(after(ctx.now(), 24 * hour + 2 * second))
  expect(await ctx.db.$count(invoiceRequests)).toBe(0)
})

test('other keys, and the link of a corrected email, do not confirm', async ({ ctx }) => {
  const { ask, mail, keyIn, press, order } = await given(ctx)
  await ask('wrong@example.com')
  const key = keyIn((await mail())?.text)
  ctx.setNow(after(ctx.now(), second))
  await ask()
  for (const wrong of [key, '', 'x'.repeat(43)])
    expect(await answerOf(() => press(wrong))).toMatchObject({ status: 404 })
  expect(await order()).toMatchObject({ state: 'held' })
})

test('the page does not turn referrers off', () => {
  // Browsers would send its form, and that of the gate before it, with the origin "null", which is refused.
  expect(JSON.stringify(meta())).not.toContain('referrer')
})

test('wrong links from the same network do not lock out the right one', async ({ ctx }) => {
  const { shop, held, ask, mail, keyIn, open, press } = await given(ctx)
  await ask()
  const key = keyIn((await mail())?.text)
  shop.refusing.add('privateLinkMiss')
  expect((await open('?key=guess')).status).toBe(429)
  expect((await open(`?key=${key}`)).value).toMatchObject({ key })
  expect((await press(key)).headers.get('Location')).toBe(`/orders/${held.orderId}`)
})

test('a link opened after the hold expired sends no invoice', async ({ ctx }) => {
  const { held, ask, mail, keyIn, press } = await given(ctx)
  await ask()
  const key = keyIn((await mail())?.text)
  ctx.setNow(after(ctx.now(), 11 * minute))
  expect(await answerOf(() => press(key))).toMatchObject({ location: `/checkout/${held.orderId}` })
  expect(await ctx.db.$count(paymentAttempts)).toBe(0)
})

test('ended holds are not mailed, and mails are rate limited', async ({ ctx }) => {
  const { shop, ask, mail } = await given(ctx)
  shop.refusing.add('mailTo')
  expect(await ask()).toMatchObject({ status: 429 })
  shop.refusing.clear()
  await ask()
  ctx.setNow(after(ctx.now(), 11 * minute))
  await mail()
  expect(shop.sent).toEqual([])
})

test('an invoice due too soon is refused before mailing', async ({ ctx }) => {
  const { ask } = await given(ctx)
  await ctx.db.update(orderLines).set({ refundUntil: after(ctx.now(), 30 * minute) })
  expect(await ask()).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [invoiceRefusalWords.too_late_for_invoice] } },
  })
})

test('an invoice request is deleted after a day', async ({ ctx }) => {
  const { shop, ask } = await given(ctx)
  await ask()
  await transact(shop, forgetInvoiceRequests)
  expect(await ctx.db.$count(invoiceRequests)).toBe(1)
  ctx.setNow(after(ctx.now(), day))
  await transact(shop, forgetInvoiceRequests)
  expect(await ctx.db.$count(invoiceRequests)).toBe(0)
})
