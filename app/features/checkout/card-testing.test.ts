import { isNotNull } from 'drizzle-orm'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { openDb, transact } from '#app/db/db.server.ts'
import { hardBits, holdProofField, holdSubject, makeProof } from '#app/http/proofs.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { signConfirmed } from './access.server.ts'
import { payOrder } from './flows.server.ts'
import { action as pay } from './routes/checkout.tsx'
import { testingDeclines } from './rules.ts'
import { findProofLevel, forgetTries, watchCardTesting } from './store/holders.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { orderHolders } from './tables.ts'
import { payRefusalWords } from './words.ts'

type Keys = Partial<{ address: string; mail: string; card: string; state: 'declined' | 'abandoned' }>

async function givenTries(shop: TestShop, count: number, keys: Keys = {}, ofOne?: string) {
  const { address = null, mail = null, card = null, state = 'declined' } = keys
  for (let index = 0; index < count; index++) {
    const orderId = ofOne ?? (await heldOrder(shop, null)).orderId
    await shop.db
      .insert(orderHolders)
      .values({ orderId, address, mail, createdAt: shop.now() })
      .onConflictDoUpdate({ target: orderHolders.orderId, set: { address, mail } })
    await shop.db.insert(paymentAttempts).values({
      id: crypto.randomUUID().slice(0, 16),
      orderId,
      formKey: crypto.randomUUID(),
      requestFingerprint: 'x',
      card,
      amountCents: 1e4,
      gateway: 'sandbox',
      state,
      startedAt: shop.now(),
      settledAt: shop.now(),
    })
  }
}

async function given(ctx: TestContext, declines: number, keys: Keys = {}) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db, { totalUnits: 60 })
  await givenTries(shop, declines, keys)
  // The figures of the whole shop may be a few seconds old.
  ctx.setNow(after(ctx.now(), 4 * second))
  shop.limits = { ...shop.limits, isOn: true }
  const { orderId, cookies } = await heldOrder(shop, null)
  const { formKey, name, email } = reservationForm()
  const form = {
    formKey,
    name,
    email,
    phone: '',
    state: 'FL',
    zip: '33139',
    dealer: 'later',
    attestation: 'yes',
  }
  const press = (more: Record<string, string> = {}, jar = cookies) =>
    answerOf(() =>
      pay(
        visit(shop, {
          path: `/checkout/${orderId}`,
          params: { order: orderId },
          cookies: jar,
          form: {
            ...form,
            dealerName: '',
            dealerCity: '',
            dealerState: '',
            paymentToken: 'sandbox_approve',
            ...more,
          },
        }),
      ),
    )
  const prove = async (bits = hardBits) => {
    const subject = holdSubject({ what: `pay:${orderId}`, key: formKey })
    return { proof: await makeProof(subject, ctx.now(), bits), jar: cookies }
  }
  return { shop, orderId, press, prove, cookies }
}

async function pays(
  ctx: TestContext,
  orderId: string,
  keys: Keys,
  { db = ctx.db, token = 'sandbox_approve', formKey = crypto.randomUUID() } = {},
) {
  const { address = 'an address', mail = crypto.randomUUID(), card = null } = keys
  const tried = { by: { address, mail, card }, isWorked: () => false }
  const payer = { mail, card, home: null }
  const form = { ...reservationForm(), formKey, paymentToken: token }
  const paid = await payOrder({ ...givenPaymentContext(ctx), db }, ordersOnSale, orderId, form, {
    payer,
    tried,
  })
  return paid.ok ? 'tried' : paid.why
}

test('concurrent tries with one card in several processes pass as often as sequential ones', async ({
  db,
  ctx,
}) => {
  const shop = givenShop(ctx)
  await givenDrop(db, { totalUnits: 60, maxPerBuyer: null })
  const url = (db as unknown as { $client: Pool }).$client.options.connectionString ?? ''
  const pools = Array.from({ length: 3 }, () => openDb(url, 6))
  const orders: string[] = []
  for (let index = 0; index < 20; index++) orders.push((await heldOrder(shop, null)).orderId)
  const answers = await Promise.all(
    orders.map((orderId, index) =>
      pays(ctx, orderId, { card: 'one' }, { db: pools[index % 3]?.db ?? db, token: 'sandbox_decline' }),
    ),
  )
  await Promise.all(pools.map(({ pool }) => pool.end()))
  const tries = answers.filter((answer) => answer === 'tried').length
  expect(tries).toBeLessThanOrEqual(12)
  expect(await db.$count(paymentAttempts)).toBe(tries)
  const next = async (card: string) => pays(ctx, (await heldOrder(shop, null)).orderId, { card })
  expect(await next('one')).toBe('too_many_tries')
  expect(await next('two')).toBe('tried')
  ctx.setNow(after(ctx.now(), 10 * minute))
  expect(await next('one')).toBe('tried')
})

