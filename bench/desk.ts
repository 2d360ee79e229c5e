// npm run bench -- desk: the lists behind the counter over 200,000 orders. Names are made up.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, webLimits } from '#app/db/db.server.ts'
import { migrateDb } from '#app/db/migrate.server.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import { sumLedger } from '#app/ledger/sums.server.ts'
import { startPostgres } from '#db/embedded.ts'
import { deskReads } from '#test/desk-reads.ts'
import { givenManyOrders } from '#test/many-orders.ts'
import { givenManyRecords } from '#test/many-records.ts'

const [orders, rounds] = [200_000, 9]
const now = new Date()

const folder = mkdtempSync(join(tmpdir(), 'paco-desk-'))
chmodSync(folder, 0o755) // PostgreSQL runs as another user when we are root
const postgres = await startPostgres(folder)
const { db, pool } = openDb(postgres.url, 6, {
  ...webLimits,
  statementMs: 10 * minute,
  silenceMs: 10 * minute,
})
pool.on('error', () => {}) // the database stops a moment after its connections
try {
  await migrateDb(postgres.url)
  await givenManyOrders(db, orders, now)
  await givenManyRecords(db, now)
  await pool.query('vacuum')
  // The hourly job, twice: what it adds up was noted the hour before.
  for (const at of [after(now, -2 * hour), now]) await db.transaction((tx) => sumLedger({ tx, now: at }))
  const timed = []
  for (const { name, boundMs, read } of deskReads(now)) timed.push({ name, boundMs, ...(await time(read)) })
  for (const { name, median, worst, boundMs } of timed)
    console.log(
      `${median.toFixed(1).padStart(7)} ms, worst ${worst.toFixed(1).padStart(6)} ms  ${name}${median > boundMs ? `  over ${boundMs} ms` : ''}`,
    )
  const over = timed.filter(({ median, boundMs }) => median > boundMs)
  console.log(`${orders} orders: ${timed.length} lists, ${over.length} over their bound`)
  process.exitCode = over.length === 0 ? 0 : 1
} finally {
  await pool.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The median and the worst of several reads, after one that warms the caches. */
async function time(read: (on: typeof db) => Promise<unknown>) {
  await read(db)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await read(db)
    times.push(performance.now() - begun)
  }
  return {
    median: times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0,
    worst: Math.max(...times),
  }
}
