import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { listTariff } from '#app/features/delivery/store.server.ts'
import { shippingMethods } from '#app/features/delivery/tables.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { miamiForm as address, holdLines } from '#test/shop.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import type { StartRequest } from '../store/start.server.ts'
import { action as pay, loader as checkout } from './checkout.tsx'
import { action as saveDetails, loader as details } from './details.tsx'
import { loader as orderPage } from '#app/features/orders/routes/order.tsx'
import { action as remove } from './change-hold.tsx'

const item = (accessory: string, quantity = 1) => ({
  kind: 'accessory' as const,
  ref: { accessory, quantity },
})

async function given(ctx: TestContext, lines: StartRequest['lines']) {
  const shop = givenShop(ctx)
  await givenSample(shop.db, ctx.now())
  const { orderId, token } = await holdLines(shop, lines)
  return { shop, orderId, cookies: [`paco-order-${orderId}=${token}`] }
}

type Held = Awaited<ReturnType<typeof given>>

const at = ({ shop, orderId, cookies }: Held, form?: Record<string, string>, below = '') =>
  visit(shop, {
    path: `/checkout/${orderId}${below}`,
    params: { order: orderId },
    cookies,
    ...(form && { form }),
  })

const pressed = (total: number, paymentToken = 'sandbox_approve') => ({
  formKey: crypto.randomUUID(),
  attestation: 'yes',
  paymentToken,
  total: String(total),
})

const send = (held: Held, form: Record<string, string>) => answerOf(() => saveDetails(at(held, form)))
const press = (held: Held, form: Record<string, string>) => answerOf(() => pay(at(held, form)))
const page = (held: Held) => answerOf(() => checkout(at(held)))

async function ship(shop: TestShop, priceCents: number) {
  await shop.db.update(shippingMethods).set({ priceCents }).where(eq(shippingMethods.code, 'ground'))
}

