import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { day, hour, minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { stagesUpTo } from '#test/world.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { givenDrop, holdLines, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder, type TestShop } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { refundOrder, refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { forgetBuyers } from './store/buyer.server.ts'
import { findOrder } from './store/read.server.ts'
import { moveStage } from './store/stage.server.ts'
import { opensOrder } from './store/links.server.ts'
import { type Stage, stages } from './rules.ts'
import { orders } from './tables.ts'

const jobs = jobsOfOrders(ordersOnSale)

async function run(shop: TestShop, name: string, payload: object = {}) {
  const job = jobs.find((each: Job) => each.name === name)
  if (!job) throw new Error(`No job ${name}`)
  await job.run(shop, job.payload.parse(payload))
}

async function mailOut(shop: TestShop, ctx: TestContext, times = 1) {
  for (const { job, payload } of ctx.queued.filter((each) => each.job.startsWith('mail-')))
    for (let time = 0; time < times; time++) await run(shop, job, payload)
}

async function given(ctx: TestContext, totalUnits = 3) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db, { totalUnits, theme: 'guerrilla', name: 'Guerrilla Vol. 1' })
  return shop
}

async function paid(shop: TestShop, values: Parameters<typeof reservationForm>[0] = {}) {
  const { orderId } = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, orderId, reservationForm(values))
  await shop.handOn()
  return orderId
}

const later = (ctx: TestContext, ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms))

test('a paid order is confirmed by one mail with its number, its deposit and a link that works', async ({
  ctx,
}) => {
  const shop = await given(ctx)
  const orderId = await paid(shop)
  await mailOut(shop, ctx, 2)
  expect(shop.sent).toHaveLength(1)
  const [mail] = shop.sent
  expect(mail).toMatchObject({
    to: 'buyer@example.com',
    key: `order-confirmation:${orderId}`,
    subject: 'Guerrilla Vol. 1, number 2 of 3 is reserved for you',
  })
  for (const words of [
    'Balance: $2,399. Due once you accept the agreement, before we build.',
    'number 2 of 3 is yours. The refundable deposit of $100 is paid.',
    `Order: ${orderId}`,
    'We email you before the build begins',
    'Until we file your federal transfer form, you can refund the deposit yourself',
  ])
    expect(mail?.text).toContain(words)
  expect(mail?.html).toContain('2/3')

  const link = /http:\/\/shop\.test\/orders\/(\w+)\?key=([\w-]+)/.exec(mail?.text ?? '')
  expect(link?.[1]).toBe(orderId)
  expect(await opensOrder(shop, orderId, link?.[2] ?? '')).toBe(true)
})

test('a confirmation says that the order is reviewed first', async ({ ctx }) => {
  const shop = await given(ctx)
  await paid(shop, { state: 'MD' })
  await mailOut(shop, ctx)
  expect(shop.sent[0]?.text).toContain('so our staff check this reservation before it moves forward')
  expect(shop.sent[0]?.text).toContain('is reserved for you while we review your order')
  expect(shop.sent[0]?.text).not.toContain('is yours')
  expect(shop.sent[0]?.text).toContain('Write to us at http://shop.test/contact.')
})

test.for<[string, string, { before?: string; after?: string }]>([
  ['Deposit paid', 'Your deposit is paid.', {}],
  ['Paid', 'Your order is paid.', { before: 'update courses set price_cents = deposit_cents' }],
  ['Confirmed', 'Your order is confirmed.', { after: 'update orders set captured_cents = 0' }],
])(
  'the confirmation of a class says what was paid for: %s',
  async ([subject, words, { before, after }], { ctx }) => {
    const shop = givenShop(ctx)
    const session = await givenSession(ctx.db)
    if (before) await ctx.db.execute(before)
    const { orderId } = await bookSeat(ctx, session)
    if (after) await ctx.db.execute(after)
    await shop.handOn()
    await mailOut(shop, ctx)
    expect(shop.sent[0]).toMatchObject({ subject: `${subject}: your order ${orderId}` })
    expect(shop.sent[0]?.text).toContain(words)
    // Its clock keeps the capitals of days, months and zones.
    expect(shop.sent[0]?.text).toMatch(/Test Course: .* until \w{3}, \w{3} \d+, .* EST\./)
  },
)

