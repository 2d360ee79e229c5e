// npm run bench -- rush: five hundred concurrent buyers for fifty units, and purchases per second with plenty of
// stock. npm run bench -- rush console: a drop of 1,000 units, made and launched in the console and bought as fast as it
// goes, with its live board compared to the database meanwhile.
import { buy, type Outcome } from './lib/buyer.ts'
import { compareBoard, launchFromConsole, openDesk, watchBoard } from './lib/console-drop.ts'
import { countOf } from './lib/report.ts'
import { type MeasuredShop, startShop } from './lib/shop-process.ts'
import { givenRushDrop, listFaults } from './lib/stock.ts'

const shop = await startShop()
try {
  const isSound = process.argv.includes('console') ? await consoleRush(shop) : await wholeRush(shop)
  console.log(`Peak memory of the web process: ${shop.peakMemoryMb().toFixed(0)} MB`)
  process.exitCode = isSound ? 0 : 1
} finally {
  await shop.stop()
}

async function wholeRush(shop: MeasuredShop): Promise<boolean> {
  await warmUp(shop)
  await shop.rest()
  const isSound = await rush(shop)
  await throughput(shop)
  return isSound
}

/** A thousand numbers from the console's forms to their buyers, and the live board right to the unit while they go. */
async function consoleRush(shop: MeasuredShop): Promise<boolean> {
  const [units, house, buyers, lanes] = [1_000, 2, 1_040, 48]
  const desk = await openDesk(shop)
  const slug = await launchFromConsole(desk, units)
  const board = watchBoard(shop, desk, slug)
  const begun = performance.now()
  const sale = { next: 0, isOver: false }
  const outcomes: Outcome[] = []
  const lane = async () => {
    while (sale.next < buyers) {
      const buyer = sale.next++
      outcomes.push(await buy(shop.url, slug, 50_000 + buyer))
    }
  }
  const buying = Promise.all(Array.from({ length: lanes }, lane))
  void buying.finally(() => {
    sale.isOver = true
  })
  const { compared, faults } = await compareBoard(shop, slug, board, () => sale.isOver)
  await buying
  console.log(`\nA drop of ${units} from the console: ${buyers} buyers, ${lanes} at a time`)
  report(outcomes, performance.now() - begun)
  const wrong = [
    ...faults,
    ...(await listFaults(shop, slug)).filter((fault) => !fault.includes('is held without end')),
  ]
  const last = await settledBoard(board, units - house)
  if (last !== units - house) wrong.push(`the last board says ${last} of ${units - house} sold`)
  board.close()
  console.log(`  board    ${board.frames()} states sent, ${compared} compared with the database while it ran`)
  for (const fault of wrong) console.log(`  wrong: ${fault}`)
  const paid = outcomes.filter(({ ending }) => ending === 'paid').length
  const broken = outcomes.filter(({ ending }) => ending === 'broken').length
  return paid === units - house && broken === 0 && wrong.length === 0 && compared > 0
}

/** What the board says once it has had time to hear of the last sale. */
async function settledBoard(board: ReturnType<typeof watchBoard>, sold: number): Promise<number | undefined> {
  for (let tries = 0; tries < 200 && board.latest()?.counts.taken !== sold; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return board.latest()?.counts.taken
}

/** A shop before its drop has been running for days: its code is compiled in every process. */
async function warmUp(shop: MeasuredShop) {
  const [drops, rounds, buyers] = [5, 40, 5]
  for (let n = 0; n < drops; n++) {
    const [slug, first] = [`warm-up-${n}`, n * rounds * buyers]
    await givenRushDrop(shop, slug, 160) // the last forty find none left
    for (let round = 0; round < rounds; round++)
      await crowd(shop, slug, buyers, 40_000 + first + round * buyers)
  }
}

async function rush(shop: MeasuredShop): Promise<boolean> {
  const [buyers, units] = [500, 50]
  const slug = 'rush'
  await givenRushDrop(shop, slug, units)
  const begun = performance.now()
  const outcomes = await crowd(shop, slug, buyers, 1_000)
  console.log(`\nRush: ${buyers} buyers at the same moment on ${units} units`)
  report(outcomes, performance.now() - begun)
  const faults = await listFaults(shop, slug)
  const paid = outcomes.filter(({ ending }) => ending === 'paid').length
  const broken = outcomes.filter(({ ending }) => ending === 'broken')
  for (const { fault } of broken.slice(0, 3)) console.log(`  broken: ${fault}`)
  for (const fault of faults) console.log(`  wrong: ${fault}`)
  return paid === units && broken.length === 0 && faults.length === 0
}

async function throughput(shop: MeasuredShop) {
  // One drop after the other, as in reality: buyers come for the live one.
  const [drops, perDrop, lanes] = [8, 150, 24]
  for (let n = 0; n < drops; n++) await givenRushDrop(shop, `plenty-${n}`, perDrop)
  const outcomes: Outcome[] = []
  const first = 10_000
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < drops * perDrop) {
        const buyer = next++
        outcomes.push(await buy(shop.url, `plenty-${Math.floor(buyer / perDrop)}`, first + buyer))
      }
    }),
  )
  console.log(`\nPlenty of stock: ${drops * perDrop} buyers, ${lanes} at a time`)
  report(outcomes, performance.now() - begun)
}

function crowd(shop: MeasuredShop, slug: string, buyers: number, first: number): Promise<Outcome[]> {
  return Promise.all(Array.from({ length: buyers }, (_, n) => buy(shop.url, slug, first + n)))
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
