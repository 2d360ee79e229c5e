import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { miamiForm as miami, holdLines } from '#test/shop.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { action as pay, loader as checkout } from './checkout.tsx'
import { action as saveDetails, loader as details } from './details.tsx'
import { action as change } from './change-hold.tsx'

async function quoted(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenSample(shop.db, ctx.now())
  const lines = [{ kind: 'accessory' as const, ref: { accessory: 'oil', quantity: 5 } }]
  const { orderId, token } = await holdLines(shop, lines)
  const cookies = [`paco-order-${orderId}=${token}`]
  const at = (form?: Record<string, string>, below = '') =>
    visit(shop, {
      path: `/checkout/${orderId}${below}`,
      params: { order: orderId },
      cookies,
      ...(form && { form }),
    })
  await answerOf(() => saveDetails(at(miami)))
  const found = async () => {
    const order = await findOrder(shop.db, orderId)
    if (!order) throw new Error('There is no order')
    return order
  }
  const { totalCents } = await found()
  const pressed = { formKey: crypto.randomUUID(), attestation: 'yes', paymentToken: 'sandbox_approve' }
  const press = () => answerOf(() => pay(at({ ...pressed, total: String(totalCents) })))
  return { shop, orderId, at, found, press }
}

const unchecked = [
  { name: '', email: 'rev@', shipStreet: '', shipCity: '', shipZip: '' },
  { shipState: 'OR' },
  { shipCounty: 'Nowhere' },
  { email: 'not an address' },
  { shipState: 'CA', shipZip: '90001' },
] as const

for (const changed of unchecked)
  test(`drafts never change the checked order: ${JSON.stringify(changed)}`, async ({ ctx }) => {
    const { at, found, press } = await quoted(ctx)
    const before = await found()
    await answerOf(() => change(at({ ...miami, ...changed }, '/renewal')))
    const { draft, expiresAt: _, holdVersion: __, ...after } = await found()
    const { draft: ___, expiresAt: ____, holdVersion: _____, ...judged } = before
    expect(after).toEqual(judged)
    expect(draft).not.toBeNull()
    expect(await press()).toMatchObject({ location: expect.stringMatching(/^\/orders\//) })
    expect(await found()).toMatchObject({
      state: 'paid',
      buyerName: 'Jordan Buyer',
      buyerEmail: 'buyer@example.com',
      shipState: 'FL',
      shipZip: '33139',
      shipCounty: 'Miami-Dade',
      totalCents: before.totalCents,
      draft: null,
    })
  })

test('a draft fills the form, and only submitting changes the order', async ({ ctx }) => {
  const { at, found } = await quoted(ctx)
  await answerOf(() => change(at({ ...miami, shipStreet: '2 Ocean Drive' }, '/renewal')))
  expect((await answerOf(() => details(at()))).value).toMatchObject({
    given: { shipStreet: '2 Ocean Drive' },
  })
  expect((await answerOf(() => checkout(at()))).value).toMatchObject({
    to: { lines: expect.arrayContaining(['1 Ocean Drive']) },
  })
  await answerOf(() => saveDetails(at({ ...miami, shipStreet: '3 Ocean Drive' })))
  expect(await found()).toMatchObject({ shipStreet: '3 Ocean Drive', draft: null })
})

const spoiled = [
  { shipZip: null },
  { buyerEmail: 'rev@' },
  { buyerName: null },
  { shipState: 'OR' },
  { shipStreet: '' },
  { shippingMethod: null },
]
for (const values of spoiled)
  test(`a stored delivery is checked again before it is charged: ${JSON.stringify(values)}`, async ({
    ctx,
  }) => {
    const { shop, orderId, at, found, press } = await quoted(ctx)
    await shop.db.update(orders).set(values).where(eq(orders.id, orderId))
    expect(await press()).toMatchObject({ location: `/checkout/${orderId}` })
    expect(await shop.db.$count(paymentAttempts)).toBe(0)
    expect(await found()).toMatchObject({ state: 'held', quotedAt: null })
    expect(await answerOf(() => checkout(at()))).toMatchObject({ location: `/checkout/${orderId}/details` })
  })

test('an address changed in another window is checked as it is now', async ({ ctx }) => {
  const { shop, orderId, found, press } = await quoted(ctx)
  // A window that still shows the first address presses while the second one is stored: the tax is another one there.
  const oregon = { shipState: 'OR', shipCity: 'Portland', shipZip: '97201', shipCounty: null }
  await shop.db.update(orders).set(oregon).where(eq(orders.id, orderId))
  expect(await press()).toMatchObject({ status: 409 })
  expect(await shop.db.$count(paymentAttempts)).toBe(0)
  expect((await found()).state).toBe('held')
})
