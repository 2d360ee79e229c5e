// npm run bench -- rush: five hundred concurrent buyers for fifty units (rush 5000: so many), what a sale costs with plenty of
// stock, step by step, sales a second, and private pages a second. npm run bench -- rush console: a drop made and launched in the console and
// bought as fast as it goes, with its live board compared to the database meanwhile.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { buy, details, finish, formKeyIn, openBrowser, type Outcome, purchase, steps } from './lib/buyer.ts'
import { compareBoard, launchFromConsole, openDesk, watchBoard } from './lib/console-drop.ts'
import { areNone, countOf, endedIn, inLanes, numbers, percentilesOf } from './lib/crowd.ts'
import { openMailSink } from './lib/mail-sink.ts'
import { type MeasuredShop, startShop } from './lib/shop-process.ts'
import { givenRushDrop, listFaults } from './lib/stock.ts'
import { openTripCounter } from './lib/trip-counter.ts'

/** Counters of the shop and of PostgreSQL are written down a moment after what they count. */
const settleMs = 1_200

const [trips, sink] = [openTripCounter(), await openMailSink()]
const shop = await startShop({ env: { ...trips.env, SMTP_URL: `smtp://127.0.0.1:${sink.port}` } })
try {
  const isSound = process.argv.includes('console') ? await consoleRush(shop) : await wholeRush(shop)
  const { now, peak } = shop.memoryMb()
  console.log(
    `Memory of ${shop.webProcesses().length} web processes together: ${now.toFixed(0)} MB of their own now, ${peak.toFixed(0)} MB resident at the peaks`,
  )
  process.exitCode = isSound ? 0 : 1
} finally {
  await shop.stop()
  trips.close()
  sink.close()
}

async function wholeRush(shop: MeasuredShop): Promise<boolean> {
  await warmUp(shop)
  await shop.rest()
  const buyers = Number(process.argv[2] ?? 500)
  const isSound = await rush(shop, buyers)
  if (buyers > 500) return isSound
  await measureSale(shop)
  await measureRate(shop)
  await measurePrivatePages(shop)
  return isSound
}

/** A hundred numbers from the console's forms to their buyers, and the live board right to the unit while they go. */
async function consoleRush(shop: MeasuredShop): Promise<boolean> {
  const [units, house, buyers, lanes] = [100, 2, 140, 48]
  const desk = await openDesk(shop)
  const slug = await launchFromConsole(desk, units)
  const board = watchBoard(shop, desk, slug)
  try {
    const begun = performance.now()
    const outcomes: Outcome[] = []
    let isOver = false
    const buying = inLanes(numbers(buyers, 50_000), lanes, async (buyer) => {
      outcomes.push(await buy(shop.url, slug, buyer, { proves: true }))
    }).finally(() => {
      isOver = true
    })
    const { compared, faults } = await compareBoard(shop, slug, board, () => isOver)
    await buying
    console.log(`\nA drop of ${units} from the console: ${buyers} buyers, ${lanes} at a time`)
    report(outcomes, performance.now() - begun)
    faults.push(...(await listFaults(shop, slug)).filter((fault) => !fault.includes('is held without end')))
    const last = await settledBoard(board, units - house)
    if (last !== units - house) faults.push(`the last board says ${last} of ${units - house} sold`)
    console.log(
      `  board    ${board.frames()} states sent, ${compared} compared with the database while it ran`,
    )
    return isSoundSale(outcomes, units - house, faults) && compared > 0
  } finally {
    board.close()
  }
}

/** Prints what is wrong. Each unit was paid, and nobody was left without an answer. */
function isSoundSale(outcomes: Outcome[], units: number, faults: string[]): boolean {
  const broken = endedIn('broken', outcomes)
  for (const { fault } of broken.slice(0, 3)) console.log(`  broken: ${fault}`)
  const areSound = areNone(faults)
  return areSound && broken.length === 0 && endedIn('paid', outcomes).length === units
}

/** What the board says once it has had time to hear of the last sale. */
async function settledBoard(board: ReturnType<typeof watchBoard>, sold: number): Promise<number | undefined> {
  for (let tries = 0; tries < 200 && board.latest()?.counts.taken !== sold; tries++) await sleep(50)
  return board.latest()?.counts.taken
}

