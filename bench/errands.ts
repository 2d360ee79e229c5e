// npm run bench -- errands: the ten errands of lib/errands.ts on a slow phone and on a laptop, with and without script: presses,
// fields, page loads, and the seconds that the shop takes. docs/performance.md describes the method and the results.
import { loadavg } from 'node:os'
import { type Browser, chromium } from '@playwright/test'
import { findOrInstallBrowser } from '../scripts/browser.ts'
import { laptopScreen, passGate, phoneScreen, slowDown } from './lib/phone.ts'
import { startShop } from './lib/shop-process.ts'

const ways = [
  { way: 'slow phone', isPhone: true, hasScript: true },
  { way: 'slow phone, no script', isPhone: true, hasScript: false },
  { way: 'laptop', isPhone: false, hasScript: true },
  { way: 'laptop, no script', isPhone: false, hasScript: false },
]

const waitLimitMs = 120_000

const shop = await startShop({ env: { RATE_LIMITS: 'off' } })
// The journeys find their shop by these, also in the steps that the errands share with them.
process.env.E2E_PORT = new URL(shop.url).port
process.env.E2E_DATA_DIR = shop.dataDir
const { errands, maxPressesOf } = await import('./lib/errands.ts')
const { openErrandShop } = await import('./lib/errand-shop.ts')
const { countEffort } = await import('./lib/errand-person.ts')
const browser = await chromium.launch({
  executablePath: await findOrInstallBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await shop.rest()
  let isWithin = true
  console.log(`| errand | ${ways.map(({ way }) => way).join(' | ')} |\n|---${'|---'.repeat(ways.length)}|`)
  const columns: string[][] = []
  for (const way of ways) columns.push(await doErrands(browser, way))
  for (const [row, { name }] of errands.entries())
    console.log(`| ${name} | ${columns.map((cells) => cells[row]).join(' | ')} |`)
  console.log(`\nEach: presses, fields, pages, seconds. Load average ${loadavg()[1]?.toFixed(1)}.`)
  process.exitCode = isWithin ? 0 : 1

  /** The cells of one way, from a visitor who has bought beforehand and comes with nothing cached. */
  async function doErrands(on: Browser, { isPhone, hasScript }: (typeof ways)[number]) {
    const bought = await before(on)
    const context = await on.newContext({
      ...(isPhone ? phoneScreen : laptopScreen),
      baseURL: shop.url,
      javaScriptEnabled: hasScript,
    })
    try {
      await passGate(context, shop.url)
      context.setDefaultTimeout(waitLimitMs)
      const page = await context.newPage()
      if (isPhone) await slowDown(await context.newCDPSession(page))
      const cells: string[] = []
      for (const errand of errands) {
        const effort = await countEffort(page, { hasScript, hasTouch: isPhone }, (person) =>
          errand.run(person, bought),
        )
        const isOver = effort.presses > maxPressesOf(errand, hasScript)
        isWithin &&= !isOver
        const { presses, fields, pages, seconds } = effort
        cells.push(`${presses}${isOver ? ' (too many)' : ''}, ${fields}, ${pages}, ${seconds.toFixed(1)} s`)
      }
      return cells
    } finally {
      await context.close()
    }
  }
} finally {
  await browser.close()
  await shop.stop()
}

/** What the visitor bought on an earlier day. */
async function before(on: Browser) {
  const context = await on.newContext({ ...laptopScreen, baseURL: shop.url })
  try {
    await passGate(context, shop.url)
    return await openErrandShop(await context.newPage())
  } finally {
    await context.close()
  }
}
