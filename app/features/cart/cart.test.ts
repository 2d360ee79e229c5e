import { givenShop, answerOf, type TestShop, visit } from '#test/visit.ts'
import { givenSample } from '#test/reference.ts'
import { givenSession } from '#test/courses.ts'
import { orders, orderLines } from '#app/features/orders/tables.ts'
import { checkoutRefusalWords, addRefusalWords, groupLimitWords, cartGoodsContext } from './store.server.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { eq, and, gt, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, minute, day } from '#app/kit/clock.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { sampleVariants } from '#test/goods.ts'
import { accessories } from '#app/features/accessories/tables.ts'
import { dropUnits, drops } from '#app/features/drops/tables.ts'
import { action as checkOut, loader } from './page.tsx'
import { cartPackId } from '#app/features/trust/rules.ts'
import { courseSessions, sessionSeats } from '#app/features/courses/tables.ts'
import type { Db } from '#app/db/db.server.ts'
import { action as change } from './changes.ts'
import { parseCart, type ShownCart } from './rules.ts'
import { cartIdOf } from '#app/features/drops/rules.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { cartGoodsIn, sellables } from '#app/sellables.server.ts'

async function givenBrowser(ctx: TestContext) {
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

async function openSessions({ db, now }: TestContext): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: courseSessions.id, startsAt: courseSessions.startsAt })
    .from(courseSessions)
    .innerJoin(sessionSeats, eq(sessionSeats.sessionId, courseSessions.id))
    .where(
      and(
        gt(courseSessions.startsAt, after(now(), 5 * day)),
        isNull(courseSessions.canceledAt),
        eq(sessionSeats.state, 'open'),
      ),
    )
    .orderBy(courseSessions.startsAt)
  return rows.map(({ id }) => id)
}

test('a reservation, a seat and a shipped item are one order, each with its own rule, and the pack comes free', async ({
  db,
  ctx,
}) => {
  const browser = await givenBrowser(ctx)
  const [session = ''] = await openSessions(ctx)
  const [unit] = await db
    .select({ number: dropUnits.number })
    .from(dropUnits)
    .innerJoin(drops, eq(drops.id, dropUnits.dropId))
    .where(and(eq(drops.slug, 'guerrilla-vol-1'), eq(dropUnits.state, 'open')))
    .limit(1)
  const chosen = [
    [await sampleNumber(db, unit?.number ?? 0), 'drop_unit'],
    [session, 'course_seat'],
    [cartPackId, 'trust_pack'],
    ['magazine-30', 'accessory'],
  ] as const
  for (const [id, kind] of chosen) expect((await browser.add(id, kind)).location).toMatch(/added=/)
  const { cart } = await browser.page()
  expect(cart.lines.map(({ notice }) => notice)).toEqual([undefined, undefined, undefined, undefined])
  expect(cart.lines.map(({ free }) => free)).toEqual(['', '', 'Free with your number', ''])
  expect(cart.subtotalCents).toBe(10_000 + 7_500 + 1_699)

  await browser.checkOut()
  const rows = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, browser.cart.orderId ?? ''))
  const rules = Object.fromEntries(
    rows.map(({ kind, fulfillment, refundUntil }) => [kind, [fulfillment, refundUntil !== null]]),
  )
  expect(rules).toEqual({
    accessory: ['shipping', false],
    course_seat: ['in_person', true],
    drop_unit: ['ffl_transfer', false],
  })
})

test('a pack is charged without a firearm that earns it, whichever was there first', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  const [unit] = await db
    .select({ number: dropUnits.number })
    .from(dropUnits)
    .innerJoin(drops, eq(drops.id, dropUnits.dropId))
    .where(and(eq(drops.slug, 'guerrilla-vol-1'), eq(dropUnits.state, 'open')))
    .limit(1)
  const number = await sampleNumber(db, unit?.number ?? 0)
  await browser.add(cartPackId, 'trust_pack')
  expect((await browser.page()).cart.subtotalCents).toBe(2_900)
  await browser.add(number, 'drop_unit')
  expect((await browser.page()).cart.subtotalCents).toBe(10_000)
  await db.update(drops).set({ itemClass: 'rifle' }).where(eq(drops.slug, 'guerrilla-vol-1'))
  expect((await browser.page()).cart.subtotalCents).toBe(12_900)
  await db.update(drops).set({ itemClass: 'sbr' }).where(eq(drops.slug, 'guerrilla-vol-1'))

  const orderId = (await browser.checkOut()).location.split('/').at(-1) ?? ''
  const lines = () =>
    db.select({ kind: orderLines.kind }).from(orderLines).where(eq(orderLines.orderId, orderId))
  expect(await lines()).toEqual([{ kind: 'drop_unit' }])
  expect((await browser.checkOut()).location).toBe(`/checkout/${orderId}`)
  await db.update(orders).set({ state: 'paid', paidAt: ctx.now() }).where(eq(orders.id, orderId))
  expect((await browser.page()).cart.lines).toEqual([])
})

