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
import { action as saveDetails } from './details.tsx'

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
  { shipState: 'CA', shipZip: '90001' },
] as const

for (const changed of unchecked)
  test(`extending the hold from a form gives it back as it was typed, and changes nothing else: ${JSON.stringify(changed)}`, async ({
    ctx,
  }) => {
    const { at, found, press } = await quoted(ctx)
    const before = await found()
    const typed = { ...miami, ...changed }
    const answer = await answerOf(() => saveDetails(at({ ...typed, renew: 'yes' }, '/details')))
    expect(answer).toMatchObject({ status: 200, value: { fieldErrors: {}, given: typed } })
    const { expiresAt: _, holdVersion: __, ...after } = await found()
    const { expiresAt: ___, holdVersion: ____, ...judged } = before
    expect(after).toEqual(judged)
    expect(await press()).toMatchObject({ location: expect.stringMatching(/^\/orders\//) })
    expect(await found()).toMatchObject({ state: 'paid', shipState: 'FL', totalCents: before.totalCents })
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
