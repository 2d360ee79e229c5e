import { type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { stages } from '#app/features/orders/rules.ts'
import type { OrderFilter, OrderSort } from '#app/features/orders/rules/order-filter.ts'
import { listOpenReviews } from '#app/features/orders/store/open-reviews.server.ts'
import { countOrders, findOrderPage } from '#app/features/orders/store/order-list.server.ts'
import { findBoard } from '#app/features/transfers/store/board.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { sumLedger } from '#app/ledger/sums.server.ts'
import { test } from '#test/db.ts'
import { deskReads } from '#test/desk-reads.ts'
import { givenManyOrders, givenManyRecords } from '#test/many.ts'
import { countingReads } from '#test/rows-read.ts'

// Lists of orders are looked at below, with every kind of filter and of search.
const isOrderList = (name: string) => name.startsWith('Orders, ')

/** A table of the shop's history, of which a list shows a small part: what it reads has to stay that small. */
const bigFrom = 5_000
const maxShare = 0.2

// One shop of many orders for all of it: to make it takes longer than to look at it.
test('no list behind the counter, no count and no search reads through the history of the shop', {
  timeout: 120_000,
}, async ({ db, pool, ctx }) => {
  const now = ctx.now()
  await givenManyOrders(db, 40_000, now)
  await givenManyRecords(db, now)
  for (const at of [after(now, -2 * hour), now]) await db.transaction((tx) => sumLedger({ tx, now: at }))
  const { rows } = await db.execute<{ table: string; rows: number }>(
    sql`select relname as table, reltuples::int as rows from pg_class where relkind = 'r' and reltuples >= ${bigFrom}`,
  )
  const sizes = new Map(rows.map((each) => [each.table, each.rows]))
  expect([...sizes.keys()]).toEqual(
    expect.arrayContaining(['orders', 'order_lines', 'stage_dates', 'parcels']),
  )

  const tooMuch: string[] = []
  for (const { name, read } of deskReads(now).filter((each) => !isOrderList(each.name))) {
    const counted = countingReads(pool)
    await read(counted.db)
    expect([name, counted.reads.length > 0]).toEqual([name, true])
    for (const { table, rows, statement } of counted.reads) {
      const size = sizes.get(table)
      if (size && rows > size * maxShare)
        tooMuch.push(`${name} reads ${rows} of ${size} rows of ${table}: ${statement.slice(0, 200)}`)
    }
  }
  expect(tooMuch).toEqual([])

  // The days of open firearms are on their lines: the dates of stages are read for the medians alone, a hundred moves each.
  const board = countingReads(pool)
  await findBoard(board.db, { now, timeZone: 'America/New_York' })
  const dates = board.reads.filter(({ table }) => table === 'stage_dates').map(({ rows: read }) => read)
  expect(Math.max(...dates)).toBeLessThanOrEqual(2 * 100 * stages.length)

  await expectFewReads(db, pool)
  await expectOneLookForEachReview(db, pool)
  await expectNumberBeforeWord(db)
})

const only = <Value extends string>(...values: Value[]) => ({ values, isNegated: false })

const filters: [string, OrderFilter][] = [
  ['everything', {}],
  ['a rare stage', { stage: only('agreed') }],
  ['reviews', { stage: only('review') }],
  ['reviews and a stage', { stage: only('review', 'in_build') }],
  ['a common stage', { stage: only('picked_up') }],
  ['a state', { buyerState: only('HI') }],
  ['but a state', { buyerState: { values: ['HI'], isNegated: true } }],
  ['a payment', { state: only('expired') }],
  ['to ship', { isToShip: true }],
  ['a week long ago', { paid: { from: new Date('2026-08-01'), until: new Date('2026-08-08') } }],
  ['a name', { words: 'jordan' }],
  ['a code', { words: 'M0000000FF' }],
  ['an email', { words: 'buyer77@example.com' }],
  ['a phone', { words: '(305) 255-0255' }],
  ['a unit', { words: 'noir 7' }],
  ['nobody', { words: 'zzz' }],
  ['goods of every other order', { words: 'weapon light' }],
  ['a name and a state', { words: 'jordan', buyerState: only('HI') }],
  ['a name and a common stage', { words: 'jordan', stage: only('picked_up') }],
]

async function expectFewReads(db: Db, pool: pg.Pool) {
  for (const [name, filter] of filters) {
    for (const sort of ['newest', 'largest'] satisfies OrderSort[]) {
      const explained = explaining(db)
      await findOrderPage(explained.db, { filter, sort, max: 50 })
      expect([name, sort, /Seq Scan on (orders|order_lines)\b/.test(explained.plans.join('\n'))]).toEqual([
        name,
        sort,
        false,
      ])
    }
    const counted = countingReads(pool)
    await countOrders(counted.db, filter, { max: 1_001 })
    const read = counted.reads.filter(({ table }) => table === 'orders').map(({ rows }) => rows)
    expect([name, Math.max(...read) < 5_000]).toEqual([name, true])
  }
}

async function expectOneLookForEachReview(db: Db, pool: pg.Pool) {
  const { rows } = await db.execute<{ judged: number }>(
    sql`select count(*)::int as judged from orders where verdict ->> 'outcome' <> 'allowed'`,
  )
  const counted = countingReads(pool)
  expect(await listOpenReviews(counted.db)).not.toEqual([])
  const read = counted.reads.filter(({ table }) => table === 'orders').map((each) => each.rows)
  expect(Math.max(...read)).toBeLessThanOrEqual(rows[0]?.judged ?? 0)
}

async function expectNumberBeforeWord(db: Db) {
  const explained = explaining(db)
  await countOrders(explained.db, { words: 'noir 7' }, { max: 1_001 })
  expect(explained.plans.join('\n')).toContain("Index Cond: (words @@ '''n7'''::tsquery)")
}

function explaining(db: Db, plans: string[] = []): { plans: string[]; db: Db } {
  const execute = async (query: SQL) => {
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return db.execute(query)
  }
  const transaction = (run: (tx: Db) => Promise<unknown>) =>
    db.transaction((tx) => run(explaining(tx, plans).db))
  return { plans, db: { execute, transaction } as unknown as Db }
}
