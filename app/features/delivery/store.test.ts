import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { test } from '#test/db.ts'
import { givenReference } from '#test/reference.ts'
import { enterRate, findShippingMethods, listTariff, type NewRate, setShippingPrice } from './store.server.ts'
import { taxRates } from './tables.ts'

test('a rate takes the place of the one of its own state, county and first day, and of no other', async ({
  ctx,
  db,
}) => {
  await db.delete(taxRates)
  const florida: NewRate = {
    state: 'FL',
    county: null,
    rateMillionths: 60_000,
    taxesShipping: true,
    source: 'Department of Revenue',
    effectiveFrom: '2026-01-01',
  }
  const enter = (rate: Partial<NewRate>) =>
    transact(ctx, (work) => enterRate(work, { ...florida, ...rate }, '2026-11-20'))
  await enter({})
  await enter({ county: 'Miami-Dade', rateMillionths: 10_000 })
  await enter({ effectiveFrom: '2027-01-01', rateMillionths: 70_000 })
  await enter({ state: 'GA', rateMillionths: 40_000 })
  await enter({ rateMillionths: 65_000 })
  const { rates } = await listTariff(db)
  expect(
    rates
      .map(({ state, county, effectiveFrom, rateMillionths }) =>
        [state, county ?? '', effectiveFrom, rateMillionths].join(' '),
      )
      .toSorted((one, other) => one.localeCompare(other)),
  ).toEqual([
    'FL  2026-01-01 65000',
    'FL  2027-01-01 70000',
    'FL Miami-Dade 2026-01-01 10000',
    'GA  2026-01-01 40000',
  ])
})

test('of two who set the price of a way of shipping the second is refused', async ({ ctx, db }) => {
  await givenReference(db)
  const [method] = await findShippingMethods(db, ctx.now())
  const code = method?.code ?? ''
  const set = (cents: number, seen: number) =>
    transact(ctx, (work) => setShippingPrice(work, code, cents, { by: 'D. Sample', seen }))
  expect(await set(1_100, 1)).toMatchObject({ ok: true })
  expect(await set(1_200, 1)).toEqual({ ok: false, why: 'changed' })
  expect((await findShippingMethods(db, ctx.now())).find((each) => each.code === code)?.priceCents).toBe(
    1_100,
  )
})
