import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { expireHolds } from '#app/features/checkout/flows.server.ts'
import { graceMs, holdMs } from '#app/features/orders/rules.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { accessory, findAccessory } from './store.server.ts'
import { heldPieces } from '#app/catalog/tables.ts'
import { accessories } from './tables.ts'
import { startLines } from '#test/shop.ts'

const onSale = { accessory } satisfies Sellables
const line = (id: string, quantity: number) => ({
  kind: 'accessory' as const,
  ref: { accessory: id, quantity },
})

function start(ctx: TestContext, ...lines: ReturnType<typeof line>[]) {
  return startLines(ctx, lines, onSale)
}

async function stocked(ctx: TestContext, stock: number, ...ids: string[]) {
  await givenSample(ctx.db, ctx.now())
  for (const id of ids) await ctx.db.update(accessories).set({ stock }).where(eq(accessories.id, id))
}

async function leftOf(ctx: TestContext, id: string) {
  return (await findAccessory(ctx.db, id, ctx.now()))?.left
}

test('of 200 buyers for five items, five succeed and the others are refused', async ({ ctx }) => {
  await stocked(ctx, 5, 'magazine-30')
  const answers = await Promise.all(Array.from({ length: 200 }, () => start(ctx, line('magazine-30', 1))))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  const why = answers.flatMap((answer) => (answer.ok ? [] : [answer.why]))
  expect(new Set(why)).toEqual(new Set(['out_of_stock']))
  expect(await leftOf(ctx, 'magazine-30')).toBe(0)
  const [held] = await ctx.db.select({ pieces: sql`sum(quantity)::int` }).from(heldPieces)
  expect(held?.pieces).toBe(5)
})

test('concurrent buyers of several items never oversell', async ({ ctx }) => {
  await stocked(ctx, 10, 'magazine-30')
  const wanted = Array.from({ length: 40 }, (_, index) => 1 + (index % 4))
  const answers = await Promise.all(wanted.map((quantity) => start(ctx, line('magazine-30', quantity))))
  const sold = answers.reduce((sum, { ok }, index) => sum + (ok ? (wanted[index] ?? 0) : 0), 0)
  expect(sold).toBeLessThanOrEqual(10)
  expect(await leftOf(ctx, 'magazine-30')).toBe(10 - sold)
  // Buyers of one piece were refused only when none was left.
  expect(sold).toBe(10)
})

test('carts that share products never oversell and lock in one order', async ({ ctx }) => {
  await stocked(ctx, 6, 'magazine-30', 'magazine-coupler', 'speed-loader')
  const carts = [
    ['magazine-30', 'magazine-coupler'],
    ['magazine-30', 'speed-loader'],
    ['magazine-coupler', 'speed-loader'],
    ['magazine-30', 'magazine-coupler', 'speed-loader'],
  ]
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, index) =>
      start(ctx, ...(carts[index % 4] ?? []).map((id) => line(id, 1))),
    ),
  )
  const sold = (id: string) => answers.filter(({ ok }, index) => ok && carts[index % 4]?.includes(id)).length
  for (const id of ['magazine-30', 'magazine-coupler', 'speed-loader'])
    expect(await leftOf(ctx, id)).toBe(6 - sold(id))
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(5)
})

test('all lines or none: a cart with one thing that is gone holds nothing', async ({ ctx }) => {
  await stocked(ctx, 0, 'speed-loader')
  const answer = await start(ctx, line('magazine-30', 2), line('speed-loader', 1))
  expect(answer).toEqual({ ok: false, why: 'out_of_stock' })
  expect(await ctx.db.$count(heldPieces)).toBe(0)
})

test('an order line stores quantity, price, tax class and magazine data', async ({ db, ctx }) => {
  await stocked(ctx, 9, 'magazine-30')
  await start(ctx, line('magazine-30', 3))
  const [stored] = await db.select().from(orderLines)
  const { ref, quantity, unitCents, fulfillment, taxClass, magazine } = stored ?? {}
  expect({ ref, quantity, unitCents, fulfillment, taxClass, magazine }).toEqual({
    ref: {
      accessory: 'magazine-30',
      quantity: 3,
    },
    quantity: 3,
    unitCents: 1699,
    fulfillment: 'shipping',
    taxClass: 'magazine',
    magazine: {
      capacity: 30,
      fits: 'both',
    },
  })
})

test('an expired hold is free before any job has run', async ({ ctx }) => {
  await stocked(ctx, 2, 'magazine-30')
  const first = await start(ctx, line('magazine-30', 2))
  expect(await start(ctx, line('magazine-30', 1))).toEqual({ ok: false, why: 'out_of_stock' })
  ctx.setNow(after(ctx.now(), holdMs + graceMs - 1))
  expect(await start(ctx, line('magazine-30', 1))).toEqual({ ok: false, why: 'out_of_stock' })
  ctx.setNow(after(ctx.now(), 1))
  expect((await start(ctx, line('magazine-30', 2))).ok).toBe(true)
  expect(await leftOf(ctx, 'magazine-30')).toBe(0)
  await expireHolds(ctx, onSale)
  expect(await leftOf(ctx, 'magazine-30')).toBe(0)
  expect(first.ok).toBe(true)
})

test('releasing returns the quantity, and more than is left is refused', async ({ ctx }) => {
  await stocked(ctx, 4, 'magazine-30')
  const started = await start(ctx, line('magazine-30', 3))
  expect(await start(ctx, line('magazine-30', 2))).toEqual({ ok: false, why: 'fewer_left' })
  if (!started.ok) throw new Error(started.why)
  await transact(ctx, (work) => cancelHold(work, onSale, started.orderId))
  expect(await leftOf(ctx, 'magazine-30')).toBe(4)
  expect(await start(ctx, line('gone', 1))).toEqual({ ok: false, why: 'accessory_not_found' })
})

test('returning one order line returns only its own quantity, once', async ({ db, ctx }) => {
  await stocked(ctx, 4, 'magazine-30', 'speed-loader')
  const started = await start(ctx, line('magazine-30', 3), line('speed-loader', 1))
  if (!started.ok) throw new Error(started.why)
  const orderId = sql`${started.orderId}`
  expect((await db.execute(accessory.fulfill(orderId, sql`1`))).rows).toHaveLength(2)
  expect((await db.execute(accessory.fulfill(orderId, sql`1`))).rows).toHaveLength(0)
  await db.execute(accessory.release(orderId, sql`${JSON.stringify(line('magazine-30', 3).ref)}::jsonb`))
  expect([await leftOf(ctx, 'magazine-30'), await leftOf(ctx, 'speed-loader')]).toEqual([4, 3])
})
