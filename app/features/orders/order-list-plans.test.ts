import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { test } from '#test/db.ts'
import { givenManyOrders } from '#test/many-orders.ts'
import { countingReads } from '#test/rows-read.ts'
import type { OrderFilter, OrderSort } from './rules/order-filter.ts'
import { listOpenReviews } from './store/open-reviews.server.ts'
import { countOrders, findOrderPage } from './store/order-list.server.ts'

const only = <Value extends string>(...values: Value[]) => ({ values, isNegated: false })

/** A database that explains each query, and answers it. */
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

test('no page of a list, no count and no search reads all orders', { timeout: 60_000 }, async ({
  db,
  pool,
  ctx,
}) => {
  await givenManyOrders(db, 40_000, ctx.now())
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
    // A count stops at its limit: it never goes through all 40,000.
    const read = counted.reads.filter(({ table }) => table === 'orders').map(({ rows }) => rows)
    expect([name, Math.max(...read) < 5_000]).toEqual([name, true])
  }
})

test('a list of reviews looks each order up once, and a number is found before the common word beside it', {
  timeout: 60_000,
}, async ({ db, pool, ctx }) => {
  await givenManyOrders(db, 10_000, ctx.now())
  const { rows } = await db.execute<{ judged: number }>(
    sql`select count(*)::int as judged from orders where verdict ->> 'outcome' <> 'allowed'`,
  )
  const counted = countingReads(pool)
  expect(await listOpenReviews(counted.db)).not.toEqual([])
  const read = counted.reads.filter(({ table }) => table === 'orders').map((each) => each.rows)
  expect(Math.max(...read)).toBeLessThanOrEqual(rows[0]?.judged ?? 0)

  const explained = explaining(db)
  await countOrders(explained.db, { words: 'noir 7' }, { max: 1_001 })
  expect(explained.plans.join('\n')).toContain("Index Cond: (words @@ '''n7'''::tsquery)")
})
