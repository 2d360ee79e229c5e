import { and, eq } from 'drizzle-orm'
import { moreProofWords } from '#app/features/checkout/words.ts'
import { expect } from 'vitest'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOffered, findLineArt } from '#app/features/orders/store/shown-lines.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { givenReference, givenSample } from '#test/reference.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { findRelease } from '../store.server.ts'
import { smallBatchReleases, smallBatchSlots } from '../tables.ts'
import { action, loader, refusalWords } from './reserve.tsx'

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenReference(shop.db)
  await givenSample(shop.db, ctx.now())
  const at = (line: string, query = '') => ({
    path: `/small-batch/${line}/reserve${query}`,
    params: { line },
  })
  const page = (query = '', line = 'guerrilla') => answerOf(() => loader(visit(shop, at(line, query))))
  const hold = (slot: number | string, key: string = crypto.randomUUID(), line = 'guerrilla') =>
    answerOf(() => action(visit(shop, { ...at(line), form: { slot: String(slot), key } })))
  const slot = async (number: number) => {
    const release = await findRelease(shop.db, 'guerrilla', ctx.now())
    const [row] = await shop.db
      .select()
      .from(smallBatchSlots)
      .where(and(eq(smallBatchSlots.releaseId, release?.id ?? ''), eq(smallBatchSlots.number, number)))
    return row
  }
  return { shop, page, hold, slot }
}

function orderOf({ location }: { location: string }): string {
  return /\/checkout\/(\w+)$/.exec(location)?.[1] ?? ''
}

test('a slot is held, paid, shown as taken, and open again once its deposit is refunded', async ({ ctx }) => {
  const { shop, page, hold, slot } = await given(ctx)
  expect((await page('?slot=4')).value).toMatchObject({
    number: 4,
    open: [4, 6, 9, 10, 13, 15],
    unavailable: undefined,
    release: { depositCents: 10_000, priceCents: 229_900, caliber: '5.56 NATO', barrel: '10.3 in' },
  })
  const answer = await hold(4)
  expect(answer.status).toBe(303)
  const orderId = orderOf(answer)
  expect(await slot(4)).toMatchObject({ state: 'held', orderId })
  expect((await page('?slot=4')).value).toMatchObject({ unavailable: refusalWords.slot_taken })
  expect(await findOrder(shop.db, orderId)).toMatchObject({
    totalCents: 10_000,
    lines: [
      {
        kind: 'batch_slot',
        title: 'Build slot',
        detail: 'Guerrilla, slot 4 of 15',
        fulfillment: 'ffl_transfer',
        itemClass: 'sbr',
        firearm: { model: 'Guerrilla', caliber: '5.56 NATO', barrel: '10.3 in' },
      },
    ],
  })

  const held = await findOrder(shop.db, orderId)
  expect(await findLineArt(shop.db, ordersOnSale, held?.lines ?? [])).toMatchObject({
    theme: 'guerrilla',
    src: expect.stringContaining('/art/small-batch/guerrilla/card.svg'),
    page: { to: '/small-batch/guerrilla' },
  })
  const offered = await findOffered(
    { db: shop.db, timeZone: 'America/New_York' },
    ordersOnSale,
    held?.lines ?? [],
  )
  expect(offered.get(0)).toEqual(
    expect.arrayContaining([
      { term: 'Variant', value: 'Guerrilla' },
      { term: 'Caliber', value: '5.56 NATO' },
      { term: 'Barrel', value: '10.3 in' },
      { term: 'Balance', value: expect.stringMatching(/^\$[\d,]+\. Due once you accept/) },
    ]),
  )

  const payments = givenPaymentContext(ctx)
  expect(await payOrder(payments, ordersOnSale, orderId, reservationForm())).toMatchObject({ isPaid: true })
  expect(await slot(4)).toMatchObject({ state: 'taken', orderId })
  expect(await findRelease(shop.db, 'guerrilla', ctx.now())).toMatchObject({ remaining: 5 })

  expect(await refundOwnLines(payments, ordersOnSale, orderId, [0])).toMatchObject({ ok: true })
  expect(await slot(4)).toMatchObject({ state: 'open', orderId: null })
})