/** A shop before its drop has been running for days: its code is compiled in every process. */
async function warmUp(shop: MeasuredShop) {
  const [drops, rounds, buyers] = [2, 40, 5]
  for (let n = 0; n < drops; n++) {
    const [slug, first] = [`warm-up-${n}`, n * rounds * buyers]
    await givenRushDrop(shop, slug, 100) // the second half finds none left
    for (let round = 0; round < rounds; round++)
      await Promise.all(
        numbers(buyers, 40_000 + first + round * buyers).map((buyer) =>
          buy(shop.url, slug, buyer, { proves: true }),
        ),
      )
  }
}

async function rush(shop: MeasuredShop, buyers: number): Promise<boolean> {
  const units = 50
  const slug = 'rush'
  await givenRushDrop(shop, slug, units)
  // They have chosen, and their browsers have made their proofs.
  const paths = numbers(buyers, 1_000).map((buyer) => purchase(shop.url, slug, buyer, { proves: true }))
  await inLanes(paths, 12, async (path) => {
    while ((await path.next()).value !== 'hold') continue
  })
  await sleep(settleMs)
  const before = await readCost(shop)
  const begun = performance.now()
  const outcomes = await Promise.all(paths.map(finish))
  const wallMs = performance.now() - begun
  await sleep(settleMs)
  const after = await readCost(shop)
  console.log(`\nRush: ${buyers} buyers press at the same moment for ${units} units`)
  report(outcomes, wallMs)
  const { web, database, roundTrips } = costOf((name) => (after[name] - before[name]) / buyers)
  console.log(
    `  cost     of each of them, the holders too: ${web.toFixed(1)} ms web, ${database.toFixed(1)} ms database, ${roundTrips.toFixed(1)} round trips`,
  )
  console.log(`  holders  ${percentilesOf(endedIn('paid', outcomes).map(({ ms }) => ms))}`)
  const told = outcomes.map(({ ms, placeMs }) => placeMs ?? ms)
  console.log(`  told     their place or how it ended: ${percentilesOf(told)}`)
  return isSoundSale(outcomes, units, await listFaults(shop, slug))
}

/** What a sale costs: the buyers take each step together, so that its cost can be told from the others'. */
async function measureSale(shop: MeasuredShop) {
  const [buyers, perDrop, lanes] = [300, 100, 12]
  for (let n = 0; n * perDrop < buyers; n++) await givenRushDrop(shop, `plenty-${n}`, perDrop)
  await shop.rest()
  const earlier = sink.caught.length
  const mailed = async (count: number) => {
    for (let tries = 0; tries < 600 && sink.caught.length - earlier < count; tries++) await sleep(100)
    await shop.rest()
  }
  const paths = numbers(buyers).map((n) =>
    purchase(shop.url, `plenty-${Math.floor(n / perDrop)}`, 10_000 + n, { proves: true }),
  )
  const outcomes: Outcome[] = []
  const costs: [step: string, cost: Cost][] = []
  const measure = async (step: string, task: () => Promise<void>) => {
    const before = await readCost(shop)
    await task()
    await sleep(settleMs)
    const after = await readCost(shop)
    costs.push([step, costOf((name) => (after[name] - before[name]) / buyers)])
  }
  // The first turn goes as far as the first step.
  await Promise.all(paths.map((path) => path.next()))
  for (const step of steps) {
    // What follows a payment, so that the order page is measured alone.
    if (step === 'order page') await measure('jobs', () => mailed(buyers))
    await measure(step, () =>
      inLanes(paths, lanes, async (path) => {
        const { done, value } = await path.next()
        if (done) outcomes.push(value)
      }),
    )
  }
  console.log(`\nA sale, measured over ${buyers} of them, ${lanes} at a time, with proofs of work`)
  console.log(
    `  buyers   ${countOf(outcomes.map(({ ending }) => ending))}, ${sink.caught.length - earlier} mails`,
  )
  console.log(`  step          web ms  database ms  round trips  commits`)
  const whole = costOf((name) => costs.reduce((sum, [, cost]) => sum + cost[name], 0))
  for (const [step, { web, database, roundTrips, commits }] of [...costs, ['sale', whole] as const])
    console.log(
      `  ${step.padEnd(12)}${web.toFixed(1).padStart(8)}${database.toFixed(1).padStart(13)}${roundTrips.toFixed(1).padStart(13)}${commits.toFixed(1).padStart(9)}`,
    )
  console.log(`  a fixed computation took ${fixedMs().toFixed(0)} ms of processor time on this machine`)
}

