// npm run bench -- visit [page ...] [--url address] [--runs n] [--slowdown n]: the shop on a slow phone and on a laptop, touched
// right after its first paint and later. docs/performance.md describes the method and the results.
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findOrInstallBrowser } from '../scripts/browser.ts'
import { type Moment, type Touch, touch } from './lib/first-touch.ts'
import { machineSpeed } from './lib/machine-speed.ts'
import { medianFigures } from './lib/page-figures.ts'
import { type RestFigures, watchAtRest } from './lib/page-at-rest.ts'
import { type Phone, usualSlowdown } from './lib/phone.ts'
import { startShop } from './lib/shop-process.ts'
import { type Control, menu, type VisitedPage, visitedPages } from './lib/visit-pages.ts'

/** Seconds after the first paint. */
const moments = [0.1, 0.8]
const restRuns = 3

const maxTouchMs = 100
/** The builder's sheet brings React. */
const scriptLimitKb = ({ name }: VisitedPage) => (name === 'builder' ? 100 : 10)
const maxRest = {
  words: { aliveMs: 2_500, largestPaintMs: 1_500 },
  tool: { aliveMs: 3_000, largestPaintMs: 1_800 },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    runs: { type: 'string', default: '1' },
    slowdown: { type: 'string', default: String(usualSlowdown) },
  },
})
const pages = visitedPages.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const shop = values.url ? undefined : await startShop({ env: { RATE_LIMITS: 'off' } })
const address = values.url ?? shop?.url ?? ''
const browser = await chromium.launch({
  executablePath: await findOrInstallBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const phone = { browser, slowdown: Number(values.slowdown) }
const laptop = { ...phone, isLaptop: true }
try {
  await shop?.rest()
  const broken: string[] = []
  const index = await machineSpeed(browser)
  console.log(
    `Benchmark index ${index.toFixed(0)}, slowed down ${values.slowdown} times: ${(index / phone.slowdown).toFixed(0)}\n`,
  )
  for (const on of [phone, laptop]) {
    console.log(
      `| ${on === phone ? 'slow phone' : 'laptop'} | control | long alive | 0.1 s | 0.8 s |\n|---|---|---|---|---|`,
    )
    for (const page of pages)
      for (const control of page.controls)
        if (on === phone || control.name !== menu.name)
          broken.push(...(await measureControl(on, page, control)))
  }
  console.log(
    '\n| page | largest paint | blocking | longest task | alive | script |\n|---|---|---|---|---|---|',
  )
  for (const page of pages) broken.push(...(await measureRest(phone, page)))
  console.log(
    broken.length ? `\nOut of bounds:\n${broken.map((line) => `- ${line}`).join('\n')}` : '\nWithin bounds.',
  )
  process.exitCode = broken.length ? 1 : 0
} finally {
  await browser.close()
  await shop?.stop()
}

/** Prints the row of a control. Returns what is out of bounds. */
async function measureControl(on: Phone, page: VisitedPage, control: Control): Promise<string[]> {
  const touches = (moment: Moment) => repeatTouch(on, address + page.path, control, moment)
  const reference = await touches('long alive')
  const cells = [inMs(reference.ms)]
  const broken = Number.isNaN(reference.ms)
    ? [`${page.name}, ${control.name}: no result on a page long alive (${reference.result})`]
    : []
  for (const moment of moments) {
    const { result, ms } = await touches(moment)
    const isSame = result === reference.result
    cells.push(isSame ? inMs(ms) : `${inMs(ms)} other`)
    const place = `${page.name}, ${control.name} at ${moment} s`
    if (!isSame) broken.push(`${place}: "${result}" instead of "${reference.result}"`)
    if (control.isInstant && !(ms <= maxTouchMs)) broken.push(`${place}: ${inMs(ms)} until its result`)
  }
  console.log(`| ${page.name} | ${control.name} | ${cells.join(' | ')} |`)
  return broken
}

/** The median touch; one with a different result is never hidden by the others. */
async function repeatTouch(on: Phone, url: string, control: Control, moment: Moment): Promise<Touch> {
  const touches: Touch[] = []
  for (let run = 0; run < Number(values.runs); run++) touches.push(await touch(on, url, control, moment))
  const results = new Set(touches.map(({ result }) => result))
  return { ...medianFigures(touches.map(({ ms }) => ({ ms }))), result: [...results].join(' or ') }
}

async function measureRest(on: Phone, page: VisitedPage): Promise<string[]> {
  const runs: RestFigures[] = []
  for (let run = 0; run < restRuns; run++) runs.push(await watchAtRest(on, address + page.path))
  const figures = medianFigures(runs)
  const { largestPaintMs, blockingMs, longestTaskMs, aliveMs, scriptKb } = figures
  const times = [largestPaintMs, blockingMs, longestTaskMs, aliveMs].map(inMs)
  console.log(`| ${page.name} | ${times.join(' | ')} | ${scriptKb.toFixed(1)} kB |`)
  const bounds = maxRest[page.kind]
  return [
    ...(figures.aliveMs <= bounds.aliveMs ? [] : [`${page.name}: alive after ${inMs(aliveMs)}`]),
    ...(figures.largestPaintMs <= bounds.largestPaintMs
      ? []
      : [`${page.name}: largest paint after ${inMs(largestPaintMs)}`]),
    ...(scriptKb <= scriptLimitKb(page) ? [] : [`${page.name}: ${scriptKb.toFixed(0)} kB of script`]),
  ]
}

function inMs(ms: number): string {
  if (Number.isNaN(ms)) return 'nothing'
  return Number.isFinite(ms) ? `${Math.round(ms)} ms` : 'over 10 s'
}
