import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import { addDealers } from '#db/sample/dealers.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder, type TestShop } from '#test/visit.ts'
import { dealerJobs } from './jobs.server.ts'
import { answerRequest, askDealer, listRequests, withdrawOverRequests } from './store/requests.server.ts'
import { chooseForOrder } from './store/choice.server.ts'
import { recordCall, setDealerEmail } from './store/staff.server.ts'

const named = { dealerName: 'Corner Arms', dealerCity: 'Tampa', dealerState: 'FL' }
const accepted = {
  answer: 'accept' as const,
  answeredBy: 'Sam Clerk',
  feeCents: 2500,
  hours: 'Tue to Sat 10 to 6',
  saysNfa: true,
  reason: null,
}
const declined = {
  answer: 'decline' as const,
  answeredBy: 'Sam Clerk',
  feeCents: null,
  hours: null,
  saysNfa: null,
  reason: 'No NFA items',
}

async function paidOrder(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const { orderId } = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, orderId, reservationForm())
  return { shop, orderId }
}

async function requested(ctx: TestContext, email = 'dealer@example.com') {
  const { shop, orderId } = await paidOrder(ctx)
  await chooseForOrder(shop, ordersOnSale, orderId, named)
  const order = await findOrder(shop.db, orderId)
  const done =
    order && (await transact(shop, (work) => askDealer(work, order, { email, source: 'staff', by: 'sam' })))
  if (!done?.ok) throw new Error('No dealer got a request')
  return { shop, orderId, requestId: done.id }
}

async function workOff(shop: TestShop, ctx: TestContext) {
  for (const { job, payload } of ctx.queued.splice(0))
    await dealerJobs.find(({ name }) => name === job)?.run(shop, payload)
}

test('a dealer who accepted is told that the order has ended or goes elsewhere, once, and nobody else is', async ({
  ctx,
}) => {
  const { shop, orderId, requestId } = await requested(ctx)
  await transact(shop, (work) => answerRequest(work, requestId, accepted))
  await workOff(shop, ctx)
  await ctx.db.execute(`update orders set state = 'refunded', refunded_cents = captured_cents`)
  await transact(shop, withdrawOverRequests)
  await transact(shop, withdrawOverRequests)
  const before = shop.sent.length
  await workOff(shop, ctx)
  expect(shop.sent.slice(before)).toMatchObject([
    { to: 'dealer@example.com', subject: `Transfer canceled: our order ${orderId}` },
  ])
  expect(shop.sent.at(-1)?.text).not.toMatch(/Jordan|buyer@/)
})

test('a dealer who accepted is told when the buyer chooses another one; one who only was asked is not', async ({
  ctx,
}) => {
  const { shop, orderId, requestId } = await requested(ctx)
  const mailsAboutEnd = () => ctx.queued.filter(({ job }) => job === 'mail-dealer-over')
  await transact(shop, (work) => answerRequest(work, requestId, accepted))
  await chooseForOrder(shop, ordersOnSale, orderId, { ...named, dealerName: 'Second Range' })
  expect(mailsAboutEnd()).toMatchObject([{ payload: { requestId } }])
  const order = await findOrder(shop.db, orderId)
  if (order)
    await transact(shop, (work) =>
      askDealer(work, order, { email: 'b@example.com', source: 'staff', by: 'sam' }),
    )
  await chooseForOrder(shop, ordersOnSale, orderId, named)
  expect(mailsAboutEnd()).toHaveLength(1)
})

test('what staff heard on the phone counts at once, with who spoke to whom, and the buyer is mailed', async ({
  ctx,
}) => {
  const { shop, orderId } = await paidOrder(ctx)
  await chooseForOrder(shop, ordersOnSale, orderId, named)
  ctx.queued.length = 0
  expect(await transact(shop, (work) => recordCall(work, orderId, accepted, 'Pat'))).toEqual({ ok: true })
  const { dealerAnswer } = (await findOrder(shop.db, orderId)) ?? {}
  expect(dealerAnswer).toMatchObject({ is: 'accepted', isConfirmed: true, feeCents: 2500 })
  expect(await listRequests(shop.db, orderId)).toMatchObject([
    { email: null, state: 'accepted', answeredBy: 'Sam Clerk', confirmedBy: 'Pat' },
  ])
  expect(ctx.queued.map(({ job }) => job)).toEqual(['mail-dealer-answer'])
  expect((await listEvents(shop.db, orderId)).at(-1)).toMatchObject({
    kind: 'dealer_accepted',
    data: { by: 'Pat' },
  })
  await transact(shop, (work) => recordCall(work, orderId, declined, 'Pat'))
  expect(await listRequests(shop.db, orderId)).toMatchObject([{ state: 'declined', reason: 'No NFA items' }])
  expect(await findOrder(shop.db, orderId)).toMatchObject({ dealerAnswer: { is: 'declined' } })
})

test('an address that staff confirm counts for the request that the buyer sent there before, and for one sent later', async ({
  ctx,
}) => {
  const { shop, orderId } = await paidOrder(ctx)
  await ctx.db.transaction((tx) => addDealers(tx, ctx.now()))
  const key = '1-59-086-01-00001'
  const typed = { email: 'desk@dealer.example', source: 'buyer' as const }
  await chooseForOrder(shop, ordersOnSale, orderId, { ...named, dealerKey: key })
  const ask = async () => {
    const order = await findOrder(shop.db, orderId)
    if (order) await transact(shop, (work) => askDealer(work, order, typed))
  }
  await ask()
  const isConfirmed = async () => (await findOrder(shop.db, orderId))?.dealerAnswer?.isConfirmed
  expect(await isConfirmed()).toBe(false)
  await transact(shop, (work) => setDealerEmail(work, key, 'other@dealer.example', 'Pat'))
  expect(await isConfirmed()).toBe(false)
  await transact(shop, (work) => setDealerEmail(work, key, typed.email, 'Pat'))
  expect(await isConfirmed()).toBe(true)
  await ask()
  expect(await isConfirmed()).toBe(true)
  expect((await listRequests(shop.db, orderId))[0]).toMatchObject({ source: 'buyer', confirmedBy: 'Pat' })
})
