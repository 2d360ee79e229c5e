// A PostgreSQL server that is stopped for half a minute under fifty buyers, again and again.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startPostgres } from '../../db/embedded.ts'
import { buy, type Outcome } from './buyer.ts'
import { openRelay } from './relay.ts'
import { countOf } from './report.ts'
import { type MeasuredShop, startShop } from './shop-process.ts'
import { givenRushDrop, listFaults } from './stock.ts'

const [buyers, awayMs, backLimitMs] = [50, 30_000, 3_000]
/** A payment without an answer is looked up after half a minute, by a job that runs each minute. */
const settleLimitMs = 120_000
const cachedPages = ['/', '/faq', '/drops', '/drops/away']

/** Stops the database this many times, prints the results, and returns whether all was well. */
export async function takeDatabaseAway(times: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'paco-bench-pg-'))
  chmodSync(folder, 0o755) // PostgreSQL runs as another user when we are root
  let server: Embedded = await startPostgres(folder)
  const url = new URL(server.url)
  url.search = '' // through the relay, past its socket file
  const relay = await openRelay(Number(url.port))
  url.port = String(relay.port)
  const shop = await startShop({
    env: { WEB_PROCESSES: '2', RATE_LIMITS: 'off', DATABASE_URL: url.href, SAMPLE_CATALOG: 'yes' },
    databaseUrl: url.href,
  })
  try {
    await givenRushDrop(shop, 'away', 100)
    const crowd = startCrowd(shop)
    const before = shop.webProcesses().join(' ')
    const faults: string[] = []
    const backAfter: number[] = []
    for (let time = 1; time <= times; time++) {
      await sleep(3_000)
      await readPages(shop)
      relay.cut()
      await server.stop()
      faults.push(...(await readWhileAway(shop, Date.now() + awayMs)))
      server = await startPostgres(folder)
      await relay.mend(Number(new URL(server.url).port))
      backAfter.push(await backAgain(shop))
      if (shop.webProcesses().join(' ') !== before) faults.push(`a process ended in outage ${time}`)
      console.log(`Outage ${time} of ${times}: back after ${backAfter.at(-1)} ms`)
    }
    const outcomes = await crowd.end()
    faults.push(...(await faultsOnceSettled(shop, 'away')))
    faults.push(...backAfter.filter((ms) => ms > backLimitMs).map((ms) => `it took ${ms} ms to be back`))
    console.log(`\nPostgreSQL stopped for ${awayMs / 1_000} s under ${buyers} buyers, ${times} times`)
    console.log(`  buyers          ${countOf(outcomes.map(({ ending }) => ending))}`)
    console.log(`  back after      ${backAfter.join(', ')} ms`)
    for (const fault of faults.slice(0, 20)) console.log(`  wrong: ${fault}`)
    console.log(
      faults.length === 0 ? 'No process ended, cached pages stayed, nothing was lost.' : 'Not all was well.',
    )
    return faults.length === 0
  } finally {
    await shop.stop()
    relay.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What is wrong once every payment that was cut off had its time to be looked up. */
async function faultsOnceSettled(shop: MeasuredShop, slug: string): Promise<string[]> {
  for (const until = Date.now() + settleLimitMs; ; await sleep(1_000)) {
    const faults = await listFaults(shop, slug)
    if (faults.length === 0 || Date.now() > until) return faults
  }
}

function startCrowd(shop: MeasuredShop) {
  const outcomes: Outcome[] = []
  const state = { isOver: false, buyer: 0 }
  const running = Array.from({ length: buyers }, async () => {
    while (!state.isOver) {
      outcomes.push(await buy(shop.url, 'away', state.buyer++, { isPatient: true }))
      await sleep(2_000 + Math.random() * 2_000)
    }
  })
  return {
    async end() {
      state.isOver = true
      await Promise.all(running)
      return outcomes
    },
  }
}

async function statusOf(shop: MeasuredShop, path: string): Promise<number> {
  const headers = { Cookie: `paco-age=${encodeURIComponent(new Date().toISOString())}` }
  const answer = await fetch(shop.url + path, { headers, signal: AbortSignal.timeout(10_000) }).catch(
    () => undefined,
  )
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

/** Makes every process cache the pages: each answers some of the requests. */
async function readPages(shop: MeasuredShop) {
  for (let n = 0; n < 12; n++) await Promise.all(cachedPages.map((path) => statusOf(shop, path)))
}

async function readWhileAway(shop: MeasuredShop, until: number): Promise<string[]> {
  const statuses: string[] = []
  while (Date.now() < until) {
    const read = await Promise.all(
      cachedPages.map(async (path) => `${path} answered ${await statusOf(shop, path)}`),
    )
    statuses.push(...read.filter((each) => !each.endsWith(' 200')))
    await sleep(500)
  }
  return statuses
}

/** How long after its return an uncached page is answered again. */
async function backAgain(shop: MeasuredShop): Promise<number> {
  const begun = Date.now()
  while ((await statusOf(shop, '/readyz')) !== 200 || (await statusOf(shop, '/cart')) !== 200) {
    if (Date.now() - begun > 60_000) return Number.POSITIVE_INFINITY
    await sleep(50)
  }
  return Date.now() - begun
}
