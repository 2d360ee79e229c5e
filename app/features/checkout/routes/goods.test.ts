import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { accessories } from '#app/features/accessories/tables.ts'
import {
  findKnownRules,
  findStateRule,
  recordStateRule,
} from '#app/features/compliance/store/state-rules.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { recheckOrders } from '#app/features/orders/store/review.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { sellables } from '#app/sellables.server.ts'
import { eq } from 'drizzle-orm'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { sampleVariants } from '#test/goods.ts'
import { reservationForm, holdLines } from '#test/shop.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import type { StartRequest } from '../store/start.server.ts'
import { action as pay, loader as openCheckout } from './checkout.tsx'
import { action as saveDetails, loader as openDetails } from './details.tsx'
import { action as remove } from './change-hold.tsx'

type Line = { refusal: string; review: string; handling: string }

async function given(ctx: TestContext, lines: StartRequest['lines']) {
  const shop = givenShop(ctx)
  await givenSample(shop.db, ctx.now())
  findKnownRules.forget(shop.db)
  const { orderId, token } = await holdLines(shop, lines, sellables)
  const at = (path: string, form?: Record<string, string>) => {
    const cookies = [`paco-order-${orderId}=${token}`]
    const args = visit(shop, { path, params: { order: orderId }, cookies, ...(form && { form }) })
    args.context.set(sellablesContext, sellables)
    return args
  }
  const path = `/checkout/${orderId}`
  const page = async () => (await answerOf(() => openCheckout(at(path)))).value as { lines: Line[] }
  return {
    shop,
    order: () => findOrder(shop.db, orderId),
    page,
    methods: async () => {
      const { value } = await answerOf(() => openDetails(at(`${path}/details`)))
      return (value as { methods: { code: string }[] }).methods.map(({ code }) => code)
    },
    ship: (place: Record<string, string>) => {
      const person = { name: 'Jordan Buyer', email: 'buyer@example.com', phone: '' }
      const home = { state: 'FL', zip: '33139', dealer: 'later' }
      const street = { shipStreet: '1 Main Street', shipCity: 'Town', shippingMethod: 'ground' }
      return answerOf(() => saveDetails(at(`${path}/details`, { ...person, ...home, ...street, ...place })))
    },
    pay: (more: Record<string, string> = {}) => {
      const { formKey, attestation, paymentToken } = reservationForm()
      return answerOf(() => pay(at(path, { formKey, attestation, paymentToken, ...more })))
    },
    remove: (line: number) => answerOf(() => remove(at(`${path}/removal`, { line: String(line) }))),
  }
}

const piece = (accessory: string, quantity = 1) => [
  { kind: 'accessory' as const, ref: { accessory, quantity } },
]
const losAngeles = { shipState: 'CA', shipZip: '90001' }
const honolulu = { shipState: 'HI', shipZip: '96815' }

test('a coupler is not sold to California: the page says why, and nothing is charged', async ({ ctx }) => {
  const { ship, page, pay, order } = await given(ctx, piece('magazine-coupler'))
  await ship(losAngeles)
  const { lines } = await page()
  expect(lines).toMatchObject([{ refusal: expect.stringContaining('California AB 1263'), review: '' }])
  expect(await pay()).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [expect.stringContaining('California AB 1263')] } },
  })
  expect(await order()).toMatchObject({ state: 'held', capturedCents: 0 })
})

test('a 30-round rifle magazine is not sent to Hawaii, where it fits pistols too', async ({ ctx }) => {
  const { ship, pay, order } = await given(ctx, piece('magazine-30', 3))
  await ship(honolulu)
  expect(await pay()).toMatchObject({ status: 409 })
  expect(await order()).toMatchObject({ capturedCents: 0 })
})

test('a review of a magazine is announced before paying, and stored', async ({ ctx }) => {
  const { ship, page, pay, order } = await given(ctx, piece('magazine-10'))
  await ship({ shipState: 'CT', shipZip: '06101' })
  const { lines } = await page()
  expect(lines).toMatchObject([
    { refusal: '', review: expect.stringContaining('our staff ask you for your Connecticut permit') },
  ])
  expect(await pay()).toMatchObject({ status: 303 })
  expect(await order()).toMatchObject({ state: 'paid', verdict: { outcome: 'review' } })
})

test('a review of a firearm bought beside a parcel is announced on the page that takes the money', async ({
  ctx,
}) => {
  const { ship, page } = await given(ctx, [await someNumber(ctx), ...piece('oil')])
  await ship({ shipState: 'FL', shipZip: '33139', shipCounty: 'Miami-Dade', state: 'CO', zip: '80301' })
  expect((await page()).lines).toMatchObject([
    { refusal: '', review: expect.stringContaining('your Colorado firearm eligibility card') },
    { refusal: '', review: '' },
  ])
})

async function someNumber(ctx: TestContext) {
  await givenSample(ctx.db, ctx.now())
  const [variant] = await sampleVariants(ctx.db)
  return { kind: 'drop_unit' as const, ref: { slug: 'guerrilla-vol-1', number: null, variant } }
}

