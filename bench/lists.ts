// npm run bench -- lists: the public lists over ten thousand drops and accessories. Names are made up.
import { gzipSync } from 'node:zlib'
import { recordKey } from '#app/features/age-gate/rules.ts'
import { givenManyAccessories, givenManyDrops } from './lib/many.ts'
import { openOwnDatabase } from './lib/own-database.ts'
import { startShop } from './lib/shop-process.ts'
import { medianOf, readPage, timeRuns } from './lib/timed.ts'

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
  const shop = await startShop({ env: { SAMPLE_CATALOG: 'no', WEB_PROCESSES: '1' }, databaseUrl: url })
  try {
    const cookie = `${recordKey}=${encodeURIComponent(new Date().toISOString())}`
    let isWithin = true
    for (const path of paths) {
      const body = await readPage(shop, path, cookie)
      const times = await timeRuns(rounds, () => readPage(shop, path, cookie), freshMs)
      const [median, bytes] = [medianOf(times), gzipSync(body).length]
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