describe('an order with shipping', () => {
  test('asks for the address, shows shipping, tax and total, and charges exactly that', async ({ ctx }) => {
    const held = await given(ctx, [item('oil', 2), item('sling')])
    expect(await page(held)).toMatchObject({ status: 302, location: `/checkout/${held.orderId}/details` })
    expect((await answerOf(() => details(at(held)))).value).toMatchObject({
      methods: [{ code: 'ground' }],
      sums: { isOpen: true, charges: [] },
      lines: [{ quantity: 2, clock: 'Refundable in full until we ship it' }, { quantity: 1 }],
    })

    expect(await send(held, address)).toMatchObject({ location: `/checkout/${held.orderId}` })
    const order = await findOrder(held.shop.db, held.orderId)
    const lineCents = order?.lines.map(({ unitCents, quantity }) => unitCents * quantity) ?? []
    const taxes = lineCents.map((cents) => Math.round(cents * 0.07))
    const total = [...lineCents, ...taxes, 995, Math.round(995 * 0.07)].reduce((sum, cents) => sum + cents, 0)
    expect(order).toMatchObject({ totalCents: total, shipCounty: 'Miami-Dade', shippingCents: 995 })
    expect(order?.lines.map(({ taxCents }) => taxCents)).toEqual(taxes)
    expect((await page(held)).value).toMatchObject({
      totalCents: total,
      sums: {
        charges: [
          { label: 'Shipping, Ground', cents: 995 },
          { label: 'Sales tax: Florida 6%, Miami-Dade 1%' },
        ],
      },
      to: { name: 'Jordan Buyer', lines: ['1 Ocean Drive', 'Miami, FL 33139', 'Miami-Dade County, Florida'] },
    })

    expect(await press(held, pressed(total))).toMatchObject({ location: `/orders/${held.orderId}` })
    expect((await answerOf(() => orderPage(at(held)))).value).toMatchObject({
      state: 'paid',
      stages: [],
      receipt: {
        paid: formatCentsExact(total),
        bought: [{ note: expect.stringContaining('2 at ') }, {}],
        charges: [{ label: 'Shipping, Ground', amount: '$9.95' }, {}],
      },
      lines: [{ clock: 'Refundable in full until we ship it' }, {}],
    })
  })

  test('takes what nobody sees for nothing, and keeps one line of what is shown to others', async ({
    ctx,
  }) => {
    const held = await given(ctx, [item('oil')])
    for (const field of ['name', 'shipStreet', 'shipCity'])
      expect(await send(held, { ...address, [field]: '\u200B\u2060\u3164' }), field).toMatchObject({
        status: 422,
        value: { fieldErrors: { [field]: [expect.stringMatching(/^Enter /)] } },
      })
    await send(held, { ...address, name: 'Jo\u202Erdan\r\nBuyer', shipStreet: '1 Ocean\nDrive\u200F' })
    expect(await findOrder(held.shop.db, held.orderId)).toMatchObject({
      buyerName: 'Jordan Buyer',
      shipStreet: '1 Ocean Drive',
    })
  })

  test('has no tax in a state or county without a rate', async ({ ctx }) => {
    const held = await given(ctx, [item('oil')])
    await send(held, { ...address, shipState: 'TX', shipZip: '78701' })
    expect(await findOrder(held.shop.db, held.orderId)).toMatchObject({ taxLabel: null, shippingTaxCents: 0 })
    await send(held, { ...address, shipZip: '33301' })
    expect(await findOrder(held.shop.db, held.orderId)).toMatchObject({
      taxLabel: 'Florida 6%',
      shipCounty: 'Broward',
    })
  })

  test('with a changed total is not charged before the new total is shown', async ({ ctx }) => {
    const held = await given(ctx, [item('oil')])
    await send(held, { ...address, shipState: 'TX', shipZip: '78701' })
    const before = (await findOrder(held.shop.db, held.orderId))?.totalCents ?? 0
    await ship(held.shop, 1_500)
    ctx.setNow(new Date(ctx.now().getTime() + 60_000)) // what is remembered of prices is old by then
    const said = await press(held, pressed(before))
    expect(said).toMatchObject({
      status: 409,
      value: { fieldErrors: { form: [expect.stringContaining('The total has changed')] } },
    })
    const after = await findOrder(held.shop.db, held.orderId)
    expect(after).toMatchObject({ state: 'held', totalCents: before - 995 + 1_500, lastAttempt: null })
    expect(await press(held, pressed(before))).toMatchObject({ status: 409 })
    expect(await press(held, pressed(before - 995 + 1_500))).toMatchObject({
      location: `/orders/${held.orderId}`,
    })
  })

  test('with a changed total is not charged if the form has no total', async ({ ctx }) => {
    const held = await given(ctx, [item('oil')])
    await send(held, { ...address, shipState: 'TX', shipZip: '78701' })
    await ship(held.shop, 1_500)
    ctx.setNow(new Date(ctx.now().getTime() + 60_000)) // what is remembered of prices is old by then
    const { total: _, ...withoutTotal } = pressed(0)
    expect(await press(held, withoutTotal)).toMatchObject({ status: 409 })
    expect(await findOrder(held.shop.db, held.orderId)).toMatchObject({ state: 'held', lastAttempt: null })
    expect(await press(held, { ...withoutTotal, formKey: crypto.randomUUID() })).toMatchObject({
      location: `/orders/${held.orderId}`,
    })
  })

  test('cannot be paid without an address', async ({ ctx }) => {
    const held = await given(ctx, [item('oil')])
    expect(await press(held, pressed(1_000))).toMatchObject({ location: `/checkout/${held.orderId}` })
    expect(await findOrder(held.shop.db, held.orderId)).toMatchObject({ state: 'held' })
  })

  test('with a restricted magazine is not paid until that line is removed', async ({ ctx }) => {
    const held = await given(ctx, [item('magazine-30'), item('oil')])
    await send(held, { ...address, shipState: 'CA', shipZip: '90210' })
    const shown = (await page(held)).value as { lines: { refusal: string }[]; totalCents: number }
    expect(shown.lines.map(({ refusal }) => refusal)).toEqual([
      expect.stringMatching(/^California does not allow magazines of more than 10 rounds.*checked/),
      '',
    ])
    expect(await press(held, pressed(shown.totalCents))).toMatchObject({
      status: 409,
      value: { fieldErrors: { form: [expect.stringContaining('California')] } },
    })
    expect(await answerOf(() => remove(at(held, { line: '0' }, '/removal')))).toMatchObject({
      location: `/checkout/${held.orderId}#summary`,
    })
    const left = await findOrder(held.shop.db, held.orderId)
    expect(left?.lines.map(({ title }) => title)).toHaveLength(1)
    expect(left?.totalCents).toBe((left?.lines[0]?.unitCents ?? 0) + 995)
    expect(await press(held, pressed(left?.totalCents ?? 0))).toMatchObject({
      location: `/orders/${held.orderId}`,
    })
    expect(await findOrder(held.shop.db, held.orderId)).toMatchObject({ state: 'paid' })
  })

  test('is canceled with its last line', async ({ ctx }) => {
    const held = await given(ctx, [item('magazine-30')])
    await answerOf(() => remove(at(held, { line: '0' }, '/removal')))
    expect(await findOrder(held.shop.db, held.orderId)).toMatchObject({ state: 'held' })
    await send(held, { ...address, shipState: 'CA', shipZip: '90210' })
    await answerOf(() => remove(at(held, { line: '0' }, '/removal')))
    expect(await findOrder(held.shop.db, held.orderId)).toMatchObject({ state: 'canceled' })
  })
})

test('the shop knows of Florida’s rates and of a holiday that nobody has confirmed', async ({ db, ctx }) => {
  await givenSample(db, ctx.now())
  const { rates, exemptions } = await listTariff(db)
  expect(rates.map(({ state, county }) => [state, county])).toEqual([
    ['FL', null],
    ['FL', 'Miami-Dade'],
  ])
  expect(exemptions.filter(({ isConfirmed }) => !isConfirmed)).toHaveLength(3)
})

test('a changed price applies in every process at once', async ({ db, ctx }) => {
  await givenSample(db, ctx.now())
  const florida = async () =>
    (await findPrices(ctx)).tariff.rates.find(({ county }) => county === null)?.rateMillionths
  expect(await florida()).toBe(60_000)
  await db.execute(`update tax_rates set rate_millionths = 55000 where county is null`)
  await db.execute(`update shipping_methods set price_cents = 1 where code = 'ground'`)
  expect(await florida()).toBe(55_000)
  const { methods } = await findPrices(ctx)
  expect(methods.find(({ code }) => code === 'ground')?.priceCents).toBe(1)
})
