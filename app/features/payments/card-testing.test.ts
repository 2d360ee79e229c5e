import type { Pool } from 'pg'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { openDb } from '#app/db/db.server.ts'
import { holdProofField, solveChallenge } from '#app/http/hold-proof.ts'
import { after, minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, reservationForm } from '#test/shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { watchCardTests } from './jobs/card-testing.server.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import { action as pay } from '#app/features/checkout/routes/checkout.tsx'
import { loader as challengeFor } from '#app/features/checkout/routes/hold-proof.ts'
import { testingDeclines } from './rules/card-testing.ts'
import { countTry } from './store/payment-tries.server.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { paymentTries } from './tables.ts'
import { cardTestingWords } from '#app/features/checkout/words.ts'

const tried = (values: Partial<Parameters<typeof countTry>[2]> = {}) => ({
  orderId: crypto.randomUUID(),
  formKey: crypto.randomUUID(),
  address: crypto.randomUUID(),
  network: null,
  mail: crypto.randomUUID(),
  card: null,
  ...values,
})

/** So many payments of strangers that were declined. */
async function givenDeclines(shop: TestShop, count: number) {
  for (let index = 0; index < count; index++) {
    const { orderId } = await heldOrder(shop, null)
    const one = tried({ orderId })
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

async function given(ctx: TestContext, declines: number) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db, { totalUnits: 60 })
  await givenDeclines(shop, declines)
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
  const prove = async () => {
    const path = `/hold-proof?${new URLSearchParams({ what: `pay:${orderId}`, key: formKey })}`
    const answer = challengeFor(visit(shop, { path }))
    const { challenge } = (await answer.json()) as { challenge: string }
    const visitor = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return { proof: await solveChallenge(challenge), jar: [...cookies, visitor] }
  }
  return { shop, orderId, press, prove }
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
  expect(verdicts.filter(Boolean).length).toBeLessThanOrEqual(12)
  expect(await countTry(db, ctx.now(), tried({ card: 'one' }))).toBe(false)
  expect(await countTry(db, ctx.now(), tried({ card: 'two' }))).toBe(true)
  expect(await countTry(db, after(ctx.now(), 10 * minute), tried({ card: 'one' }))).toBe(true)
})

test('a resubmitted form is the same try, and each key is counted separately', async ({ db, ctx }) => {
  const same = tried({ mail: 'mine' })
  for (let index = 0; index < 30; index++) expect(await countTry(db, ctx.now(), same)).toBe(true)
  expect(await db.$count(paymentTries)).toBe(1)
  const elsewhere = tried({ formKey: same.formKey, card: 'mine' })
  await countTry(db, ctx.now(), elsewhere)
  expect(await db.$count(paymentTries), 'the same form of another order is another try').toBe(2)
  for (const key of ['orderId', 'address', 'network', 'mail'] as const) {
    let passed = 0
    while (passed < 200 && (await countTry(db, ctx.now(), tried({ [key]: `the same ${key}` })))) passed++
    expect(passed).toBe({ orderId: 18, address: 36, network: 90, mail: 18 }[key])
  }
})

test('during card testing a payment needs a proof of work, apart from a few per address', async ({ ctx }) => {
  const { shop, orderId, press, prove } = await given(ctx, testingDeclines)
  shop.refusing.add('paymentUnproven')
  expect(await press()).toMatchObject({
    status: 409,
    value: { fieldErrors: { form: [cardTestingWords] } },
  })
  const { proof, jar } = await prove()
  expect(await press({ [holdProofField]: proof }, jar)).toMatchObject({ location: `/orders/${orderId}` })
  expect(await findOrder(shop.db, orderId)).toMatchObject({ state: 'paid' })
  expect(shop.counted.filter((limit) => limit.startsWith('paymentUnproven'))).toHaveLength(1)
})

test('a few declines require nothing, and stored tries hold no personal data', async ({ ctx }) => {
  const { shop, orderId, press } = await given(ctx, testingDeclines - 1)
  shop.refusing.add('paymentUnproven')
  expect(await press()).toMatchObject({ location: `/orders/${orderId}` })
  const stored = JSON.stringify(await shop.db.select().from(paymentTries))
  expect(stored).not.toContain('192.0.2.1')
  expect(stored).not.toContain('example.com')
})

test('the alert counts declines and clears itself, and old tries are deleted', async ({ ctx }) => {
  const { shop } = await given(ctx, testingDeclines)
  await watchCardTests.run(shop, {})
  expect(await listOpenAlerts(shop.db)).toMatchObject([
    {
      kind: 'card_testing',
      detail: expect.stringContaining(`${testingDeclines} of ${testingDeclines} payments`),
    },
  ])
  expect(await shop.db.$count(paymentTries), 'young tries still count').toBe(testingDeclines)
  ctx.setNow(after(ctx.now(), 11 * minute))
  await watchCardTests.run(shop, {})
  expect(await listOpenAlerts(shop.db)).toEqual([])
  expect(await shop.db.$count(paymentTries)).toBe(0)
})

test('tries are unlogged, so that counting stays cheap', async ({ db }) => {
  const { rows } = await db.execute(`select relpersistence from pg_class where relname = 'payment_tries'`)
  expect(rows).toEqual([{ relpersistence: 'u' }])
})
