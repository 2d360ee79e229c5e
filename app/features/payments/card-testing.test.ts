import type { Pool } from 'pg'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { openDb } from '#app/db/db.server.ts'
import { transact } from '#app/db/work.server.ts'
import { holdProofField, solveChallenge } from '#app/http/hold-proof.ts'
import { hardBits } from '#app/http/proof-of-work.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { signConfirmed } from '#app/features/checkout/access.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { action as pay } from '#app/features/checkout/routes/checkout.tsx'
import { loader as challengeFor } from '#app/features/checkout/routes/hold-proof.ts'
import {
  plainRetryMs,
  testingDeclines,
  countTry,
  findProofLevel,
  forgetTries,
  watchCardTesting,
} from './store/payment-tries.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { paymentTries } from './tables.ts'
import { payProofWords } from '#app/features/checkout/words.ts'

const tried = (values: Partial<Parameters<typeof countTry>[2]> = {}) => ({
  orderId: crypto.randomUUID(),
  formKey: crypto.randomUUID(),
  address: crypto.randomUUID(),
  mail: crypto.randomUUID(),
  card: null,
  ...values,
})

async function givenDeclines(shop: TestShop, count: number, values: Parameters<typeof tried>[0] = {}) {
  for (let index = 0; index < count; index++) {
    const { orderId } = await heldOrder(shop, null)
    const one = tried({ orderId, ...values })
    await countTry(shop.db, shop.now(), one)
    await shop.db.insert(paymentAttempts).values({
      id: one.formKey.slice(0, 16),
      orderId,
      formKey: one.formKey,
      requestFingerprint: 'x',
      amountCents: 1e4,
      gateway: 'sandbox',
      state: 'declined',
      startedAt: shop.now(),
      settledAt: shop.now(),
    })
  }
}

async function given(ctx: TestContext, declines: number, values: Parameters<typeof tried>[0] = {}) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db, { totalUnits: 60 })
  await givenDeclines(shop, declines, values)
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
    const query = new URLSearchParams({ what: `pay:${orderId}`, key: formKey, bits: String(bits) })
    const path = `/hold-proof?${query}`
    const answer = challengeFor(visit(shop, { path }))
    const { challenge } = (await answer.json()) as { challenge: string }
    const visitor = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return { proof: await solveChallenge(challenge), jar: [...cookies, visitor] }
  }
  return { shop, orderId, press, prove, cookies }
}

test('concurrent tries with one card in several processes pass as often as sequential ones', async ({
  db,
  ctx,
}) => {
  const url = (db as unknown as { $client: Pool }).$client.options.connectionString ?? ''
  const pools = Array.from({ length: 3 }, () => openDb(url, 6))
  const verdicts = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      countTry(pools[index % 3]?.db ?? db, ctx.now(), tried({ card: 'one' })),
    ),
  )
  await Promise.all(pools.map(({ pool }) => pool.end()))
  expect(verdicts.filter(({ ok }) => ok).length).toBeLessThanOrEqual(12)
  expect(await countTry(db, ctx.now(), tried({ card: 'one' }))).toEqual({ ok: false })
  expect(await countTry(db, ctx.now(), tried({ card: 'two' }))).toMatchObject({ ok: true })
  expect(await countTry(db, after(ctx.now(), 10 * minute), tried({ card: 'one' }))).toMatchObject({
    ok: true,
  })
})

test('a resubmitted form is the same try, and each key is counted separately', async ({ db, ctx }) => {
  const same = tried({ mail: 'mine' })
  for (let index = 0; index < 30; index++)
    expect(await countTry(db, ctx.now(), same)).toMatchObject({ ok: true })
  expect(await db.$count(paymentTries)).toBe(1)
  const elsewhere = tried({ formKey: same.formKey, card: 'mine' })
  await countTry(db, ctx.now(), elsewhere)
  expect(await db.$count(paymentTries), 'the same form of another order is another try').toBe(2)
  for (const key of ['orderId', 'mail'] as const) {
    let passed = 0
    while (passed < 200 && (await countTry(db, ctx.now(), tried({ [key]: `the same ${key}` }))).ok) passed++
    expect(passed).toBe(18)
  }
})

test('during card testing a payment needs a proof of work', async ({ ctx }) => {
  const { shop, orderId, press, prove } = await given(ctx, testingDeclines)
  expect(await press()).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [payProofWords(20)] } },
  })
  const { proof, jar } = await prove()
  expect(await press({ [holdProofField]: proof }, jar)).toMatchObject({ location: `/orders/${orderId}` })
  expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'paid' })
  expect(shop.counted.filter((limit) => limit.startsWith('paymentUnproven'))).toEqual([])
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
    const one = tried({ orderId, address: 'shared' })
    expect(await countTry(shop.db, ctx.now(), one)).toMatchObject({ ok: true, level: 0 })
    await payOrder(givenPaymentContext(ctx), ordersOnSale, orderId, {
      ...reservationForm({ email: `${person}@example.com` }),
      formKey: one.formKey,
    })
  }
})

test('without script the same order is pressed again after a while, or its email confirmed', async ({
  ctx,
}) => {
  const { shop, orderId, press } = await given(ctx, testingDeclines)
  const again = () => press({ formKey: crypto.randomUUID() })
  expect(await again()).toMatchObject({ status: 409 })
  ctx.setNow(after(ctx.now(), plainRetryMs - second))
  expect(await again()).toMatchObject({ status: 409 })
  shop.refusing.add('paymentUnproven')
  ctx.setNow(after(ctx.now(), plainRetryMs))
  expect(await again(), 'too many of this address did so').toMatchObject({ status: 409 })
  shop.refusing.clear()
  ctx.setNow(after(ctx.now(), plainRetryMs))
  expect(await again()).toMatchObject({ location: `/orders/${orderId}` })
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
  const stored = JSON.stringify(await shop.db.select().from(paymentTries))
  expect(stored).not.toContain('192.0.2.1')
  expect(stored).not.toContain('example.com')
})

test('the alert counts declines and clears itself, and old tries are deleted', async ({ ctx }) => {
  const { shop } = await given(ctx, testingDeclines)
  const watch = () =>
    transact(shop, async (work) => {
      await watchCardTesting(work)
      await forgetTries(work)
    })
  await watch()
  expect(await listOpenAlerts(shop.db)).toMatchObject([
    {
      kind: 'card_testing',
      detail: expect.stringContaining(`${testingDeclines} of ${testingDeclines} payments`),
    },
  ])
  expect(await shop.db.$count(paymentTries), 'young tries still count').toBe(testingDeclines)
  ctx.setNow(after(ctx.now(), 11 * minute))
  await watch()
  expect(await listOpenAlerts(shop.db)).toEqual([])
  expect(await shop.db.$count(paymentTries)).toBe(0)
})

test('tries are unlogged, so that counting stays cheap', async ({ db }) => {
  const { rows } = await db.execute(`select relpersistence from pg_class where relname = 'payment_tries'`)
  expect(rows).toEqual([{ relpersistence: 'u' }])
})
