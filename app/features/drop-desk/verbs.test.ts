import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findDrop } from '#app/features/drops/store/drops.server.ts'
import { drops } from '#app/features/drops/tables.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { deskOf, seenOf } from '#test/drop-plans.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm, startLines } from '#test/shop.ts'
import { carryOut } from './flows.server.ts'
import { deskStatus } from '#app/features/drops/rules/plan.ts'
import { type PlanVerb, verbsAt } from './rules.ts'

const slug = 'test-drop'

async function press(ctx: TestContext, verb: PlanVerb) {
  const done = await carryOut(deskOf(ctx), verb, slug, (await seenOf(ctx, slug)).revision)
  return done.ok ? 'done' : done.why
}

async function hold(ctx: TestContext, number: number) {
  const started = await startLines(ctx, [{ kind: 'drop_unit', ref: { slug, number } }])
  return started.ok ? started.orderId : started.why
}

test('each status has its verbs, the next one first', () => {
  const drop = (status: 'coming_soon' | 'live' | 'sold_out' | 'archived', pausedAt: Date | null = null) =>
    verbsAt(deskStatus({ drop: { status, pausedAt }, launchAt: null }))
  expect(verbsAt('draft')).toEqual(['publication', 'discard'])
  expect(drop('coming_soon')).toEqual(['launch', 'pause', 'end'])
  expect(drop('live')).toEqual(['pause', 'end'])
  expect(drop('live', new Date(0))).toEqual(['resumption', 'end'])
  expect(drop('archived')).toEqual([])
})

test('a drop that is coming soon is opened and launched now, and no other', async ({ db, ctx }) => {
  const values = { status: 'coming_soon' as const, launchDate: after(ctx.now(), 5 * hour) }
  await givenDrop(db, values)
  const other = await givenDrop(db, { ...values, slug: 'other-drop', dropNumber: 2 })
  expect(await press(ctx, 'launch')).toBe('done')
  expect(await findDrop(db, slug, ctx.now())).toMatchObject({ status: 'live', launchDate: ctx.now() })
  expect(ctx.announced).toEqual(['drop:test-drop'])
  expect(await press(ctx, 'launch')).toBe('not_coming_soon')
  for (const verb of ['pause', 'resumption', 'end'] as const) expect(await press(ctx, verb)).toBe('done')
  expect(await db.select().from(drops).where(eq(drops.id, other.id))).toEqual([other])
})

test('numbers of a paused drop cannot be held, and of a resumed one can', async ({ db, ctx }) => {
  await givenDrop(db)
  expect(await press(ctx, 'pause')).toBe('done')
  expect(await hold(ctx, 1)).toBe('paused')
  expect(await press(ctx, 'resumption')).toBe('done')
  expect(await hold(ctx, 1)).toMatch(/^[0-9A-Z]{10}$/)
})

test('an ended drop is archived with the moment it ended, while a hold on it can still be paid', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { launchDate: after(ctx.now(), -hour) })
  const orderId = await hold(ctx, 1)
  expect(await press(ctx, 'end')).toBe('done')
  expect(await findDrop(db, slug, ctx.now())).toMatchObject({ status: 'archived', endDate: ctx.now() })
  expect(await hold(ctx, 2)).toBe('archived')
  await payOrder(givenPaymentContext(ctx), ordersOnSale, orderId, reservationForm())
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'paid' })
  for (const verb of ['end', 'pause', 'resumption'] as const) expect(await press(ctx, verb)).toBe('archived')
})

test('a drop that never launched can be ended as well', async ({ db, ctx }) => {
  const launchDate = after(ctx.now(), hour)
  await givenDrop(db, { status: 'coming_soon', launchDate })
  expect(await press(ctx, 'end')).toBe('done')
  const [drop] = await db.select().from(drops).where(eq(drops.slug, slug))
  expect(drop).toMatchObject({ status: 'archived', launchDate, endDate: null })
})

test('of presses at one revision one acts, and buyers who hold numbers meanwhile wait for none', async ({
  db,
  ctx,
}) => {
  await givenDrop(db)
  const { revision } = await seenOf(ctx, slug)
  const verbs = ['pause', 'end', 'pause', 'end'] as const
  const [pressed, held] = await Promise.all([
    Promise.all(verbs.map((verb) => carryOut(deskOf(ctx), verb, slug, revision))),
    Promise.all([1, 2, 3].map((number) => hold(ctx, number))),
  ])
  expect(pressed.map((done) => (done.ok ? 'done' : done.why)).toSorted()).toEqual([
    ...verbs.slice(1).map(() => 'changed'),
    'done',
  ])
  for (const each of held) expect(each).toMatch(/^([0-9A-Z]{10}|paused|archived)$/)
  expect(await seenOf(ctx, slug)).toMatchObject({ revision: revision + 1 })
  expect(await hold(ctx, 4)).toMatch(/^(paused|archived)$/)
})