/** Whole purchases side by side, by forms without script: what the machine sells with its buyers on it. */
async function measureRate(shop: MeasuredShop) {
  const [buyers, perDrop, lanes] = [600, 100, 24]
  for (let n = 0; n * perDrop < buyers; n++) await givenRushDrop(shop, `rate-${n}`, perDrop)
  await shop.rest()
  const outcomes: Outcome[] = []
  const begun = performance.now()
  await inLanes(numbers(buyers), lanes, async (n) => {
    outcomes.push(await buy(shop.url, `rate-${Math.floor(n / perDrop)}`, 20_000 + n))
  })
  console.log(`\n${buyers} sales, ${lanes} buyers at a time, forms without script`)
  report(outcomes, performance.now() - begun)
}

/** A cart, a checkout and an order, drawn again and again: each is one visitor's own, so no copy serves it. */
async function measurePrivatePages(shop: MeasuredShop) {
  const [seconds, lanes] = [8, 12]
  await givenRushDrop(shop, 'private', lanes)
  const visitors = numbers(lanes, 1).map((n) => ({
    browser: openBrowser({ isPatient: false }, shop.url, `127.3.0.${n}`),
    buyer: 30_000 + n,
    path: '/cart',
  }))
  const measure = async (page: string) => {
    await shop.rest()
    const before = await readCost(shop)
    const begun = performance.now()
    const answers: number[] = []
    await Promise.all(
      visitors.map(async ({ browser, path }) => {
        while (performance.now() - begun < seconds * 1_000) answers.push((await browser.get(path)).status)
      }),
    )
    const wallMs = performance.now() - begun
    const after = await readCost(shop)
    const msOf = (name: 'web' | 'database') => ((after[name] - before[name]) / answers.length).toFixed(1)
    console.log(
      `  ${page.padEnd(9)}${((answers.length / wallMs) * 1_000).toFixed(0)} a second, ${msOf('web')} ms web and ${msOf('database')} ms database each, answers ${countOf(answers)}`,
    )
  }
  console.log(`\nPrivate pages, ${lanes} visitors at a time`)
  for (const { browser } of visitors)
    await browser.submit('/cart/lines', { kind: 'accessory', id: 'magazine-30', quantity: '1' })
  await measure('cart')
  for (const visitor of visitors) {
    const hold = { number: '', key: randomUUID(), holdProof: '' }
    visitor.path = (await visitor.browser.submit('/drops/private/reserve', hold)).location ?? ''
  }
  await measure('checkout')
  for (const visitor of visitors) {
    const { browser, buyer, path } = visitor
    const formKey = formKeyIn((await browser.get(path)).body()) ?? ''
    const paid = { formKey, paymentToken: 'sandbox_approve', ...details(buyer) }
    visitor.path = (await browser.submit(path, paid)).location ?? ''
  }
  await measure('order')
  for (const { browser } of visitors) browser.close()
}

/** What was used so far: processor time in milliseconds, and turns and commits of the database. */
type Cost = { web: number; database: number; roundTrips: number; commits: number }

function costOf(valueOf: (name: keyof Cost) => number): Cost {
  return {
    web: valueOf('web'),
    database: valueOf('database'),
    roundTrips: valueOf('roundTrips'),
    commits: valueOf('commits'),
  }
}

async function readCost(shop: MeasuredShop): Promise<Cost> {
  const [row] = await shop.sql<{ commits: string }>(
    'select xact_commit as commits from pg_stat_database where datname = current_database()',
  )
  return { ...(await shop.processorMs()), roundTrips: trips.count(), commits: Number(row?.commits) }
}

/** A computation that is the same everywhere, to tell machines and moments apart: processor time in milliseconds. */
function fixedMs(): number {
  const before = process.cpuUsage()
  let text = ''
  for (let n = 0; n < 200_000; n++) text = createHash('sha256').update(`${text}${n}`).digest('hex')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function report(outcomes: Outcome[], wallMs: number) {
  const paid = endedIn('paid', outcomes).length
  console.log(`  buyers   ${countOf(outcomes.map(({ ending }) => ending))}`)
  console.log(`  answers  ${countOf(outcomes.flatMap(({ answers }) => answers))}`)
  console.log(
    `  wall     ${(wallMs / 1_000).toFixed(2)} s, ${((paid / wallMs) * 1_000).toFixed(0)} completed paths a second`,
  )
  console.log(`  path     ${percentilesOf(outcomes.map(({ ms }) => ms))}`)
}
