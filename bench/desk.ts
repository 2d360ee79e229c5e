// npm run bench -- desk: the lists behind the counter over 10,000 orders, as whole pages of the built shop.
// Names are made up. A bound holds for the median; on a busy machine the best of the rounds says what the shop itself takes.
import { openSession } from '#app/features/staff/store/sessions.server.ts'
import { staffMembers, staffPasskeys } from '#app/features/staff/tables.ts'
import { givenManyOrders, givenManyRecords } from './lib/many.ts'
import { openOwnDatabase } from './lib/own-database.ts'
import { startShop } from './lib/shop-process.ts'

const [orders, rounds] = [10_000, 9]
const now = new Date()
type Timed = { name: string; boundMs: number; min: number; median: number; worst: number }

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
  await givenManyOrders(db, orders, now)
  await givenManyRecords(db, now)
  await pool.query('vacuum')
  const timed = await timePages()
  for (const { name, min, median, worst, boundMs } of timed)
    console.log(
      `${median.toFixed(1).padStart(7)} ms, best ${min.toFixed(1).padStart(6)} ms, worst ${worst.toFixed(1).padStart(6)} ms  ${name}${median > boundMs ? `  over ${boundMs} ms` : ''}`,
    )
  const over = timed.filter(({ median, boundMs }) => median > boundMs)
  console.log(`${orders} orders: ${timed.length} lists, ${over.length} over their bound`)
  process.exitCode = over.length === 0 ? 0 : 1
} finally {
  await close()
}

/** Whole pages, as an owner's browser gets them: their loaders, the console around them, and the HTML. */
async function timePages(): Promise<Timed[]> {
  const token = await signIn()
  const env = { DATABASE_URL: url, SAMPLE_CATALOG: 'no', WEB_PROCESSES: '1' }
  const shop = await startShop({ env, databaseUrl: url })
  try {
    await shop.rest()
    const timed: Timed[] = []
    for (const { path, boundMs } of deskPages)
      timed.push({
        name: `Page ${path}`,
        boundMs,
        ...(await time(async () => {
          const response = await fetch(shop.url + path, { headers: { Cookie: `paco-staff=${token}` } })
          await response.text()
          if (response.status !== 200 || !response.url.endsWith(path))
            throw new Error(`${path} answered ${response.status} at ${response.url}`)
        })),
      })
    return timed
  } finally {
    await shop.stop()
  }
}

async function signIn(): Promise<string> {
  const work = { tx: db, now: new Date() }
  const [member] = await db
    .insert(staffMembers)
    .values({ name: 'O. Sample', email: 'owner@example.com', role: 'owner', createdAt: work.now })
    .returning({ id: staffMembers.id })
  if (!member) throw new Error('The member was not stored')
  await db.insert(staffPasskeys).values({
    id: 'bench',
    memberId: member.id,
    publicKey: '',
    counter: 0,
    transports: [],
    name: 'Bench',
    createdAt: work.now,
  })
  return openSession(work, { memberId: member.id, method: 'passkey', device: 'Bench' })
}

/** The best, the median and the worst of several reads, after one that warms the caches. */
async function time(read: () => Promise<unknown>) {
  await read()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await read()
    times.push(performance.now() - begun)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { min: sorted[0] ?? 0, median: sorted[Math.floor(rounds / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
}