test('payloads of queued jobs hold no personal data', async ({ ctx }) => {
  const shop = await given(ctx)
  const orderId = await paid(shop)
  await transact(shop, (work) => moveStage(work, ordersOnSale, orderId, 'agreed'))
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  const queued = JSON.stringify(ctx.queued)
  for (const personal of ['Jordan', 'buyer@', 'FL"']) expect(queued).not.toContain(personal)
})

test('each partial refund is mailed once, and the last says that the number is available', async ({
  ctx,
}) => {
  const shop = await given(ctx)
  const orderId = await paid(shop)
  await refundOrder(shop, ordersOnSale, orderId, { amountCents: 2_500 })
  later(ctx, minute)
  await refundOrder(shop, ordersOnSale, orderId)
  await mailOut(shop, ctx, 2)
  const [, part, whole] = shop.sent
  expect(shop.sent).toHaveLength(3)
  expect(part).toMatchObject({
    subject: '$25 refunded',
    text: expect.stringContaining('Your reservation is unchanged'),
  })
  expect(whole).toMatchObject({
    subject: '$75 refunded',
    text: expect.stringContaining('available to others again'),
  })
})

test('the refund of a late charge is explained', async ({ ctx }) => {
  const shop = await given(ctx)
  const orderId = await paid(shop, { paymentToken: 'sandbox_silent_before' })
  later(ctx, 5 * minute)
  await run(shop, 'reconcile-payments')
  expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'held' })
  const attempt = (await findOrder(shop.db, orderId))?.lastAttempt
  const request = { attemptId: attempt?.id ?? '', orderId, amountCents: 10_000 }
  await shop.gateway.charge({ ...request, paymentToken: 'sandbox_approve' })
  later(ctx, 2 * hour)
  await run(shop, 'recheck-abandoned')
  later(ctx, minute)
  await run(shop, 'reconcile-refunds')
  await mailOut(shop, ctx)
  expect(shop.sent).toMatchObject([
    { subject: '$100 refunded', text: expect.stringContaining('charged after all') },
  ])
  const key = /orders\/\w+\?key=([\w-]+)/.exec(shop.sent[0]?.text ?? '')?.[1] ?? ''
  expect(await opensOrder(shop, orderId, key)).toBe(true)
})

test('each stage change is mailed, also when a returned form is filed again', async ({ ctx }) => {
  const shop = await given(ctx)
  const orderId = await paid(shop)
  const move = (stage: Stage, reason = '') => {
    later(ctx, minute)
    return transact(shop, (work) => moveStage(work, ordersOnSale, orderId, stage, { reason }))
  }
  for (const stage of stagesUpTo('form3_filed')) await move(stage)
  await move('built', 'The fingerprints could not be read')
  await move('form3_filed')
  await mailOut(shop, ctx, 2)
  expect(shop.sent.slice(4).map(({ subject }) => subject)).toEqual([
    'Built: Guerrilla Vol. 1, number 2 of 3',
    'Form 3 filed: Guerrilla Vol. 1, number 2 of 3',
    'Back to “Built”: Guerrilla Vol. 1, number 2 of 3',
    'Form 3 filed: Guerrilla Vol. 1, number 2 of 3',
  ])
  expect(shop.sent[5]?.text).toContain('the transfer from us to your dealer. It is not your approval.')
  expect(shop.sent[5]?.text).toContain('Stage 6 of 12')
  expect(shop.sent[5]?.text).toContain('Price: $2,499 before sales tax')
  expect(shop.sent[6]?.text).toContain(
    'Your reservation went back from “Form 3 filed” to “Built”. Why: The fingerprints could not be read.',
  )
  expect(shop.sent[6]?.text).not.toContain('It’s built')

  const filed = stages.indexOf('form3_filed')
  for (const stage of stages.slice(filed + 1)) await move(stage)
  await mailOut(shop, ctx)
  const certificate = 'The code of your numbered certificate is on your order page.'
  expect(shop.sent.filter(({ text }) => text.includes(certificate)).map(({ subject }) => subject)).toEqual([
    'Picked up: Guerrilla Vol. 1, number 2 of 3',
  ])
})

