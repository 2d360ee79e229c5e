import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm, startLines } from '#test/shop.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { drops, dropUnits } from '../tables.ts'
import { findDrop } from './drops.server.ts'
import { endDrop, openDrop, pauseDrop, releaseUnit, resumeDrop } from './operate.server.ts'

const slug = 'test-drop'

type Command = (work: UnitOfWork, slug: string) => Promise<unknown>

async function hold(ctx: TestContext, number: number) {
  const lines = [{ kind: 'drop_unit' as const, ref: { slug, number } }]
  const started = await startLines(ctx, lines)
  return started.ok ? started.orderId : started.why
}

async function states(db: Db) {
  const units = await db.select().from(dropUnits).orderBy(dropUnits.number)
  return units.map(({ state }) => state).join(' ')
}

const release = (ctx: TestContext, number: number) =>
  transact(ctx, (work) => releaseUnit(work, ordersOnSale, slug, number))

test('a drop that is coming soon is opened and launched now', async ({ db, ctx }) => {
  const launchDate = new Date(ctx.now().getTime() + 5 * hour)
  await givenDrop(db, { status: 'coming_soon', launchDate })
  expect(await transact(ctx, (work) => openDrop(work, slug))).toEqual({ ok: true, was: 'coming_soon' })
  expect(await findDrop(db, slug, ctx.now())).toMatchObject({ status: 'live', launchDate: ctx.now() })
  expect(ctx.announced).toEqual(['drop:test-drop'])
  expect(await transact(ctx, (work) => openDrop(work, slug))).toEqual({ ok: false, why: 'not_coming_soon' })
})

test('numbers of a paused drop cannot be held, and of a resumed one can', async ({ db, ctx }) => {
  await givenDrop(db)
  expect(await transact(ctx, (work) => pauseDrop(work, slug))).toEqual({ ok: true, was: 'live' })
  expect(await hold(ctx, 1)).toBe('paused')
  expect(await transact(ctx, (work) => pauseDrop(work, slug))).toEqual({ ok: true, was: 'paused' })
  expect(await transact(ctx, (work) => resumeDrop(work, slug))).toEqual({ ok: true, was: 'paused' })
  expect(await hold(ctx, 1)).toMatch(/^[0-9A-Z]{10}$/)
})

test('an ended drop is archived with the moment it ended, while a hold on it can still be paid', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { launchDate: new Date(ctx.now().getTime() - hour) })
  const orderId = await hold(ctx, 1)
  expect(await transact(ctx, (work) => endDrop(work, slug))).toEqual({ ok: true, was: 'live' })
  expect(await findDrop(db, slug, ctx.now())).toMatchObject({ status: 'archived', endDate: ctx.now() })
  expect(await hold(ctx, 2)).toBe('archived')
  await payOrder(givenPaymentContext(ctx), ordersOnSale, orderId, reservationForm())
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'paid' })
  for (const act of [endDrop, pauseDrop, resumeDrop] as Command[])
    expect(await transact(ctx, (work) => act(work, slug))).toEqual({ ok: false, why: 'archived' })
})

test('a drop that never launched can be ended as well', async ({ db, ctx }) => {
  const launchDate = new Date(ctx.now().getTime() + hour)
  await givenDrop(db, { status: 'coming_soon', launchDate })
  expect(await transact(ctx, (work) => endDrop(work, slug))).toEqual({ ok: true, was: 'coming_soon' })
  const [drop] = await db.select().from(drops).where(eq(drops.slug, slug))
  expect(drop).toMatchObject({ status: 'archived', launchDate, endDate: null })
})

test('a drop that does not exist is refused by every command', async ({ ctx }) => {
  for (const act of [openDrop, pauseDrop, resumeDrop, endDrop] as Command[])
    expect(await transact(ctx, (work) => act(work, 'nothing'))).toEqual({
      ok: false,
      why: 'drop_not_found',
    })
  expect(await release(ctx, 1)).toEqual({ ok: false, why: 'no_such_unit' })
})

test('a held number is opened and its order canceled', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 2 })
  const orderId = await hold(ctx, 2)
  expect(await release(ctx, 2)).toEqual({ ok: true, was: 'held', orderId })
  expect(await states(db)).toBe('open open')
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'canceled' })
  expect(await release(ctx, 2)).toEqual({ ok: false, why: 'already_open' })
})

test('a number that is being paid at this moment stays with its buyer', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 1 })
  const orderId = await hold(ctx, 1)
  const form = reservationForm({ paymentToken: 'sandbox_review' })
  await payOrder(givenPaymentContext(ctx), ordersOnSale, orderId, form)
  expect(await release(ctx, 1)).toEqual({ ok: false, why: 'being_paid' })
  expect(await states(db)).toBe('held')
})

test('a number whose hold expired is reported as open', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 1 })
  await hold(ctx, 1)
  ctx.setNow(new Date(ctx.now().getTime() + hour))
  expect(await release(ctx, 1)).toEqual({ ok: false, why: 'hold_is_over' })
})

test('a sold number has to be refunded first', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 1 })
  const orderId = await hold(ctx, 1)
  await payOrder(givenPaymentContext(ctx), ordersOnSale, orderId, reservationForm())
  expect(await release(ctx, 1)).toEqual({ ok: false, why: 'refund_first' })
  expect(await states(db)).toBe('taken')
})

test('a number taken before this shop had orders can be reopened', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 1 })
  await db.update(dropUnits).set({ state: 'taken' })
  expect(await findDrop(db, slug, ctx.now())).toMatchObject({ status: 'sold_out' })
  expect(await release(ctx, 1)).toEqual({ ok: true, was: 'taken', orderId: null })
  expect(await findDrop(db, slug, ctx.now())).toMatchObject({ status: 'live' })
  expect(ctx.announced).toContain('drop:test-drop')
})
