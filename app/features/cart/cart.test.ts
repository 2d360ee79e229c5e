import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { givenSite } from '#test/site.ts'
import { CartBrowser, sampleNumber, sampleVariants } from '#test/cart-browser.ts'
import { givenShop } from '#test/visit.ts'
import { accessories } from '../accessories/tables.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import { dropUnits } from '../drops/tables.ts'
import { addRefusalWords, checkoutRefusalWords, groupLimitWords } from './words.ts'
import { action as checkOut } from './page.tsx'

async function givenBrowser(ctx: Parameters<typeof givenShop>[0]) {
  await givenSample(ctx.db, ctx.now())
  return new CartBrowser(givenShop(ctx))
}

test('an added item is in the cookie and on the page, at the server’s price', async ({ ctx }) => {
  const browser = await givenBrowser(ctx)
  await browser.add('magazine-30')
  expect((await browser.add('magazine-30')).location).toBe('/cart?added=accessory*magazine-30')
  expect(browser.cart.lines).toEqual([
    { kind: 'accessory', id: 'magazine-30', quantity: 2, priceWhenAddedCents: 1_699 },
  ])
  const { cart } = await browser.page()
  expect(cart).toMatchObject({ quantity: 2, subtotalCents: 3_398 })
  expect(cart.lines[0]?.good).toMatchObject({ title: '30-Round Magazine', isParcel: true })
})

test('the cart says why a further press added nothing', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  await db.update(accessories).set({ stock: 2 }).where(eq(accessories.id, 'magazine-30'))
  await browser.add('magazine-30')
  await browser.add('magazine-30')
  const { location } = await browser.add('magazine-30')
  expect(location).toBe('/cart?refused=all_of_it')
  const { ask } = await givenSite(ctx)
  expect(await (await ask(location)).text()).toContain(addRefusalWords.all_of_it)
  expect(await (await ask('/cart?refused=max_2')).text()).toContain(groupLimitWords(2))
  for (const odd of ['constructor', 'max_', '<b>', ''])
    expect((await ask(`/cart?refused=${odd}`)).status).toBe(200)
})

test('sold-out and unknown items are refused', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  await db.update(accessories).set({ stock: 1 }).where(eq(accessories.id, 'magazine-30'))
  await db.update(accessories).set({ stock: 0 }).where(eq(accessories.id, 'speed-loader'))
  expect((await browser.add('speed-loader')).location).toBe('/cart?refused=gone')
  expect((await browser.add('rifle')).location).toBe('/cart?refused=not_sold')
  expect((await browser.add('1', 'course_seat')).location).toBe('/cart?refused=not_sold')
  await browser.add('magazine-30')
  expect((await browser.add('magazine-30')).location).toBe('/cart?refused=all_of_it')
  expect(browser.cart.lines.map(({ quantity }) => quantity)).toEqual([1])
})

test('quantities are limited to the stock, and 0 removes the line', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  await db.update(accessories).set({ stock: 4 }).where(eq(accessories.id, 'magazine-30'))
  await browser.add('magazine-30')
  const set = (quantity: string) =>
    browser.change('quantities', { kind: 'accessory', id: 'magazine-30', quantity })
  await set('9')
  expect(browser.cart.lines[0]?.quantity).toBe(4)
  await set('-1')
  expect(browser.cart.lines[0]?.quantity).toBe(4)
  await set('0')
  expect(browser.cookies.get('paco-cart')).toBe('')
})

test('one order is started for the whole cart, and the same cart continues it', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  await browser.add('magazine-30')
  await browser.add('patch-logo')
  const first = await browser.checkOut()
  expect(first).toMatchObject({ status: 303, location: `/checkout/${browser.cart.orderId}/details` })
  expect(await db.select().from(orderLines)).toHaveLength(2)
  expect((await browser.page()).openOrder).toBe(browser.cart.orderId)
  expect((await browser.checkOut()).location).toBe(`/checkout/${browser.cart.orderId}`)
  expect(await db.$count(orders)).toBe(1)
})

