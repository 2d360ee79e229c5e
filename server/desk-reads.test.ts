import { type SQL, sql } from 'drizzle-orm'
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
import { givenManyOrders, givenManyRecords } from '#bench/lib/many.ts'
import { rowsRead } from '#test/rows-read.ts'
import { countAtDesks } from '#app/due-counts.server.ts'
import { findMoneyDay } from '#app/features/bookkeeping/store/desk.server.ts'
import { listSubmissions } from '#app/features/builds/store/submissions.server.ts'
import { listAnsweredMessages, listOpenMessages } from '#app/features/contact/store.server.ts'
import { listClosedRequests, listOpenRequests } from '#app/features/policies/store.server.ts'
import { listRows } from '#app/features/shipping/store.server.ts'
import { listWorkItems } from '#app/features/today/store/items.server.ts'
import { listMarks } from '#app/features/today/store/marks.server.ts'
import { listDealerRows } from '#app/features/transfers/store/dealers.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { shopZone } from '#test/moment.ts'

const orders = 16_000
/** A table of the shop's history, of which a list shows a small part: what it reads has to stay that small. */
const bigFrom = 5_000
const maxShare = 0.2

// One shop of many orders for all of it: to make it takes longer than to look at it.
test('no list behind the counter, no count and no search reads through the history of the shop', {
  timeout: 120_000,
}, async ({ db, ctx }) => {
  const now = ctx.now()
  await givenManyOrders(db, orders, now)
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
  for (const [name, read] of readsOf({ now, timeZone: shopZone })) {
    const reads = await rowsRead(db, read)
    expect([name, reads.size > 0]).toEqual([name, true])
    for (const [table, read] of reads) {
      const size = sizes.get(table)
      if (size && read > size * maxShare) tooMuch.push(`${name} reads ${read} of ${size} rows of ${table}`)
    }
  }
  expect(tooMuch).toEqual([])

  // The days of open firearms are on their lines: the dates of stages are read for the medians alone, a hundred moves each.
  const board = await rowsRead(db, (tx) => findBoard(tx, { now, timeZone: shopZone }))
  expect(board.get('stage_dates')).toBeLessThanOrEqual(2 * 100 * stages.length)

  await expectFewReads(db)
  await expectOneLookForEachReview(db)
  await expectNumberBeforeWord(db)
})

/** What the lists of the console show first, but for those of orders, which are looked at below. */
function readsOf(clock: {
  now: Date
  timeZone: string
}): [name: string, read: (db: Db) => Promise<unknown>][] {
  return [
    ...(['to-pack', 'packed', 'sent', 'returns'] as const).map(
      (view): [string, (db: Db) => Promise<unknown>] => [
        `Shipping, ${view}`,
        (db) => listRows(db, view, clock),
      ],
    ),
    ['Transfers', (db) => findBoard(db, clock)],
    ['Dealers', (db) => listDealerRows(db, '', clock)],
    ['Money', (db) => findMoneyDay(db, formatIsoDay(clock.now, clock.timeZone), clock.timeZone)],
    ['Open requests', (db) => listOpenRequests(db)],
    ['Closed requests', (db) => listClosedRequests(db, 20)],
    ['Open messages', (db) => listOpenMessages(db)],
    ['Answered messages', (db) => listAnsweredMessages(db, 20)],
    ['Submissions', (db) => listSubmissions(db, 50)],
    ['Counts of the top line', (db) => countAtDesks(db, clock.now)],
    ['Today', (db) => listWorkItems({ db, ...clock })],
    ['Marks of today', (db) => listMarks(db, clock.now)],
  ]
}

const only = <Value extends string>(...values: Value[]) => ({ values, isNegated: false })

/** What half of a shop's orders say is found by their index, once there are few enough of them. */
const isSaidByHalf = 'weapon light'

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
  ['goods of every other order', { words: isSaidByHalf }],
  ['a name and a state', { words: 'jordan', buyerState: only('HI') }],
  ['a name and a common stage', { words: 'jordan', stage: only('picked_up') }],
]

async function expectFewReads(db: Db) {
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
    if (filter.words === isSaidByHalf) continue
    const reads = await rowsRead(db, (tx) => countOrders(tx, filter, { max: 1_001 }), { asPlanned: true })
    expect([name, (reads.get('orders') ?? 0) < 5_000]).toEqual([name, true])
  }
}

async function expectOneLookForEachReview(db: Db) {
  const { rows } = await db.execute<{ judged: number }>(
    sql`select count(*)::int as judged from orders where verdict ->> 'outcome' <> 'allowed'`,
  )
  const reads = await rowsRead(db, async (tx) => expect(await listOpenReviews(tx)).not.toEqual([]))
  expect(reads.get('orders')).toBeLessThanOrEqual(1 + (rows[0]?.judged ?? 0))
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
