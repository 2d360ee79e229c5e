import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import type { DropPlan } from '#app/features/drops/plan-fields.ts'
import { findDrop } from '#app/features/drops/store/drops.server.ts'
import { findUnitOffered } from '#app/features/drops/store/units.server.ts'
import { drops, dropUnits } from '#app/features/drops/tables.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenReference } from '#test/reference.ts'
import { buyLines, givenDrop, givenLicensee, startLines } from '#test/shop.ts'
import { slug, press, whole, givenPublished, save, variant } from '#test/drop-plans.ts'

test('before anybody holds a number the run may grow or shrink, and other numbers may be set aside', async ({
  db,
  ctx,
}) => {
  await givenPublished(ctx)
  await save(ctx, { totalUnits: 100, house: [2, 99] })
  expect(await unitsIn(db)).toEqual({ total: 100, house: [2, 99], open: 98 })
  await save(ctx, { totalUnits: 20, house: [] })
  expect(await unitsIn(db)).toEqual({ total: 20, house: [], open: 20 })
})

test('the run never shrinks below a number that is held or sold, and such a number cannot be set aside', async ({
  ctx,
}) => {
  await givenLive(ctx)
  await buy(ctx, 30)
  await hold(ctx, 35)
  const whyOf = async (change: Partial<DropPlan>) => {
    const done = await save(ctx, change)
    return done.ok || done.why !== 'not_allowed' ? done : done.refused.map(({ why }) => why)
  }
  expect(await whyOf({ totalUnits: 34, house: [] })).toEqual(['below_used'])
  expect(await whyOf({ totalUnits: 39, house: [] })).toEqual(['only_up'])
  expect(await whyOf({ house: [35] })).toEqual(['house_used'])
  expect(await whyOf({ slug: 'other' })).toEqual(['published_address'])
  expect(await unitsIn(ctx.db)).toEqual({ total: 40, house: [1, 7, 40], open: 35 })
})

test('a number that is set aside is never sold, and may be offered to buyers later', async ({ ctx }) => {
  await givenLive(ctx)
  expect(await hold(ctx, 7)).toBe('unit_taken')
  await save(ctx, { house: [1] })
  expect(await hold(ctx, 7)).toMatch(/^[0-9A-Z]{10}$/)
})

test('a drop is sold out when all numbers are taken except those set aside', async ({ ctx }) => {
  await givenLive(ctx, { totalUnits: 2, house: [1] })
  await buy(ctx, 2)
  expect(await findDrop(ctx.db, slug, ctx.now())).toMatchObject({ status: 'sold_out' })
})

test('facts that buyers rely on change for later buyers alone', async ({ db, ctx }) => {
  await givenLive(ctx)
  const before = await buy(ctx, 3)
  const change = { totalUnits: 45, depositPrice: 20_000, variants: [{ ...variant, barrel: '11.5 in' }] }
  expect(await save(ctx, change)).toMatchObject({ ok: true })
  const after = await buy(ctx, 45)

  const [old, fresh] = [await findOrder(db, before), await findOrder(db, after)]
  expect(old?.lines[0]).toMatchObject({
    detail: 'Number 3 of 40',
    unitCents: 10_000,
    firearm: { barrel: '10.3 in' },
    variant: { barrel: '10.3 in', priceCents: 234_900 },
  })
  expect(fresh?.lines[0]).toMatchObject({
    detail: 'Number 45 of 45',
    unitCents: 20_000,
    firearm: { barrel: '11.5 in' },
    variant: { barrel: '11.5 in' },
  })
})

test('a number of a drop without variants keeps its price when the drop gets some', async ({ db, ctx }) => {
  await givenReference(db)
  await givenLicensee(db)
  await givenDrop(db, { totalUnits: 3, caliber: '9 mm', barrel: '8 in', basePrice: 111_100 })
  const { orderId } = await buyLines(ctx, [{ kind: 'drop_unit', ref: { slug: 'test-drop', number: 2 } }])
  const change = { ...whole, totalUnits: 4, house: [] }
  expect(await save(ctx, change, { at: 'test-drop' })).toMatchObject({ ok: true })
  const line = (await findOrder(db, orderId))?.lines[0]
  const offered = line && (await findUnitOffered(db, 'test-drop', { ...line, orderId }))
  expect(offered?.variants).toMatchObject([
    { name: '', caliber: '9 mm', barrel: '8 in', priceCents: 111_100 },
  ])
})

test('a published drop stays whole: a change that opens a point is not saved', async ({ ctx }) => {
  await givenPublished(ctx)
  expect(await save(ctx, { variants: [] })).toEqual({ ok: false, why: 'not_ready', points: ['variants'] })
  expect(await save(ctx, { colorAccent: '#333333' })).toEqual({
    ok: false,
    why: 'not_ready',
    points: ['colors'],
  })
})

test('after its end only the texts about the run may be corrected', async ({ ctx }) => {
  await givenLive(ctx)
  await press(ctx, 'end')
  expect(await save(ctx, { story: 'Corrected.' })).toMatchObject({ ok: true })
  expect(await save(ctx, { depositPrice: 1 })).toMatchObject({
    why: 'not_allowed',
    refused: [{ why: 'ended' }],
  })
})

test('a launch keeps its second although the form shows minutes', async ({ db, ctx }) => {
  await givenLive(ctx)
  const launched = (await findDrop(db, slug, ctx.now()))?.launchDate
  await db
    .update(drops)
    .set({ launchDate: sql`${drops.launchDate} + interval '7 seconds'` })
    .where(eq(drops.slug, slug))
  await save(ctx, { endAt: '2031-12-01 12:00' })
  const drop = await findDrop(db, slug, ctx.now())
  expect(drop?.launchDate?.getTime()).toBe((launched?.getTime() ?? 0) + 7_000)
  expect(drop?.endDate).toEqual(new Date('2031-12-01T17:00:00Z'))
})

async function givenLive(ctx: TestContext, change: Partial<DropPlan> = {}) {
  await givenPublished(ctx, change)
  expect(await press(ctx, 'launch')).toMatchObject({ ok: true })
}

const numbered = (number: number) => [{ kind: 'drop_unit' as const, ref: { slug, number } }]
async function hold(ctx: TestContext, number: number): Promise<string> {
  const started = await startLines(ctx, numbered(number))
  return started.ok ? started.orderId : started.why
}
const buy = async (ctx: TestContext, number: number) => (await buyLines(ctx, numbered(number))).orderId

async function unitsIn(db: Db) {
  const units = await db
    .select({ number: dropUnits.number, state: dropUnits.state, isHouse: dropUnits.isHouse })
    .from(dropUnits)
    .orderBy(dropUnits.number)
  return {
    total: units.length,
    house: units.filter(({ isHouse }) => isHouse).map(({ number }) => number),
    open: units.filter(({ state }) => state === 'open').length,
  }
}
