// npm run bench -- pages [/address ...]: every public page as a phone on a slow line meets it, three times each.
import { setTimeout as sleep } from 'node:timers/promises'
import { publicPaths } from '#app/features/pages/rules.ts'
import { type LifeFigures, measureLife } from './lib/life-figures.ts'
import { measurePage, medianFigures, type PageFigures, type PageRun } from './lib/page-figures.ts'
import { startShop } from './lib/shop-process.ts'
import { openVerifiedBrowser } from './lib/verified-browser.ts'

const runsPerPage = 3

/** The least a score may be, and the most a figure may be. */
const least = { performance: 99, accessibility: 100, bestPractices: 100, seo: 100 }
const most = { lcpMs: 1_500, tbtMs: 50, cls: 0, scriptKb: 110, lifeKb: 110 }

/** How a page is when it is looked at, and how it comes to life when its visitor moves. */
type Figures = PageFigures & LifeFigures

/** Pages that stand for many: one drop of each status, and a line. */
const examples = ['/drops/guerrilla-vol-1', '/drops/cyber-vol-1', '/drops/noir-vol-1', '/small-batch/outlaw']

const paths = process.argv.slice(2)
const pages = paths.length ? paths : [...publicPaths, ...examples].toSorted()

/** The home page's light is drawn as pixels when its drop has rested for a quarter of a minute: seconds of work, done once. */
const lightRestMs = 16_000

const shop = await startShop()
const browser = await openVerifiedBrowser(shop.url)
try {
  if (pages.includes('/')) {
    await measurePage(shop.url, browser.port)
    await sleep(lightRestMs)
  }
  console.log(
    `${'page'.padEnd(28)}perf a11y best  seo    LCP ms    TBT ms       CLS script kB | life kB  alive ms held up ms`,
  )
  let isWithin = true
  for (const page of pages) {
    // The first one has the artwork drawn; a visitor seldom is the first.
    await measurePage(shop.url + page, browser.port)
    await shop.rest()
    const runs: PageRun[] = []
    for (let run = 0; run < runsPerPage; run++) runs.push(await measurePage(shop.url + page, browser.port))
    const lives: LifeFigures[] = []
    for (let run = 0; run < runsPerPage; run++)
      lives.push(await browser.withPage((opened) => measureLife(shop.url + page, opened)))
    const figures = { ...medianFigures(runs.map((run) => run.figures)), ...medianFigures(lives) }
    const broken = brokenBounds(figures)
    isWithin &&= broken.length === 0
    console.log(lineOf(page, figures))
    if (broken.length === 0) continue
    console.log(`  beyond its bound: ${broken.join(', ')}`)
    for (const finding of new Set(runs.flatMap(({ findings }) => findings))) console.log(`  ${finding}`)
  }
  process.exitCode = isWithin ? 0 : 1
} finally {
  await browser.stop()
  await shop.stop()
}

function brokenBounds(figures: Figures): string[] {
  return [
    ...Object.entries(least).filter(([name, bound]) => !(figures[name as keyof typeof least] >= bound)),
    ...Object.entries(most).filter(
      ([name, bound]) => !(Number(figures[name as keyof typeof most].toFixed(3)) <= bound),
    ),
  ].map(([name]) => name)
}

function lineOf(page: string, { performance, accessibility, bestPractices, seo, ...rest }: Figures) {
  const scores = [performance, accessibility, bestPractices, seo].map((score) => String(score).padStart(4))
  const { lcpMs, tbtMs, cls, scriptKb, lifeKb, aliveMs, heldUpMs } = rest
  const seen = [lcpMs.toFixed(0), tbtMs.toFixed(0), cls.toFixed(3), scriptKb.toFixed(1)]
  const alive = [lifeKb.toFixed(1), aliveMs.toFixed(0), heldUpMs.toFixed(0)]
  const inColumns = (figures: string[]) => figures.map((figure) => figure.padStart(8)).join('  ')
  return `${page.padEnd(28)}${scores.join(' ')}  ${inColumns(seen)} | ${inColumns(alive)}`
}
