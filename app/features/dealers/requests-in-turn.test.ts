import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import {
  answerRequest,
  askDealer,
  expireRequests,
  findRequest,
  remindDealers,
  withdrawOverRequests,
  findOwnRequest,
  dealerToken,
} from './store/requests.server.ts'
import { chooseForOrder } from './store/choice.server.ts'

const named = { dealerName: 'Corner Arms', dealerCity: 'Tampa', dealerState: 'FL' }
const email = 'dealer@example.com'
const accepted = {
  answer: 'accept' as const,
  answeredBy: 'Sam Clerk',
  feeCents: 2_500,
  hours: 'Tue to Sat',
  saysNfa: true,
  reason: null,
}

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const orderIds: string[] = []
  for (const number of [1, 2]) {
    const { orderId } = await heldOrder(shop, number)
    await payOrder(shop, ordersOnSale, orderId, reservationForm())
    orderIds.push(orderId)
  }
  const ask = async (at: 0 | 1, by: 'buyer' | 'staff') => {
    const orderId = orderIds[at] ?? ''
    await chooseForOrder(shop, ordersOnSale, orderId, named)
    const order = await findOrder(shop.db, orderId)
    if (!order) throw new Error('There is no order')
    const address =
      by === 'buyer' ? { email, source: 'buyer' as const } : { email, source: 'staff' as const, by: 'sam' }
    return transact(shop, (work) => askDealer(work, order, address))
  }
  return { ask }
}

test('three requests a day are those of one order: others go out on the same day', async ({ ctx }) => {
  const { ask } = await given(ctx)
  for (let turn = 0; turn < 3; turn++) expect(await ask(0, 'buyer')).toMatchObject({ ok: true })
  expect(await ask(0, 'buyer')).toEqual({ ok: false, why: 'asked_enough' })
  expect(await ask(1, 'buyer')).toMatchObject({ ok: true })
})

test('what staff send does not count as one of the three, and is not bounded by them', async ({ ctx }) => {
  const { ask } = await given(ctx)
  for (let turn = 0; turn < 4; turn++) expect(await ask(0, 'staff')).toMatchObject({ ok: true })
  for (let turn = 0; turn < 3; turn++) expect(await ask(0, 'buyer')).toMatchObject({ ok: true })
  expect(await ask(0, 'buyer')).toEqual({ ok: false, why: 'asked_enough' })
  expect(await ask(0, 'staff')).toMatchObject({ ok: true })
})

test('another choice of a dealer ends the links of its own order', async ({ ctx }) => {
  const { ask } = await given(ctx)
  const [own, other] = [await ask(0, 'staff'), await ask(1, 'staff')]
  if (!own.ok || !other.ok) throw new Error('No dealer got a request')
  const [ended, open] = [own, other].map(({ id }) => dealerToken({ sign: ctx.sign, now: ctx.now() }, id))
  await ask(0, 'staff')
  expect(await findOwnRequest(ctx, own.id, ended ?? '')).toBeUndefined()
  expect(await findOwnRequest(ctx, other.id, open ?? '')).toBeDefined()
})

test('a dealer who has answered is not reminded, and cannot answer for an order that was refunded', async ({
  ctx,
}) => {
  const { ask } = await given(ctx)
  const [own, other] = [await ask(0, 'staff'), await ask(1, 'staff')]
  if (!own.ok || !other.ok) throw new Error('No dealer got a request')
  const answerOf = (id: string) => transact(ctx, (work) => answerRequest(work, id, accepted))
  expect(await answerOf(own.id)).toEqual({ ok: true })
  await ctx.db.execute(
    `update orders set state = 'refunded', refunded_cents = captured_cents
      where id = (select order_id from dealer_requests where id = '${other.id}')`,
  )
  expect(await answerOf(other.id)).toEqual({ ok: false, why: 'withdrawn' })
  await transact(ctx, withdrawOverRequests)
  ctx.setNow(after(ctx.now(), 5 * day))
  expect(await transact(ctx, remindDealers)).toBe(0)
})

test('an acceptance outlasts the time that there was to answer', async ({ db, ctx }) => {
  const { ask } = await given(ctx)
  const sent = await ask(0, 'staff')
  if (!sent.ok) throw new Error('No dealer got a request')
  await transact(ctx, (work) => answerRequest(work, sent.id, accepted))
  ctx.setNow(after(ctx.now(), 60 * day))
  expect(await transact(ctx, expireRequests)).toBe(0)
  expect(await findRequest(db, sent.id)).toMatchObject({ state: 'accepted' })
})
