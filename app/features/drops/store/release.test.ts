import { expect } from 'vitest'
import { type Db, transact } from '#app/db/db.server.ts'
import { hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm, startLines } from '#test/shop.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { dropUnits } from '../tables.ts'
import { findDrop } from './drops.server.ts'
import { releaseUnit } from './units.server.ts'

const slug = 'test-drop'

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

test('a number of no drop is refused', async ({ ctx }) => {
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
