import { and, eq, gt, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { CartBrowser, sampleNumber } from '#test/cart-browser.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { givenShop } from '#test/visit.ts'
import { drops, dropUnits } from '../drops/tables.ts'
import { cartPackId } from '../trust/rules.ts'
import { courseSessions, sessionSeats } from '../courses/tables.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'

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

async function givenBrowser(ctx: TestContext) {
  await givenSample(ctx.db, ctx.now())
  return new CartBrowser(givenShop(ctx))
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
