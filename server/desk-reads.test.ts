import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { stages } from '#app/features/orders/rules.ts'
import { listOpenReviews } from '#app/features/orders/store/open-reviews.server.ts'
import { findBoard } from '#app/features/transfers/store/board.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { sumLedger } from '#app/ledger/sums.server.ts'
import { test } from '#test/db.ts'
import { deskReads } from '#test/desk-reads.ts'
import { givenManyOrders, givenManyRecords } from '#test/many.ts'
import { countingReads } from '#test/rows-read.ts'

// Orders are searched plainly: a maker sells thousands, and reads them all within the bound of a list.
const isOrderList = (name: string) => name.startsWith('Orders, ')

/** A table of the shop's history, of which a list shows a small part: what it reads has to stay that small. */
const bigFrom = 5_000
const maxShare = 0.2

// One shop of many orders for all of it: to make it takes longer than to look at it.
test('no list of work behind the counter and no count reads through the history of the shop', {
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

  await expectOneLookForEachReview(db, pool)
})

async function expectOneLookForEachReview(db: Db, pool: pg.Pool) {
  const { rows } = await db.execute<{ judged: number }>(
    sql`select count(*)::int as judged from orders where verdict ->> 'outcome' <> 'allowed'`,
  )
  const counted = countingReads(pool)
  expect(await listOpenReviews(counted.db)).not.toEqual([])
  const read = counted.reads.filter(({ table }) => table === 'orders').map((each) => each.rows)
  expect(Math.max(...read)).toBeLessThanOrEqual(rows[0]?.judged ?? 0)
}
