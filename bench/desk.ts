// npm run bench -- desk: the lists behind the counter over 10,000 orders, as whole pages of the built shop.
// Names are made up. A bound holds for the median; on a busy machine the best of the rounds says what the shop itself takes.
import { givenManyOrders, givenManyRecords } from './lib/many.ts'
import { openOwnDatabase } from './lib/own-database.ts'
import { startShop } from './lib/shop-process.ts'
import { signInStaff } from './lib/staff-session.ts'
import { medianOf, readPage, timeRuns } from './lib/timed.ts'

const [orders, rounds] = [10_000, 9]
const [listMs, todayMs] = [100, 150]
/** Every kind of filter and of search. */
const queries = [
  'stage=picked_up',
  'stage=review,in_build',
  'state=HI',
  'state=!HI',
  'payment=expired',
  'goods=accessory',
  'dealer=declined',
  'placed=2026-08-01..2026-08-07',
  'q=jordan',
  'q=buyer',
  'q=buyer1',
  'q=sample',
  'q=weapon light',
  'q=M0000000FF',
  'q=buyer77@example.com',
  'q=(305) 255-0255',
  'q=noir 7',
  'q=zzz',
]
/** Pages behind the counter as a browser asks for them, with the same bounds. */
const deskPages: readonly { path: string; boundMs: number }[] = [
  { path: '/staff', boundMs: todayMs },
  ...[
    '/staff/orders',
    ...queries.map((query) => `/staff/orders?${encodeURI(query)}`),
    '/staff/search?q=buyer77',
    '/staff/transfers',
    '/staff/dealers',
    '/staff/shipping',
    '/staff/shipping?view=sent',
    '/staff/inbox',
    '/staff/money',
    '/staff/audit',
  ].map((path) => ({ path, boundMs: listMs })),
]

const { url, db, pool, close } = await openOwnDatabase()
try {
  const now = new Date()
  await givenManyOrders(db, orders, now)
  await givenManyRecords(db, now)
  await pool.query('vacuum')
  const shop = await startShop({ env: { SAMPLE_CATALOG: 'no', WEB_PROCESSES: '1' }, databaseUrl: url })
  try {
    const { cookie } = await signInStaff(shop, 'owner')
    await shop.rest()
    let over = 0
    for (const { path, boundMs } of deskPages) {
      await readPage(shop, path, cookie) // warms the caches
      const times = await timeRuns(rounds, () => readPage(shop, path, cookie))
      const [median, best, worst] = [medianOf(times), Math.min(...times), Math.max(...times)]
      if (median > boundMs) over++
      console.log(
        `${median.toFixed(1).padStart(7)} ms, best ${best.toFixed(1).padStart(6)} ms, worst ${worst.toFixed(1).padStart(6)} ms  Page ${path}${median > boundMs ? `  over ${boundMs} ms` : ''}`,
      )
    }
    console.log(`${orders} orders: ${deskPages.length} lists, ${over} over their bound`)
    process.exitCode = over === 0 ? 0 : 1
  } finally {
    await shop.stop()
  }
} finally {
  await close()
}
