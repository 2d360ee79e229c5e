// npm run bench -- lists: the public lists over ten thousand drops and accessories. Names are made up.
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { recordKey } from '#app/features/age-gate/rules.ts'
import { givenManyAccessories, givenManyDrops } from './lib/many.ts'
import { openOwnDatabase } from './lib/own-database.ts'
import { startShop } from './lib/shop-process.ts'

const [rows, rounds, boundMs, maxBytes] = [10_000, 9, 100, 40_000]
/** A page is rendered anew once it is older than a second. */
const freshMs = 1_100
const paths = [
  '/drops',
  '/drops/vault',
  '/drops/vault?page=200',
  '/drops/vault?q=hill',
  '/drops/vault?status=live',
  '/vault',
  '/accessories',
  '/accessories?q=sling&page=90',
  '/api/drops',
]

const { url, db, close } = await openOwnDatabase()
try {
  await givenManyDrops(db, rows, new Date())
  await givenManyAccessories(db, rows)
  const env = { DATABASE_URL: url, SAMPLE_CATALOG: 'no', WEB_PROCESSES: '1' }
  const shop = await startShop({ env, databaseUrl: url })
  try {
    const headers = { Cookie: `${recordKey}=${encodeURIComponent(new Date().toISOString())}` }
    let isWithin = true
    for (const path of paths) {
      const times: number[] = []
      let bytes = 0
      for (let round = 0; round <= rounds; round++) {
        await sleep(freshMs)
        const begun = performance.now()
        const response = await fetch(shop.url + path, { headers })
        const body = await response.text()
        if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
        if (round > 0) times.push(performance.now() - begun)
        bytes = gzipSync(body).length
      }
      const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
      const isGood = median <= boundMs && bytes <= maxBytes
      isWithin &&= isGood
      console.log(
        `${median.toFixed(1).padStart(7)} ms ${(bytes / 1_000).toFixed(1).padStart(6)} kB  ${path}${isGood ? '' : '  over its bound'}`,
      )
    }
    process.exitCode = isWithin ? 0 : 1
  } finally {
    await shop.stop()
  }
} finally {
  await close()
}