test('a resubmitted form is the same try, and each key is counted separately', async ({ db, ctx }) => {
  const shop = givenShop(ctx)
  await givenDrop(db, { totalUnits: 80, maxPerBuyer: null })
  const { orderId: resubmitted } = await heldOrder(shop, null)
  const formKey = crypto.randomUUID()
  for (let index = 0; index < 20; index++)
    expect(await pays(ctx, resubmitted, { mail: 'mine' }, { formKey })).toBe('tried')
  expect(await db.$count(paymentAttempts)).toBe(1)
  const { orderId } = await heldOrder(shop, null)
  await givenTries(shop, 17, { state: 'abandoned' }, orderId)
  await givenTries(shop, 17, { state: 'abandoned', mail: 'the same' })
  expect(await pays(ctx, (await heldOrder(shop, null)).orderId, {})).toBe('tried')
  for (const of of [orderId, (await heldOrder(shop, null)).orderId]) {
    const mail = of === orderId ? 'another' : 'the same'
    expect(await pays(ctx, of, { mail }, { token: 'sandbox_decline' }), 'the eighteenth').toBe('tried')
    const next = of === orderId ? of : (await heldOrder(shop, null)).orderId
    expect(await pays(ctx, next, { mail })).toBe('too_many_tries')
  }
})

test('during card testing a payment needs a proof of work', async ({ ctx }) => {
  const { shop, orderId, press, prove } = await given(ctx, testingDeclines)
  expect(await press()).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [payRefusalWords.proof_needed] } },
  })
  const { proof, jar } = await prove()
  expect(await press({ [holdProofField]: proof }, jar)).toMatchObject({ location: `/orders/${orderId}` })
  expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'paid' })
})

const addressOf = (shop: TestShop) => shop.keyedHash('address 192.0.2.1')

test('who holds stock pays, whatever a neighbor at the same address has burnt', async ({ ctx }) => {
  const { shop, orderId, press, prove } = await given(ctx, 13, {
    address: givenShop(ctx).keyedHash('address 192.0.2.1'),
  })
  expect(await press()).toMatchObject({ status: 409 })
  const { proof, jar } = await prove()
  expect(await press({ [holdProofField]: proof }, jar)).toMatchObject({ location: `/orders/${orderId}` })
  expect(await findProofLevel(shop.db, ctx.now(), addressOf(shop)), 'it took its weight back').toBe(1)
})

test('forty people at one address pay one after the other, and none is asked for anything', async ({
  ctx,
}) => {
  const { shop } = await given(ctx, 0)
  for (let person = 0; person < 40; person++) {
    const { orderId } = await heldOrder(shop, null)
    await shop.db.insert(orderHolders).values({ orderId, address: 'shared', createdAt: shop.now() })
    expect(await pays(ctx, orderId, { address: 'shared' })).toBe('tried')
  }
  expect(await findProofLevel(shop.db, ctx.now(), 'shared')).toBe(0)
})

test('a confirmed email pays without script, and only for its own', async ({ ctx }) => {
  const { shop, orderId, press, cookies } = await given(ctx, testingDeclines)
  const confirmedAs = (email: string) =>
    press({ formKey: crypto.randomUUID() }, [...cookies, `paco-confirmed=${signConfirmed(shop, email)}`])
  expect(await confirmedAs('somebody-else@example.com')).toMatchObject({ status: 409 })
  expect(await confirmedAs(reservationForm().email)).toMatchObject({ location: `/orders/${orderId}` })
})

test('a few declines require nothing, and stored tries hold no personal data', async ({ ctx }) => {
  const { shop, orderId, press } = await given(ctx, testingDeclines - 1)
  expect(await press()).toMatchObject({ location: `/orders/${orderId}` })
  const stored = JSON.stringify(await shop.db.select().from(paymentAttempts))
  expect(stored).not.toContain('192.0.2.1')
  expect(stored).not.toContain('example.com')
})

test('the alert counts declines and clears itself, and the cards of old tries are forgotten', async ({
  ctx,
}) => {
  const { shop } = await given(ctx, testingDeclines, { card: 'one' })
  const watch = () =>
    transact(shop, async (work) => {
      await watchCardTesting(work)
      await forgetTries(work)
    })
  const cards = () => shop.db.$count(paymentAttempts, isNotNull(paymentAttempts.card))
  await watch()
  expect(await listOpenAlerts(shop.db)).toMatchObject([
    {
      kind: 'card_testing',
      detail: expect.stringContaining(`${testingDeclines} of ${testingDeclines} payments`),
    },
  ])
  expect(await cards(), 'young tries still count').toBe(testingDeclines)
  ctx.setNow(after(ctx.now(), 11 * minute))
  await watch()
  expect(await listOpenAlerts(shop.db)).toEqual([])
  expect(await cards()).toBe(0)
})
