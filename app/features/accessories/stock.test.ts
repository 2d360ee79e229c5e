import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { enterPrice, withdrawPrice } from '#app/catalog/prices.server.ts'
import type { StockReason } from '#app/catalog/rules.ts'
import { listStockEntries } from '#app/catalog/stock.server.ts'
import { stockEntries } from '#app/catalog/tables.ts'
import { transact } from '#app/db/db.server.ts'
import { holdMs } from '#app/features/orders/rules.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { after, minute } from '#app/kit/clock.ts'
import { emptyDatabase, type TestContext, test, testContext } from '#test/db.ts'
import { givenPieces } from '#test/goods.ts'
import {
  accessory,
  findAccessory,
  findAccessoryPage,
  listAccessories,
  listCategories,
  accessoryRows,
  categoryRows,
  accessoryStock,
} from './store.server.ts'
import { accessories } from './tables.ts'
import { startLines } from '#test/shop.ts'

const onSale = { accessory } satisfies Sellables
const line = (quantity: number) => ({ kind: 'accessory' as const, ref: { accessory: 'piece', quantity } })

function start(ctx: TestContext, quantity = 1) {
  return startLines(ctx, [line(quantity)], onSale)
}

function enter(ctx: TestContext, reason: StockReason, typed: number) {
  return transact(ctx, (work) =>
    accessoryStock.enter(work, 'piece', { reason, typed, note: 'Invoice 2218', by: 'R. Desk' }),
  )
}

