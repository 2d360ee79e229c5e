import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { stages } from '#app/features/orders/rules.ts'
import { listOpenReviews } from '#app/features/orders/store/review.server.ts'
import { findBoard, listDealerRows } from '#app/features/transfers/store.server.ts'
import { test } from '#test/db.ts'
import { givenManyOrders, givenManyRecords } from '#bench/lib/many.ts'
import { rowsRead } from '#test/rows-read.ts'
import { countAtDesks } from '#app/due-counts.server.ts'
import { listSubmissions } from '#app/features/builds/store/submissions.server.ts'
import { listAnsweredMessages, listOpenMessages } from '#app/features/contact/store.server.ts'
import { listRows } from '#app/features/shipping/desk.server.ts'
import { listWorkItems } from '#app/features/today/store/items.server.ts'
import { listMarks } from '#app/features/today/store/due-items.server.ts'
import { shopZone } from '#test/moment.ts'

const orders = 16_000
/** A table of the shop's history, of which a list shows a small part: what it reads has to stay that small. */
const bigFrom = 5_000
const maxShare = 0.2

// One shop of many orders for all of it: to make it takes longer than to look at it.
test('no list of work behind the counter and no count reads through the history of the shop', {
  timeout: 120_000,
}, async ({ db, ctx }) => {
  const now = ctx.now()
  await givenManyOrders(db, orders, now)
  await givenManyRecords(db, now)
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

  await expectOneLookForEachReview(db)
})

/** What the lists of the console show first, but for orders and the books: a maker sells thousands, which a search and a balance may read. */
function readsOf(clock: {
  now: Date
  timeZone: string
}): [name: string, read: (db: Db) => Promise<unknown>][] {
  return [
    ...(['to-pack', 'packed', 'sent', 'returns'] as const).map(
      (view): [string, (db: Db) => Promise<unknown>] => [
        `Shipping, ${view}`,
        (db) => listRows(db, view, clock.now),
      ],
    ),
    ['Transfers', (db) => findBoard(db, clock)],
    ['Dealers', (db) => listDealerRows(db, '', clock)],
    ['Open messages', (db) => listOpenMessages(db)],
    ['Answered messages', (db) => listAnsweredMessages(db, 20)],
    ['Submissions', (db) => listSubmissions(db, 50)],
    ['Counts of the top line', (db) => countAtDesks(db, clock.now)],
    ['Today', (db) => listWorkItems({ db, ...clock })],
    ['Marks of today', (db) => listMarks(db, clock.now)],
  ]
}

async function expectOneLookForEachReview(db: Db) {
  const { rows } = await db.execute<{ judged: number }>(
    sql`select count(*)::int as judged from orders where verdict ->> 'outcome' <> 'allowed'`,
  )
  const reads = await rowsRead(db, async (tx) => expect(await listOpenReviews(tx)).not.toEqual([]))
  // Once to find it and once to judge it. A page of an index that a vacuum has not seen shows a row or two again.
  expect(reads.get('orders')).toBeLessThanOrEqual(3 + 2 * (rows[0]?.judged ?? 0))
}
