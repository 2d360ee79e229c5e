// npm run bench -- rush: five hundred buyers at once on fifty units, and how many paths a second with plenty of stock.
import { buy, type Outcome } from './lib/buyer.ts'
import { countOf } from './lib/report.ts'
import { type MeasuredShop, startShop } from './lib/shop-process.ts'
import { givenRushDrop, listFaults } from './lib/stock.ts'

const shop = await startShop()
try {
  await warmUp(shop)
  const isSound = (await rush(shop, 'with-script')) && (await rush(shop, 'without-script'))
  await throughput(shop, 'with-script')
  await throughput(shop, 'without-script')
  console.log(`Peak memory of the web process: ${shop.peakMemoryMb().toFixed(0)} MB`)
  process.exitCode = isSound ? 0 : 1
} finally {
  await shop.stop()
}

/** A shop before its drop has been answering for days: its code is compiled, in every one of its processes. */
async function warmUp(shop: MeasuredShop) {
  const [drops, rounds, buyers] = [5, 40, 5]
  for (let n = 0; n < drops; n++) {
    const [slug, first] = [`warm-up-${n}`, n * rounds * buyers]
    await givenRushDrop(shop, slug, 160) // the last forty are told that none is left
    for (let round = 0; round < rounds; round++)
      await crowd(
        shop,
        slug,
        round % 2 ? 'with-script' : 'without-script',
        buyers,
        40_000 + first + round * buyers,
      )
  }
}

/** How a buyer's browser asks: the router for data, or for a page at every step. */
type Manner = 'with-script' | 'without-script'

async function rush(shop: MeasuredShop, manner: Manner): Promise<boolean> {
  const [buyers, units] = [500, 50]
  const slug = `rush-${manner}`
  await givenRushDrop(shop, slug, units)
  const begun = performance.now()
  const outcomes = await crowd(shop, slug, manner, buyers, manner === 'with-script' ? 1_000 : 3_000)
  console.log(`\nRush ${manner}: ${buyers} buyers at the same moment on ${units} units`)
  report(outcomes, performance.now() - begun)
  const faults = await listFaults(shop, slug)
  const paid = outcomes.filter(({ ending }) => ending === 'paid').length
  const broken = outcomes.filter(({ ending }) => ending === 'broken')
  for (const { fault } of broken.slice(0, 3)) console.log(`  broken: ${fault}`)
  for (const fault of faults) console.log(`  wrong: ${fault}`)
  return paid === units && broken.length === 0 && faults.length === 0
}

async function throughput(shop: MeasuredShop, manner: Manner) {
  // One drop after the other, as they are sold: buyers come for the one that is live.
  const [drops, perDrop, lanes] = [8, 150, 24]
  for (let n = 0; n < drops; n++) await givenRushDrop(shop, `plenty-${manner}-${n}`, perDrop)
  const outcomes: Outcome[] = []
  const first = manner === 'with-script' ? 10_000 : 30_000
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < drops * perDrop) {
        const buyer = next++
        outcomes.push(
          await buy(shop.url, `plenty-${manner}-${Math.floor(buyer / perDrop)}`, first + buyer, {
            hasScript: manner === 'with-script',
          }),
        )
      }
    }),
  )
  console.log(`\nPlenty of stock, ${manner}: ${drops * perDrop} buyers, ${lanes} at a time`)
  report(outcomes, performance.now() - begun)
}

function crowd(
  shop: MeasuredShop,
  slug: string,
  manner: Manner,
  buyers: number,
  first: number,
): Promise<Outcome[]> {
  const hasScript = manner === 'with-script'
  return Promise.all(Array.from({ length: buyers }, (_, n) => buy(shop.url, slug, first + n, { hasScript })))
}

function report(outcomes: Outcome[], wallMs: number) {
  const times = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const percentile = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  const paid = outcomes.filter(({ ending }) => ending === 'paid').length
  console.log(`  buyers   ${countOf(outcomes.map(({ ending }) => ending))}`)
  console.log(`  answers  ${countOf(outcomes.flatMap(({ answers }) => answers))}`)
  console.log(
    `  wall     ${(wallMs / 1_000).toFixed(2)} s, ${((paid / wallMs) * 1_000).toFixed(0)} completed paths a second`,
  )
  console.log(`  path     p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, p99 ${percentile(0.99)} ms`)
}
