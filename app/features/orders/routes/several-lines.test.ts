import { sendGoods } from '#test/world.ts'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, holdLines } from '#test/shop.ts'
import { scriptedRefunds } from '#test/scripted-refunds.ts'
import { givenPieces } from '#test/goods.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { transact } from '#app/db/db.server.ts'
import { packParcel } from '../store/parcels.server.ts'
import { findOrder } from '../store/read.server.ts'
import { action as sendElsewhere, loader as askAddress } from './address.tsx'
import { action as pay } from '#app/features/checkout/routes/checkout.tsx'
import { action as saveDetails } from '#app/features/checkout/routes/details.tsx'
import { loader as orderPage } from './order.tsx'
import { action as takeBack, loader as askRefund } from '#app/features/refunds/routes/refund.tsx'

const address = {
  shipStreet: '1 Ocean Drive',
  shipLine2: '',
  shipCity: 'Miami',
  shipState: 'FL',
  shipZip: '33139',
  shipCounty: '',
}

/** A paid order of a number and two pieces: 100 + 39.98, 2.80 tax, 9.95 shipping with 70 cents tax. */
async function paid(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  await givenPieces(shop.db)
  const lines = [
    { kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 2 } },
    { kind: 'accessory' as const, ref: { accessory: 'piece', quantity: 2 } },
  ]
  const { orderId, token } = await holdLines(shop, lines)
  const held = { shop, orderId, cookies: [`paco-order-${orderId}=${token}`] }
  const buyer = {
    name: 'Jordan Buyer',
    email: 'buyer@example.com',
    phone: '',
    state: 'FL',
    zip: '33139',
    dealer: 'later',
  }
  await answerOf(() => saveDetails(at(held, { ...address, ...buyer, shippingMethod: 'ground' })))
  const key = { formKey: crypto.randomUUID(), attestation: 'yes', paymentToken: 'sandbox_approve' }
  await answerOf(() => pay(at(held, { ...key, total: '15343' })))
  return held
}

type Held = { shop: TestShop; orderId: string; cookies: string[] }
const at = ({ shop, orderId, cookies }: Held, form?: Record<string, string>) =>
  visit(shop, { path: `/orders/${orderId}`, params: { order: orderId }, cookies, ...(form && { form }) })
const stateOf = async ({ shop, orderId }: Held) => findOrder(shop.db, orderId)
const run = async ({ shop, orderId }: Held, name: string, more: object = {}) => {
  const job = jobsOfOrders(ordersOnSale).find((each) => each.name === name)
  await job?.run(shop, { orderId, ...more })
}

const workOff = async ({ shop }: Held, ctx: TestContext) => {
  for (const { job, payload } of ctx.queued.splice(0))
    if (job === 'mail-parcel')
      await jobsOfOrders(ordersOnSale)
        .find(({ name }) => name === job)
        ?.run(shop, payload)
}

test('each line has its own refund clock, and one is refunded alone with its tax', async ({ ctx }) => {
  const held = await paid(ctx)
  expect(await stateOf(held)).toMatchObject({ state: 'paid', capturedCents: 15_343 })
  expect((await answerOf(() => askRefund(at(held)))).value).toMatchObject({
    lines: [
      { amountCents: 10_000, clock: 'Refundable in full until we file your transfer form', mayReturn: true },
      { amountCents: 4_278, clock: 'Refundable in full until we ship it', mayReturn: true },
    ],
  })
  expect(await answerOf(() => takeBack(at(held, {})))).toMatchObject({
    status: 422,
    value: { refusal: 'Choose at least one item to refund.' },
  })
  for (const line of ['', ' ', '0x1', '1e0', '-0', '9'])
    expect(await answerOf(() => takeBack(at(held, { line })))).toMatchObject({
      status: 422,
      value: { refusal: 'Choose at least one item to refund.' },
    })
  expect(await answerOf(() => takeBack(at(held, { line: '1' })))).toMatchObject({ status: 303 })
  expect(await stateOf(held)).toMatchObject({
    state: 'part_refunded',
    refundedCents: 5343,
    shippingRefundedCents: 1065,
    lines: [
      {
        stage: 'reserved',
        refundedCents: 0,
        returnedAt: null,
      },
      {
        refundedCents: 4278,
        returnedAt: expect.any(Date),
      },
    ],
  })
  const { rows } = await held.shop.db.execute(
    sql`select count(*)::int as n from held_pieces where kind = 'accessory'`,
  )
  expect(rows).toEqual([{ n: 0 }])
  expect((await answerOf(() => orderPage(at(held)))).value).toMatchObject({
    stages: [{ stage: 'reserved' }],
    certificate: expect.any(String),
    lines: [{ returnedAt: null }, { returnedAt: expect.any(Date), clock: 'Refunded' }],
    receipt: { refunds: [{ amount: '-$53.43', note: 'Piece, Shipping' }] },
    parcel: null, // nothing of it was shipped, and nothing will be
  })
  await answerOf(() => takeBack(at(held, { line: '0' })))
  expect(await stateOf(held)).toMatchObject({ state: 'refunded', refundedCents: 15_343 })
})