test('a reservation and a shipped item are one order, each with its fulfillment', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  const id = await sampleNumber(db, 24)
  await browser.add(id, 'drop_unit')
  const [known] = browser.cart.lines
  expect(known).toMatchObject({ kind: 'drop_unit', quantity: 1, priceWhenAddedCents: 10_000 })
  expect((await browser.add(id, 'drop_unit')).location).toBe('/cart?refused=all_of_it')
  expect((await browser.add(await sampleNumber(db, 999), 'drop_unit')).location).toMatch(/refused/)
  await browser.add('patch-logo')
  expect((await browser.checkOut()).status).toBe(303)
  const lines = await db.select().from(orderLines).orderBy(orderLines.position)
  expect(lines.map(({ kind, fulfillment }) => [kind, fulfillment])).toEqual([
    ['accessory', 'shipping'],
    ['drop_unit', 'ffl_transfer'],
  ])
  // What its own order holds can still be had by this cart.
  const { cart, openOrder } = await browser.page()
  expect(openOrder).toBe(browser.cart.orderId)
  expect(cart.isReady).toBe(true)
})

test('a changed cart cancels its earlier order and starts another', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  await db.update(accessories).set({ stock: 2 }).where(eq(accessories.id, 'magazine-30'))
  await browser.add('magazine-30')
  const first = await browser.checkOut()
  await browser.add('patch-logo')
  const second = await browser.checkOut()
  expect(second.location).not.toBe(first.location)
  const states = await db.select({ state: orders.state }).from(orders).orderBy(orders.createdAt, orders.state)
  expect(states.map(({ state }) => state).toSorted()).toEqual(['canceled', 'held'])
})

test('the last stock held by a cart’s own order can be reduced and bought, but not by others', async ({
  db,
  ctx,
}) => {
  const browser = await givenBrowser(ctx)
  await db.update(accessories).set({ stock: 2 }).where(eq(accessories.id, 'magazine-30'))
  await browser.add('magazine-30')
  await browser.add('magazine-30')
  await browser.checkOut()
  await browser.change('quantities', { kind: 'accessory', id: 'magazine-30', quantity: '1' })
  expect(browser.cart.lines[0]?.quantity).toBe(1)
  expect((await new CartBrowser(browser.shop).add('magazine-30')).location).toBe('/cart?refused=gone')
  expect((await browser.checkOut()).status).toBe(303)
  expect((await new CartBrowser(browser.shop).add('magazine-30')).location).toMatch(/added=/)
})

test('a changed price is shown before checkout', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  await browser.add('magazine-30')
  const { startKey } = await browser.page()
  await db.update(accessories).set({ priceCents: 1_899 }).where(eq(accessories.id, 'magazine-30'))
  const sent = { key: startKey, subtotal: '1699' }
  expect(await browser.ask(checkOut, sent)).toMatchObject({ status: 409 })
  expect(await db.$count(orders)).toBe(0)
  const { cart } = await browser.page()
  expect(cart.lines[0]?.notice).toEqual({ why: 'price', fromCents: 1_699 })
  expect((await browser.checkOut()).status).toBe(303)
})

test('a price that changed since the order was started starts another one at the price of the page', async ({
  db,
  ctx,
}) => {
  const browser = await givenBrowser(ctx)
  await browser.add('magazine-30')
  const first = await browser.checkOut()
  await db.update(accessories).set({ priceCents: 999 }).where(eq(accessories.id, 'magazine-30'))
  const second = await browser.checkOut()
  expect(second).toMatchObject({ status: 303 })
  expect(second.location).not.toBe(first.location)
  const rows = await db.select({ state: orders.state, cents: orders.totalCents }).from(orders)
  expect(new Map(rows.map(({ state, cents }) => [state, cents]))).toEqual(
    new Map([
      ['canceled', 1_699],
      ['held', 999],
    ]),
  )
})

test('an item sold in the meantime has a notice, and the rest stays', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  await browser.add('magazine-30')
  await browser.add('patch-logo')
  await db.update(accessories).set({ stock: 0 }).where(eq(accessories.id, 'magazine-30'))
  expect((await browser.checkOut()).status).toBe(409)
  const { cart } = await browser.page()
  expect(cart.lines.map(({ id, notice }) => [id, notice?.why])).toEqual([
    ['magazine-30', 'gone'],
    ['patch-logo', undefined],
  ])
  expect(cart.isReady).toBe(false)
})