test('a firearm that its buyer’s state refuses leaves the order beside a parcel, and the rest is paid', async ({
  ctx,
}) => {
  const { ship, page, pay, remove, order } = await given(ctx, [await someNumber(ctx), ...piece('oil')])
  await ship({ shipState: 'NY', shipZip: '10001', state: 'NY', zip: '10001' })
  expect((await page()).lines).toMatchObject([
    { refusal: expect.stringContaining('New York'), review: '' },
    { refusal: '', review: '' },
  ])
  expect(await pay()).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [expect.stringContaining('New York')] } },
  })
  await remove(1)
  expect((await order())?.lines).toHaveLength(2)
  await remove(0)
  const left = await order()
  expect(left).toMatchObject({ lines: [{ kind: 'accessory' }] })
  expect(await pay({ total: String(left?.totalCents) })).toMatchObject({
    location: expect.stringMatching(/^\/orders\//),
  })
  expect(await order()).toMatchObject({ state: 'paid', capturedCents: left?.totalCents })
})

test('a firearm refused by the state on the form that pays can be removed there, and what was typed stays', async ({
  ctx,
}) => {
  const { page, pay, remove, order } = await given(ctx, [
    await someNumber(ctx),
    { kind: 'trust_pack', ref: { package: 'trust-only' } },
  ])
  await remove(0)
  expect((await order())?.lines).toHaveLength(2)
  const typed = {
    name: 'Jordan Buyer',
    email: 'buyer@example.com',
    phone: '',
    state: 'NY',
    zip: '10001',
    dealer: 'later',
  }
  expect(await pay(typed)).toMatchObject({
    status: 409,
    value: { fieldErrors: { state: [expect.stringContaining('New York')] } },
  })
  expect((await page()).lines).toMatchObject([
    { refusal: expect.stringContaining('New York') },
    { refusal: '' },
  ])
  await remove(0)
  expect(await page()).toMatchObject({ totalCents: 2_900, lines: [{}], given: { email: typed.email } })
  expect(await pay({ ...typed, total: '2900' })).toMatchObject({
    location: expect.stringMatching(/^\/orders\//),
  })
  expect(await order()).toMatchObject({ state: 'paid', capturedCents: 2_900 })
})

test('a product of a barred state is refused there', async ({ ctx, db }) => {
  await givenSample(db, ctx.now())
  await db
    .update(accessories)
    .set({ statesBarred: ['TX'] })
    .where(eq(accessories.id, 'sling'))
  const { ship, page } = await given(ctx, piece('sling'))
  await ship({ shipState: 'TX', shipZip: '78701' })
  expect((await page()).lines).toMatchObject([{ refusal: expect.stringContaining('to Texas') }])
})

test('what travels on the ground is offered no method that flies, also by a request of its own', async ({
  ctx,
}) => {
  const { methods, ship, page, order } = await given(ctx, piece('oil'))
  expect(await methods()).toEqual(['ground'])
  const place = { shipState: 'TX', shipZip: '78701' }
  expect(await ship({ ...place, shippingMethod: 'expedited' })).toMatchObject({
    status: 409,
    value: { fieldErrors: { shippingMethod: [expect.any(String)] } },
  })
  expect(await order()).toMatchObject({ quotedAt: null })
  await ship(place)
  expect((await page()).lines).toMatchObject([{ handling: 'It travels by ground only.' }])
  const other = await given(ctx, piece('sling'))
  expect(await other.methods()).toEqual(['ground', 'expedited'])
})

test('a product on its way is judged again when the law reaches its state', async ({ ctx, db }) => {
  const { ship, pay, order } = await given(ctx, piece('magazine-coupler'))
  await ship({ shipState: 'TX', shipZip: '78701' })
  expect(await pay()).toMatchObject({ status: 303 })
  expect(await order()).toMatchObject({ verdict: { outcome: 'allowed' } })
  const texas = await findStateRule(db, 'TX')
  if (!texas) throw new Error('Texas has no row')
  const { local: _, version: __, ...row } = texas
  const marked = { ...row, flags: ['accessory_id_check_ab1263'] }
  await transact(ctx, (work) => recordStateRule(work, marked))
  await transact(ctx, (work) => recheckOrders(work, ['TX'], ''))
  expect(await order()).toMatchObject({ verdict: { outcome: 'refused' } })
})

test('a parcel that was quoted to fly needs another method once it may not', async ({ ctx, db }) => {
  const { ship, pay, order } = await given(ctx, piece('sling'))
  await ship({ shipState: 'TX', shipZip: '78701', shippingMethod: 'expedited' })
  const flags = {
    statesBarred: [],
    caAb1263: 'not_covered' as const,
    needsAdultSignature: false,
    isGroundOnly: true,
  }
  await db.update(orderLines).set({ flags })
  expect(await pay()).toMatchObject({ status: 303, location: expect.stringContaining('/checkout/') })
  expect(await order()).toMatchObject({ state: 'held', capturedCents: 0, quotedAt: null })
})

test('an adult’s signature is announced at its line', async ({ ctx, db }) => {
  await givenSample(db, ctx.now())
  await db.update(accessories).set({ needsAdultSignature: true }).where(eq(accessories.id, 'sling'))
  const { ship, page } = await given(ctx, piece('sling'))
  await ship({ shipState: 'TX', shipZip: '78701' })
  expect((await page()).lines).toMatchObject([{ handling: 'An adult has to sign for it on delivery.' }])
})