test('while a refund is open, the page offers the other lines', async ({ ctx }) => {
  const held = await paid(ctx)
  const scripted = scriptedRefunds(held.shop.gateway)
  held.shop.gateway = scripted.gateway
  scripted.next('pending')
  await refundOrder(held.shop, ordersOnSale, held.orderId, { amountCents: 4_000 })
  expect(await answerOf(() => takeBack(at(held, { line: '1' })))).toMatchObject({ status: 303 })
  expect((await answerOf(() => askRefund(at(held)))).value).toMatchObject({
    lines: [
      { amountCents: 6_000, mayReturn: true },
      { amountCents: 4_278, mayReturn: false, clock: 'Refund in progress' },
    ],
  })
  expect((await answerOf(() => orderPage(at(held)))).value).toMatchObject({
    isUnsettled: false,
    refund: {
      verdict: { ok: true },
      open: [
        { words: 'Your refund of $40.00 for Test Drop is on its way. The payment has not settled yet.' },
        {
          words: 'Your refund of $53.43 for Piece, Shipping is on its way. The payment has not settled yet.',
        },
      ],
    },
  })
  // A second press of the same line finds the first; one with another line is refused, and starts nothing.
  expect(await answerOf(() => takeBack(at(held, { line: '1' })))).toMatchObject({ status: 303 })
  const both = visit(held.shop, {
    path: `/orders/${held.orderId}/refund`,
    params: { order: held.orderId },
    cookies: held.cookies,
    body: 'line=0&line=1',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expect(await answerOf(() => takeBack(both))).toMatchObject({
    status: 409,
    value: { refusal: expect.stringContaining('already being refunded, so nothing new was started') },
  })
  expect(await answerOf(() => takeBack(at(held, { line: '0' })))).toMatchObject({ status: 303 })
  expect(await answerOf(() => askRefund(at(held)))).toMatchObject({ location: `/orders/${held.orderId}` })
})

test('a stopped refund is mailed with next steps and shown on the page', async ({ ctx }) => {
  const held = await paid(ctx)
  const scripted = scriptedRefunds(held.shop.gateway)
  held.shop.gateway = scripted.gateway
  for (const [answer, words, subject] of [
    ['refused', 'take care of it', 'Your refund of $53.43 takes longer'],
    ['too_late', 'We’ll send you a check', '$100 comes by check'],
  ] as const) {
    scripted.next(answer)
    await answerOf(() => takeBack(at(held, { line: answer === 'refused' ? '1' : '0' })))
    const mailed = ctx.queued.findLast(({ job }) => job === 'mail-order-refund-stopped')
    await run(held, 'mail-order-refund-stopped', mailed?.payload)
    expect(held.shop.sent.at(-1)).toMatchObject({
      subject: expect.stringContaining(subject),
      text: expect.stringContaining(words),
    })
    expect((await answerOf(() => orderPage(at(held)))).value).toMatchObject({
      refund: {
        open: expect.arrayContaining([
          { id: expect.any(String), words: expect.stringContaining(words), isStopped: true },
        ]),
      },
    })
  }
  // Once all of it went back, what was refused before is no news; what came late was never the order's.
  scripted.next('refunded')
  await refundOrder(held.shop, ordersOnSale, held.orderId, { position: 1 })
  const shown = async () => (await answerOf(() => orderPage(at(held)))).value
  expect(await shown()).toMatchObject({
    refund: { open: [{ words: expect.stringContaining('We’ll send you a check') }] },
    receipt: { refunds: [{ amount: '-$53.43' }] },
  })
  await held.shop.db.execute(sql`update payment_attempts set is_late = true`)
  expect(await shown()).toMatchObject({ refund: { open: [] }, receipt: { refunds: [] } })
})

test('a shipped line is mailed with its tracking and no longer refundable', async ({ ctx }) => {
  const held = await paid(ctx)
  const sent = await sendGoods(held.shop, held.orderId, 'CARRIER 1Z999')
  expect(sent).toEqual({ ok: true })
  await workOff(held, ctx)
  expect(held.shop.sent.at(-1)).toMatchObject({
    subject: `Shipped: your order ${held.orderId}`,
    text: expect.stringContaining('Tracking: CARRIER 1Z999'),
  })
  expect(await answerOf(() => takeBack(at(held, { line: '1' })))).toMatchObject({
    value: { refusal: expect.stringContaining('already shipped') },
  })
  expect((await answerOf(() => orderPage(at(held)))).value).toMatchObject({
    parcel: {
      parcels: [{ number: 1, items: ['Piece × 2'], tracking: { text: 'CARRIER 1Z999', url: null } }],
      mayChange: false,
    },
    refund: { verdict: { ok: true } },
  })
  const again = await sendGoods(held.shop, held.orderId)
  expect(again).toEqual({ ok: false, why: 'nothing_to_pack' })
  expect(await answerOf(() => askAddress(at(held)))).toMatchObject({ location: `/orders/${held.orderId}` })
})

test('the address can change before shipping if the tax stays the same', async ({ ctx }) => {
  const held = await paid(ctx)
  const next = { ...address, shipStreet: '2 Bay Road', shipZip: '33101' }
  expect(await answerOf(() => sendElsewhere(at(held, next)))).toMatchObject({ status: 303 })
  expect(await stateOf(held)).toMatchObject({ shipStreet: '2 Bay Road', totalCents: 15_343 })
  const texas = { ...next, shipState: 'TX', shipZip: '78701' }
  expect(await answerOf(() => sendElsewhere(at(held, texas)))).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [expect.stringContaining('Sales tax')] } },
  })
  expect(await stateOf(held)).toMatchObject({ shipState: 'FL' })
})