test('a paid order empties the cart; an expired one leaves it unchanged', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  await browser.add('magazine-30')
  await browser.checkOut()
  const { orderId } = browser.cart
  await browser.change('settlement', {})
  expect(browser.cart.orderId).toBe(orderId)
  const now = ctx.now()
  ctx.setNow(after(now, 11 * minute))
  await browser.change('settlement', {})
  expect(browser.cart).toMatchObject({ orderId: null, lines: [{ id: 'magazine-30' }] })

  await browser.checkOut()
  await db
    .update(orders)
    .set({ state: 'paid', paidAt: ctx.now() })
    .where(eq(orders.id, browser.cart.orderId ?? ''))
  await browser.change('settlement', {})
  expect(browser.cookies.get('paco-cart')).toBe('')
})

test('another browser that knows an order code learns nothing', async ({ ctx }) => {
  const browser = await givenBrowser(ctx)
  await browser.add('magazine-30')
  await browser.checkOut()
  const other = new CartBrowser(browser.shop)
  other.cookies.set('paco-cart', browser.cookies.get('paco-cart') ?? '')
  expect((await other.page()).openOrder).toBeUndefined()
})

test('a refused checkout keeps the earlier order and its holds', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  await browser.add(await sampleNumber(db, 16), 'drop_unit')
  const { startKey } = await browser.page()
  const sent = { key: startKey, subtotal: '10000' }
  await browser.ask(checkOut, sent)
  const first = browser.cart.orderId ?? ''
  await browser.change('quantities', { kind: 'drop_unit', id: await sampleNumber(db, 16), quantity: '0' })
  await browser.add(await sampleNumber(db, 19), 'drop_unit')
  expect(await browser.ask(checkOut, sent)).toMatchObject({
    status: 409,
    value: { refusal: checkoutRefusalWords.key_reused },
  })
  const numbers = () =>
    db.select({ number: dropUnits.number }).from(dropUnits).where(eq(dropUnits.orderId, first))
  expect(await numbers()).toEqual([{ number: 16 }])
  expect(await db.select({ state: orders.state }).from(orders)).toEqual([{ state: 'held' }])

  expect((await browser.checkOut()).status).toBe(303)
  expect(await numbers()).toEqual([])
})

test('a key of an ended order does not cancel the open one', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  await browser.add(await sampleNumber(db, 16), 'drop_unit')
  const { startKey } = await browser.page()
  await browser.ask(checkOut, { key: startKey, subtotal: '10000' })
  await browser.add('magazine-30')
  await browser.checkOut()
  const open = browser.cart.orderId ?? ''
  await browser.change('quantities', { kind: 'accessory', id: 'magazine-30', quantity: '0' })
  expect((await browser.ask(checkOut, { key: startKey, subtotal: '10000' })).status).toBe(409)
  expect(await db.select({ state: orders.state }).from(orders).where(eq(orders.id, open))).toEqual([
    { state: 'held' },
  ])
})

test('a number with variants is bought as the chosen one, and the last choice counts', async ({
  db,
  ctx,
}) => {
  const browser = await givenBrowser(ctx)
  const [field, night] = await sampleVariants(db)
  expect((await browser.add('guerrilla-vol-1_24', 'drop_unit')).location).toBe('/cart?refused=gone')
  await browser.change('lines', { kind: 'drop_unit', id: 'guerrilla-vol-1_24', variant: field ?? '' })
  await browser.add(`guerrilla-vol-1_24_${night}`, 'drop_unit')
  expect(browser.cart.lines.map(({ id }) => id)).toEqual([`guerrilla-vol-1_24_${night}`])
  expect((await browser.page()).cart.lines[0]?.good?.detail).toBe(
    'Number 24 of 50, Night, refundable deposit',
  )
  expect((await browser.checkOut()).status).toBe(303)
  expect(await db.select({ variant: orderLines.variant }).from(orderLines)).toMatchObject([
    { variant: { name: 'Night' } },
  ])
  // A cookie from before there was a choice leads to where one chooses.
  browser.cookies.set('paco-cart', 'c1~drop_unit*guerrilla-vol-1_19*1*10000')
  expect((await browser.page()).cart).toMatchObject({
    isReady: false,
    lines: [{ good: { detail: expect.stringContaining('Choose its variant') }, notice: { why: 'gone' } }],
  })
})
