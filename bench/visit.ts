// npm run bench -- visit [page ...] [--url address] [--runs n] [--slowdown n]: the shop on a slow phone and on a laptop, touched
// right after its first paint and later. docs/performance.md describes the method and the results.
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import { findOrInstallBrowser } from '../scripts/browser.ts'
import { type Moment, type Touch, touch } from './lib/first-touch.ts'
import { medianFigures } from './lib/page-figures.ts'
import { onPhone, type Phone, usualSlowdown } from './lib/phone.ts'
import { startShop } from './lib/shop-process.ts'
import { type Control, menu, type VisitedPage, visitedPages } from './lib/visit-pages.ts'

/** Seconds after the first paint. */
const moments = [0.1, 0.8]
const restRuns = 3
/** How long a page without input is observed. */
const watchedMs = 10_000
const longTaskMs = 50

const maxTouchMs = 100
/** The builder's sheet brings React. */
const scriptLimitKb = ({ name }: VisitedPage) => (name === 'builder' ? 100 : 10)
const maxRestOf = ({ isTool }: VisitedPage) =>
  isTool ? { aliveMs: 3_000, largestPaintMs: 1_800 } : { aliveMs: 2_500, largestPaintMs: 1_500 }

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
  const blank = await browser.newPage()
  const index = await blank.evaluate(pageFunctions.computeBenchmarkIndex)
  await blank.close()
  console.log(
    `Benchmark index ${index.toFixed(0)}, slowed down ${values.slowdown} times: ${(index / phone.slowdown).toFixed(0)}\n`,
  )
  for (const on of [phone, laptop]) {
    console.log(
      `| ${on === phone ? 'slow phone' : 'laptop'} | control | long alive | 0.1 s | 0.8 s |\n|---|---|---|---|---|`,
    )
    for (const page of pages)
      for (const control of on === phone ? [menu, ...page.controls] : page.controls)
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
  const touches = await timesOver(Number(values.runs), () => touch(on, url, control, moment))
  const results = new Set(touches.map(({ result }) => result))
  return { ...medianFigures(touches.map(({ ms }) => ({ ms }))), result: [...results].join(' or ') }
}

/** Opens a page and observes it without input. Prints its row; returns what is out of bounds. */
async function measureRest(on: Phone, page: VisitedPage): Promise<string[]> {
  const runs = await timesOver(restRuns, () => watchAtRest(on, address + page.path))
  const { largestPaintMs, blockingMs, longestTaskMs, aliveMs, scriptKb } = medianFigures(runs)
  const times = [largestPaintMs, blockingMs, longestTaskMs, aliveMs].map(inMs)
  console.log(`| ${page.name} | ${times.join(' | ')} | ${scriptKb.toFixed(1)} kB |`)
  const max = maxRestOf(page)
  const broken: string[] = []
  if (!(aliveMs <= max.aliveMs)) broken.push(`${page.name}: alive after ${inMs(aliveMs)}`)
  if (!(largestPaintMs <= max.largestPaintMs))
    broken.push(`${page.name}: largest paint after ${inMs(largestPaintMs)}`)
  if (!(scriptKb <= scriptLimitKb(page))) broken.push(`${page.name}: ${scriptKb.toFixed(0)} kB of script`)
  return broken
}

/** Times from the start of the navigation; a page not alive by the end has `Infinity`. `blockingMs` is what long tasks take beyond 50 ms each. */
function watchAtRest(on: Phone, url: string) {
  return onPhone(on, url, 'html', async ({ first, sightings, scriptKb }) => {
    const { at: startedAt } = await first('start')
    await first('first paint')
    await sleep(startedAt + watchedMs - Date.now())
    const tasks = sightings.flatMap((sighting) => (sighting.kind === 'long task' ? [sighting.ms] : []))
    const paints = sightings.flatMap((sighting) => (sighting.kind === 'largest paint' ? [sighting.ms] : []))
    const alive = sightings.find(({ kind }) => kind === 'alive')
    return {
      largestPaintMs: paints.at(-1) ?? Number.NaN,
      blockingMs: tasks.reduce((sum, ms) => sum + Math.max(0, ms - longTaskMs), 0),
      longestTaskMs: Math.max(0, ...tasks),
      aliveMs: alive ? alive.at - startedAt : Number.POSITIVE_INFINITY,
      scriptKb: scriptKb(),
    }
  })
}

async function timesOver<Result>(runs: number, measure: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let run = 0; run < runs; run++) results.push(await measure())
  return results
}

function inMs(ms: number): string {
  if (Number.isNaN(ms)) return 'nothing'
  return Number.isFinite(ms) ? `${Math.round(ms)} ms` : 'over 10 s'
}