async function figures(ctx: TestContext) {
  const [row] = await ctx.db.select({ stock: accessories.stock }).from(accessories)
  const [sum] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(${stockEntries.quantity}), 0)::int` })
    .from(stockEntries)
  return { stock: row?.stock, sum: sum?.sum, left: (await findAccessory(ctx.db, 'piece', ctx.now()))?.left }
}

test('stock that is put up, received, counted, damaged and sold over the counter is an entry each', async ({
  ctx,
}) => {
  await givenPieces(ctx.db)
  await enter(ctx, 'received', 24)
  await start(ctx, 2)
  // Two are held and still on the shelf, so 29 are there to be counted.
  expect(await enter(ctx, 'counted', 28)).toMatchObject({ ok: true, quantity: -1 })
  await enter(ctx, 'damaged', 3)
  await enter(ctx, 'shop', 1)
  await enter(ctx, 'returned', 1)
  const entries = await listStockEntries(ctx.db, 'accessory', 'piece')
  expect(entries.map(({ reason, quantity, after: left }) => [reason, quantity, left])).toEqual([
    ['returned', 1, 25],
    ['shop', -1, 24],
    ['damaged', -3, 25],
    ['counted', -1, 28],
    ['received', 24, 29],
    ['opening', 5, 5],
  ])
  expect(await figures(ctx)).toEqual({ stock: 25, sum: 25, left: 23 })
})

test('stock never falls below what orders hold, and a hold that is over counts no more', async ({ ctx }) => {
  await givenPieces(ctx.db)
  await start(ctx, 3)
  expect(await enter(ctx, 'damaged', 3)).toEqual({ ok: false, why: 'below_held' })
  expect(await enter(ctx, 'counted', 2)).toEqual({ ok: false, why: 'below_held' })
  expect(await enter(ctx, 'correction', 0)).toEqual({ ok: false, why: 'no_change' })
  expect(await enter(ctx, 'damaged', 2)).toMatchObject({ ok: true })
  expect(await figures(ctx)).toEqual({ stock: 3, sum: 3, left: 0 })
  ctx.setNow(after(ctx.now(), holdMs + minute))
  expect(await figures(ctx)).toEqual({ stock: 3, sum: 3, left: 3 })
  expect(await enter(ctx, 'damaged', 3)).toMatchObject({ ok: true })
  expect(await figures(ctx)).toEqual({ stock: 0, sum: 0, left: 0 })
})

test('whoever changes stock in another way leaves an entry, and entries never change', async ({ ctx }) => {
  await givenPieces(ctx.db)
  await ctx.db.update(accessories).set({ stock: 9 })
  const entries = await listStockEntries(ctx.db, 'accessory', 'piece')
  expect(entries.map(({ reason, quantity }) => [reason, quantity])).toEqual([
    ['correction', 4],
    ['opening', 5],
  ])
  await expect(ctx.db.update(stockEntries).set({ quantity: 1 })).rejects.toThrow('Failed query')
  await expect(ctx.db.delete(stockEntries)).rejects.toThrow('Failed query')
  await ctx.db.delete(accessories)
  expect(await ctx.db.select().from(stockEntries)).toEqual([])
})

test('entries and buyers at the same time: the entries add up, and nothing is sold twice', async ({ db }) => {
  const steps = fc.oneof(
    fc.record({ buys: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      reason: fc.constantFrom<StockReason>(
        'received',
        'counted',
        'damaged',
        'returned',
        'shop',
        'correction',
      ),
      typed: fc.integer({ min: -4, max: 6 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 12 }), async (drawn) => {
      await emptyDatabase()
      await givenPieces(db)
      const ctx = testContext(db)
      await Promise.all(
        drawn.map((step) =>
          'buys' in step
            ? start(ctx, step.buys)
            : enter(ctx, step.reason, Math.max(step.typed, step.reason === 'correction' ? -4 : 0)),
        ),
      )
      const { stock, sum, left } = await figures(ctx)
      const { rows } = await db.execute<{ held: number }>(
        sql`select coalesce(sum(quantity), 0)::int as held from held_pieces`,
      )
      expect(sum).toBe(stock)
      expect(left).toBe((stock ?? 0) - (rows[0]?.held ?? 0))
      expect(left).toBeGreaterThanOrEqual(0)
      expect((await accessoryStock.list(db, ctx.now())).get('piece')?.left).toBe(left)
    }),
    { numRuns: 25 },
  )
})

test('a scheduled price is shown and charged from its moment on, and orders keep theirs', async ({ ctx }) => {
  await givenPieces(ctx.db)
  const begins = after(ctx.now(), 10 * minute)
  const price = { kind: 'accessory', item: 'piece', by: 'R. Desk', minCents: 1 } as const
  const priceNow = async () => (await listAccessories(ctx.db, ctx.now()))[0]?.priceCents
  await transact(ctx, (work) => enterPrice(work, { ...price, cents: 2_499, startsAt: begins }))
  const first = await start(ctx)
  expect(await priceNow()).toBe(1_999)
  ctx.setNow(after(begins, -1))
  expect(await priceNow()).toBe(1_999)
  ctx.setNow(begins)
  expect(await priceNow()).toBe(2_499)
  const second = await start(ctx)
  const charged = async (order: typeof first) => {
    const [of] = await ctx.db
      .select({ cents: orderLines.unitCents })
      .from(orderLines)
      .where(eq(orderLines.orderId, order.ok ? order.orderId : ''))
    return of?.cents
  }
  expect([await charged(first), await charged(second)]).toEqual([1_999, 2_499])
})

test('a price in force cannot be withdrawn, a later one can, and none can begin in the past', async ({
  ctx,
}) => {
  await givenPieces(ctx.db)
  const price = { kind: 'accessory', item: 'piece', by: 'R. Desk', minCents: 1 } as const
  const enterOne = (cents: number, startsAt: Date | null) =>
    transact(ctx, (work) => enterPrice(work, { ...price, cents, startsAt }))
  expect(await enterOne(100, ctx.now())).toEqual({ ok: false, why: 'starts_in_past' })
  expect(await enterOne(0, null)).toEqual({ ok: false, why: 'price_out_of_range' })
  await enterOne(2_100, null)
  await enterOne(2_200, after(ctx.now(), minute))
  const [begun, scheduled] = (
    await ctx.db.execute<{ id: string }>(sql`select id from price_changes order by id`)
  ).rows
  const withdraw = (id: string | undefined) =>
    transact(ctx, (work) => withdrawPrice(work, { ...price, id: Number(id) }))
  expect(await withdraw(begun?.id)).toEqual({ ok: false, why: 'price_not_scheduled' })
  expect(await withdraw(scheduled?.id)).toMatchObject({ ok: true, cents: 2_200 })
  expect(await withdraw(scheduled?.id)).toEqual({ ok: false, why: 'price_not_scheduled' })
  ctx.setNow(after(ctx.now(), 2 * minute))
  expect((await listAccessories(ctx.db, ctx.now()))[0]?.priceCents).toBe(2_100)
})

test('what is hidden or retired is neither shown nor sold, also by its category', async ({ ctx }) => {
  await givenPieces(ctx.db)
  const edit = (rows: typeof accessoryRows, key: string, seen: number, state: string) =>
    transact(ctx, (work) => rows.change(work, key, seen, { state }))
  const page = { filter: { search: '', category: 'all' }, wanted: 1, size: 10 }
  const isSold = async () => {
    const shown = await listAccessories(ctx.db, ctx.now())
    const { found, total } = await findAccessoryPage(ctx.db, ctx.now(), page)
    const categories = await listCategories(ctx.db)
    const bought = await start(ctx)
    return [shown.length, found, total, categories.length, bought.ok]
  }
  expect(await isSold()).toEqual([1, 1, 1, 1, true])
  await edit(accessoryRows, 'piece', 1, 'hidden')
  expect(await isSold()).toEqual([0, 0, 0, 1, false])
  await edit(accessoryRows, 'piece', 2, 'visible')
  await edit(categoryRows, 'gear', 1, 'retired')
  expect(await isSold()).toEqual([0, 0, 0, 0, false])
  await edit(categoryRows, 'gear', 2, 'visible')
  expect(await isSold()).toEqual([1, 1, 1, 1, true])
})

test('of two editors the second hears what the first did, and nothing is overwritten', async ({ ctx }) => {
  await givenPieces(ctx.db)
  const change = (name: string) => transact(ctx, (work) => accessoryRows.change(work, 'piece', 1, { name }))
  const [one, other] = await Promise.all([change('Piece A'), change('Piece B')])
  const [done, late] = one.ok ? [one, other] : [other, one]
  expect(done).toMatchObject({ ok: true, before: { name: 'Piece' }, after: { revision: 2 } })
  const written = done.ok ? done.after.name : ''
  expect(late).toMatchObject({ ok: false, why: 'changed', current: { name: written, revision: 2 } })
  expect((await accessoryRows.find(ctx.db, 'piece'))?.name).toBe(written)
  const make = () => transact(ctx, (work) => accessoryRows.create(work, { id: 'piece' }))
  await expect(make()).rejects.toThrow('Failed query')
})