test('the street can change even after a rate change and a returned line', async ({ ctx }) => {
  const held = await paid(ctx)
  await answerOf(() => takeBack(at(held, { line: '0' })))
  await held.shop.db.execute('update tax_rates set rate_millionths = rate_millionths + 5000')
  const corrected = { ...address, shipStreet: '11 Ocean Drive', shipZip: '33101' }
  expect(await answerOf(() => sendElsewhere(at(held, corrected)))).toMatchObject({ status: 303 })
  expect(await stateOf(held)).toMatchObject({ shipStreet: '11 Ocean Drive', totalCents: 15_343 })
})

test('the address stays where the rules refuse the place, once the parcel is packed, and once it left', async ({
  ctx,
}) => {
  const held = await paid(ctx)
  const { shop, orderId } = held
  const next = { ...address, shipStreet: '2 Bay Road' }
  const refusal = async () => {
    const { status, value } = await answerOf(() => sendElsewhere(at(held, next)))
    expect(status).toBe(409)
    return (value as { fieldErrors: { form: string[] } }).fieldErrors.form[0]
  }
  const flags = { statesBarred: ['FL'], caAb1263: 'no', needsAdultSignature: false, isGroundOnly: false }
  const bar = (to: object | null) =>
    shop.db.execute(sql`update order_lines set flags = ${to && JSON.stringify(to)}::jsonb where position = 1`)
  await bar(flags)
  expect(await refusal()).toContain('Florida')
  await bar(null)
  await transact(shop, (work) => packParcel(work, ordersOnSale, orderId, { id: 'parcel', by: 'sam' }))
  expect(await refusal()).toContain('packed and about to ship')
  await sendGoods(shop, orderId)
  expect(await refusal()).toContain('already shipped')
  await shop.db.execute(
    sql`update orders set state = 'refunded', captured_cents = total_cents, refunded_cents = total_cents`,
  )
  expect(await refusal()).toBe('This order has no paid package.')
  expect(await stateOf(held)).toMatchObject({ shipStreet: '1 Ocean Drive' })
})

test('the confirmation lists every line with tax, shipping and refund clocks', async ({ ctx }) => {
  const held = await paid(ctx)
  await run(held, 'mail-order-confirmation')
  const [mail] = held.shop.sent
  expect(mail?.subject).toBe(`Payment received: your order ${held.orderId}`)
  for (const said of [
    'Test Drop: $100.00',
    'Piece × 2: $39.98',
    'Shipping, Ground: $9.95',
    'Sales tax: Florida 6%, Miami-Dade 1%: $3.50',
    'Paid: $153.43',
    'Piece: refundable in full until we ship it.',
    '1 Ocean Drive',
  ])
    expect(mail?.text).toContain(said)
})