test('nothing of an order that is not paid moves on', async ({ ctx }) => {
  const shop = await given(ctx)
  const { orderId } = await heldOrder(shop)
  const move = () => transact(shop, (work) => moveStage(work, ordersOnSale, orderId, 'agreed'))
  expect(await move()).toEqual({ ok: false, why: 'not_paid' })
  await shop.db.execute(`update order_lines set stage = 'reserved'`)
  expect(await move()).toEqual({ ok: false, why: 'not_paid' })
})

test('an order without a buyer gets no email', async ({ ctx }) => {
  const shop = await given(ctx)
  const { orderId } = await heldOrder(shop)
  await run(shop, 'mail-order-confirmation', { orderId })
  await run(shop, 'mail-order-confirmation', { orderId: 'NOSUCHCODE' })
  expect(shop.sent).toEqual([])
})

test('all overdue holds expire, in batches', async ({ ctx }) => {
  const shop = await given(ctx, 100)
  await givenDrop(shop.db, { slug: 'next-drop', dropNumber: 2, totalUnits: 10 })
  for (let number = 1; number <= 100; number++) await heldOrder(shop, number)
  for (let number = 1; number <= 10; number++)
    await holdLines(shop, [{ kind: 'drop_unit', ref: { slug: 'next-drop', number } }])
  later(ctx, 11 * minute)
  await run(shop, 'expire-holds')
  expect(await shop.db.$count(orders, eq(orders.state, 'expired'))).toBe(110)
})

test('an aborted run leaves the rest to the next one', async ({ ctx }) => {
  const shop = await given(ctx, 2)
  const orderIds = [(await heldOrder(shop, 1)).orderId, (await heldOrder(shop, 2)).orderId]
  later(ctx, hour)
  const held = async () =>
    (await Promise.all(orderIds.map((id) => findOrder(shop.db, id)))).filter(
      (order) => order?.state === 'held',
    )
  const expire = jobs.find(({ name }) => name === 'expire-holds')
  await expire?.run(shop, {}, AbortSignal.abort())
  expect(await held()).toHaveLength(2)
  const ending = new AbortController()
  const expiring = {
    ...shop,
    announce: (topics: Iterable<string>) => {
      shop.announce(topics)
      ending.abort()
    },
  }
  await expire?.run(expiring, {}, ending.signal)
  expect(await held()).toHaveLength(1)
})

test('an unanswered payment schedules its own retry', async ({ ctx }) => {
  const shop = await given(ctx)
  const orderId = await paid(shop, { paymentToken: 'sandbox_silent_after' })
  expect(ctx.queued).toContainEqual({ job: 'reconcile-payments', payload: {} })
  later(ctx, minute)
  await run(shop, 'reconcile-payments')
  expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'paid' })
})

test('buyers of unpaid orders are deleted after 30 days, those of paid orders are not', async ({ ctx }) => {
  const shop = await given(ctx)
  const stored = await paid(shop)
  const { orderId } = await heldOrder(shop, 1)
  await payOrder(shop, ordersOnSale, orderId, reservationForm({ paymentToken: 'sandbox_decline' }))
  await transact(shop, (work) => cancelHold(work, ordersOnSale, orderId))
  later(ctx, 30 * day)
  await applyRetention(shop, 'unpaid_orders', forgetBuyers)
  expect(await findOrder(shop.db, orderId)).toMatchObject({ buyerName: 'Jordan Buyer' })
  later(ctx, day)
  await applyRetention(shop, 'unpaid_orders', forgetBuyers)
  expect(await findOrder(shop.db, orderId)).toMatchObject({
    state: 'canceled',
    buyerName: null,
    buyerEmail: null,
    buyerState: null,
  })
  expect(await findOrder(shop.db, stored)).toMatchObject({ buyerName: 'Jordan Buyer' })
})