test('a held or taken slot is refused, one with an ended hold is not', async ({ ctx }) => {
  const { hold } = await given(ctx)
  expect(await hold(1)).toMatchObject({ status: 409, value: { refusal: refusalWords.slot_taken } })
  await hold(6)
  expect(await hold(6)).toMatchObject({ status: 409, value: { refusal: refusalWords.slot_taken } })
  ctx.setNow(after(ctx.now(), 11 * minute))
  expect(await hold(6)).toMatchObject({ status: 303 })
})

test('the same form holds once, and another slot under its key is refused', async ({ ctx }) => {
  const { hold } = await given(ctx)
  const key = crypto.randomUUID()
  expect(orderOf(await hold(4, key))).toBe(orderOf(await hold(4, key)))
  expect(await hold(6, key)).toMatchObject({ status: 409, value: { refusal: refusalWords.key_reused } })
})

test('nothing is sold before a window opens or after it closes', async ({ ctx }) => {
  const { shop, page, hold } = await given(ctx)
  expect(await hold(1, undefined, 'outlaw')).toMatchObject({
    status: 409,
    value: { refusal: refusalWords.window_not_open },
  })
  expect((await page('', 'outlaw')).value).toMatchObject({
    open: [],
    unavailable: refusalWords.window_not_open,
  })
  await shop.db
    .update(smallBatchReleases)
    .set({ opensAt: after(ctx.now(), -2 * day), closesAt: after(ctx.now(), -day) })
  expect(await hold(4)).toMatchObject({ status: 409, value: { refusal: refusalWords.window_closed } })
  expect((await page()).value).toMatchObject({ unavailable: refusalWords.window_closed })
})

test('a form without a real slot or key is refused with words', async ({ ctx }) => {
  const { page, hold } = await given(ctx)
  for (const slot of ['', '0', '51', 'x'])
    expect(await hold(slot)).toMatchObject({ status: 422, value: { refusal: refusalWords.no_such_slot } })
  expect(await hold(16)).toMatchObject({ status: 409, value: { refusal: refusalWords.no_such_slot } })
  expect(await hold(4, 'short')).toMatchObject({ status: 422, value: { refusal: refusalWords.key_reused } })
  expect((await page('?slot=16')).value).toMatchObject({ unavailable: refusalWords.no_such_slot })
  expect(await hold(4, undefined, 'noir')).toMatchObject({ status: 404 })
})

test('without a number the first open slot is offered, and a full window says so', async ({ ctx }) => {
  const { shop, page } = await given(ctx)
  expect((await page()).value).toMatchObject({ number: 4 })
  await shop.db.update(smallBatchSlots).set({ state: 'taken' })
  expect((await page()).value).toMatchObject({ open: [], unavailable: refusalWords.window_full })
  const isLast = eq(smallBatchSlots.number, 4)
  const held = { state: 'held', orderId: 'ABC', heldUntil: after(ctx.now(), day) } as const
  await shop.db.update(smallBatchSlots).set(held).where(isLast)
  expect((await page()).value).toMatchObject({ open: [], unavailable: refusalWords.none_open })
})

test('one buyer has at most the slots that the release allows', async ({ ctx }) => {
  const { shop } = await given(ctx)
  shop.limits = { ...shop.limits, isOn: true }
  await shop.db.update(smallBatchReleases).set({ maxPerBuyer: 1 })
  const first = await action(
    visit(shop, {
      path: '/small-batch/guerrilla/reserve',
      params: { line: 'guerrilla' },
      form: { slot: '4', key: crypto.randomUUID() },
    }),
  )
  if (!(first instanceof Response)) throw new Error('The first slot was refused')
  const cookies = first.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  expect(cookies.join(' ')).toContain('paco-order-')
  const again = await answerOf(() =>
    action(
      visit(shop, {
        path: '/small-batch/guerrilla/reserve',
        params: { line: 'guerrilla' },
        form: { slot: '6', key: crypto.randomUUID() },
        cookies,
      }),
    ),
  )
  expect(again).toMatchObject({
    status: 409,
    value: { refusal: { title: 'Limit: one number per buyer' }, isLimit: true },
  })
})

test('a press that has to prove more holds nothing', async ({ ctx }) => {
  const { shop, hold, slot } = await given(ctx)
  shop.limits = { ...shop.limits, isOn: true }
  shop.refusing.add('holdUnproven')
  expect(await hold(4)).toMatchObject({ status: 409, value: { refusal: moreProofWords, isLimit: false } })
  expect(await slot(4)).toMatchObject({ state: 'open' })
})