test('a cart has one seat: another date replaces it, also in a tampered cookie', async ({ ctx }) => {
  const browser = await givenBrowser(ctx)
  const [first = '', second = ''] = await openSessions(ctx)
  await browser.add(first, 'course_seat')
  expect((await browser.add(second, 'course_seat')).location).toMatch(/added=/)
  expect(browser.cart.lines.map(({ id }) => id)).toEqual([second])

  browser.cookies.set('paco-cart', `c1~course_seat*${first}*1*7500~course_seat*${second}*1*7500`)
  expect(browser.cart.lines.map(({ id }) => id)).toEqual([second])
  expect((await browser.checkOut()).location).toMatch(/^\/checkout\//)
})

test('a seat in a full or past class is refused', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  const [session = ''] = await openSessions(ctx)
  await db.update(sessionSeats).set({ state: 'taken' }).where(eq(sessionSeats.sessionId, session))
  expect((await browser.add(session, 'course_seat')).location).toMatch(/refused=/)
  expect((await browser.add(crypto.randomUUID(), 'course_seat')).location).toMatch(/refused=/)
})

test('a third number of one drop is refused', async ({ db, ctx }) => {
  const browser = await givenBrowser(ctx)
  const slug = 'guerrilla-vol-1'
  const open = await db
    .select({ number: dropUnits.number })
    .from(dropUnits)
    .innerJoin(drops, eq(drops.id, dropUnits.dropId))
    .where(and(eq(drops.slug, slug), eq(dropUnits.state, 'open')))
    .limit(3)
  const [one, two, three] = await Promise.all(open.map(({ number }) => sampleNumber(db, number)))
  await browser.add(one ?? '', 'drop_unit')
  expect((await browser.add(two ?? '', 'drop_unit')).location).toMatch(/added=/)
  expect((await browser.add(three ?? '', 'drop_unit')).location).toBe('/cart?refused=max_2')
  expect(browser.cart.lines).toHaveLength(2)

  const lines = [one, two, three].map((id) => `drop_unit*${id}*1*10000`)
  browser.cookies.set('paco-cart', ['c1', ...lines].join('~'))
  expect(await browser.checkOut()).toMatchObject({
    status: 409,
    value: { refusal: expect.stringContaining('Each buyer can have 2 numbers in this run') },
  })
  await db.update(drops).set({ maxPerBuyer: null })
  expect((await browser.checkOut()).location).toMatch(/^\/checkout\//)
})

test('a seat and a pack in a cart are not held once their sections are off, and none is added', async ({
  ctx,
}) => {
  await givenSample(ctx.db, ctx.now())
  const session = await givenSession(ctx.db, {})
  const browser = new CartBrowser(givenShop(ctx))
  await browser.add(session, 'course_seat')
  await browser.add('trust-pack', 'trust_pack')
  expect((await browser.page()).cart).toMatchObject({ isReady: true, quantity: 2 })

  browser.shop.closedPages = async () => ({ ...nothingClosed, sections: ['training', 'trust'] })
  const { cart } = await browser.page()
  expect(cart.lines.map(({ notice }) => notice)).toEqual([{ why: 'gone' }, { why: 'gone' }])
  expect(await browser.checkOut()).toMatchObject({
    status: 409,
    value: { refusal: checkoutRefusalWords.changed },
  })
  expect(await ctx.db.$count(orders)).toBe(0)
  const { location } = await browser.add(session, 'course_seat')
  expect(location).toBe('/cart?refused=not_sold')
})

class CartBrowser {
  readonly cookies = new Map<string, string>()
  readonly shop: TestShop
  constructor(shop: TestShop) {
    this.shop = shop
  }

  async ask(
    route: (args: never) => unknown,
    form?: Record<string, string>,
    params: Record<string, string> = {},
  ) {
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`)
    const args = visit(this.shop, { path: '/cart', params, ...(form && { form }), cookies })
    args.context.set(sellablesContext, sellables)
    args.context.set(cartGoodsContext, cartGoodsIn(this.shop.timeZone))
    const said = (await route(args as never)) as Response | { data: unknown; init: ResponseInit | null }
    const headers = new Headers(said instanceof Response ? said.headers : (said.init?.headers ?? {}))
    for (const set of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      this.cookies.set(name, value)
    }
    return answerOf(() => said)
  }

  add(id: string, kind = 'accessory') {
    return this.change('lines', { kind, id })
  }

  change(what: 'lines' | 'quantities' | 'settlement', form: Record<string, string>) {
    return this.ask(change, form, { change: what })
  }

  get cart() {
    return parseCart(this.cookies.get('paco-cart'))
  }

  async page() {
    const { value } = await this.ask(loader)
    return value as { cart: ShownCart; openOrder: string | undefined; startKey: string }
  }

  async checkOut() {
    const { cart, startKey } = await this.page()
    return this.ask(checkOut, { key: startKey, subtotal: String(cart.subtotalCents) })
  }
}

const slug = 'guerrilla-vol-1'

async function sampleNumber(db: Db, number: number): Promise<string> {
  const [variant] = await sampleVariants(db)
  return cartIdOf(slug, number, variant)
}
