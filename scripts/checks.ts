import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallBrowser } from './browser.ts'
import { build, isBuilt } from './build.ts'
import { browserReport, inOwnFolder, run, type RunOptions, TaskFailed } from './steps.ts'

type Step = { name: string; work: (how: RunOptions) => Promise<boolean> }

/** Steps in order. All of them run even if one fails, so that one run shows every problem. */
type Lane = Step[]

const unitReport = 'test-results/unit.json'

const countedSteps = { unit: 'Unit tests', browser: 'Journeys' } as const

const sourceSteps: Lane = [
  {
    name: 'Types',
    work: async (how) => (await run('react-router', ['typegen'], how)) && (await run('tsc', [], how)),
  },
  { name: 'Lint', work: (how) => run('oxlint', [], how) },
  { name: 'Format', work: (how) => run('biome', ['format'], how) },
  { name: 'Unused code', work: (how) => run('knip', [], how) },
]

const journeysNeeds: Lane = [
  { name: 'Build', work: () => succeeds(async () => isBuilt() || build({ quiet: true })) },
  { name: 'Browser', work: () => succeeds(findOrInstallBrowser) },
]

function unitTests(filters: string[] = []): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  return { name: countedSteps.unit, work: (how) => run('vitest', ['run', ...reporters, ...filters], how) }
}

function journeys(args: string[] = []): Step {
  return { name: countedSteps.browser, work: () => succeeds(() => runJourneys(args)) }
}

export function check(filters: string[]): Promise<void> {
  return verify([[unitTests(filters)], sourceSteps])
}

/** Everything. The journeys' prerequisites run beside the unit tests, which often wait for the database. */
export function test(): Promise<void> {
  return verify([[unitTests()], [...sourceSteps, ...journeysNeeds]], [[journeys()]])
}

export function e2e(args: string[]): Promise<void> {
  return verify([[...journeysNeeds, journeys(args)]])
}

async function verify(...stages: Lane[][]) {
  // Those of an earlier run must not be counted when a runner writes none.
  for (const file of [unitReport, browserReport]) rmSync(file, { force: true })
  const done: Done[] = []
  for (const lanes of stages) {
    // The first lane's output is shown; of the others only that of failures, because mixed output is unreadable.
    const outcomes = await Promise.all(lanes.map((lane, at) => runLane(lane, { quiet: at > 0 })))
    done.push(...outcomes.flat())
  }
  const reports = readReports()
  const failedSteps = done.flatMap(({ name, isWell }) => (isWell ? [] : [name]))
  const { passed, failed } = countTests(reports, failedSteps)
  const failures = listFailures(reports)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  const timings = done.map(
    ({ name, seconds, isWell }) => `${isWell ? '✓' : '✗'} ${name} ${seconds.toFixed(1)} s`,
  )
  console.log(`\n${timings.join('\n')}\n`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
}

type Done = { name: string; seconds: number; isWell: boolean }

async function runLane(lane: Lane, how: RunOptions): Promise<Done[]> {
  const done: Done[] = []
  for (const { name, work } of lane) {
    console.log(`\n— ${name}`)
    const startedAt = performance.now()
    const isWell = await work(how)
    done.push({ name, isWell, seconds: (performance.now() - startedAt) / 1_000 })
  }
  return done
}

async function runJourneys(args: string[]) {
  if (!isBuilt()) throw new TaskFailed('There is no built shop to walk through.')
  const CHROMIUM_PATH = await findOrInstallBrowser()
  await inOwnFolder('e2e', async (env) => {
    const pictures = join(env.E2E_DATA_DIR ?? '', 'art')
    copyPictures(drawnPictures, pictures)
    const isPassed = await run('playwright', ['test', ...args], { env: { ...env, CHROMIUM_PATH } })
    copyPictures(pictures, drawnPictures)
    if (!isPassed) throw new TaskFailed('Not every journey went well.')
  })
}

/** The pictures that earlier runs have drawn, which takes a core a minute: they are named after what they are drawn from. */
const drawnPictures = 'node_modules/.cache/pictures'

function copyPictures(from: string, to: string) {
  if (existsSync(from)) cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith('.draft') })
}

async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error
    console.error(error.message)
    return false
  }
}

/** What we read of the reports of both runners. One is missing when its runner was not started, or crashed before writing it. */
type Reports = {
  unit?: {
    numPassedTests: number
    numFailedTests: number
    testResults?: {
      name: string
      assertionResults?: { fullName: string; status: string; failureMessages?: string[] }[]
    }[]
  }
  browser?: {
    stats: { expected: number; unexpected: number; flaky: number }
    suites?: Suite[]
  }
}
type Suite = { specs: Journey[]; suites?: Suite[] }
type Journey = {
  title: string
  file: string
  tests: { status?: string; results: { error?: { message?: string } }[] }[]
}

function readReports(): Reports {
  const read = (file: string) =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined
  return { unit: read(unitReport), browser: read(browserReport) } as Reports
}

/** A step that failed without a failed test counts as one failure, so that the result is never "0 failed" when something is wrong. */
export function countTests(
  { unit, browser }: Reports,
  failedSteps: string[],
): { passed: number; failed: number } {
  const failedUnits = unit?.numFailedTests ?? 0
  // A journey that passed only on a retry counts as failed.
  const failedJourneys = (browser?.stats.unexpected ?? 0) + (browser?.stats.flaky ?? 0)
  const explained = [failedUnits && countedSteps.unit, failedJourneys && countedSteps.browser]
  return {
    passed: (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0),
    failed:
      failedUnits + failedJourneys + failedSteps.filter((name) => !explained.includes(name as never)).length,
  }
}

/** What failed with the first lines of why: the last thing printed, for who sees only the end of a long output. */
export function listFailures({ unit, browser }: Reports): string[] {
  const units = (unit?.testResults ?? []).flatMap(({ name, assertionResults = [] }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((one) => failure(relative(process.cwd(), name), one.fullName, one.failureMessages?.[0])),
  )
  const walked = journeysIn(browser?.suites ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        failure(`e2e/${file}`, title, results.find(({ error }) => error)?.error?.message),
      ),
  )
  return [...units, ...walked]
}

function failure(file: string, title: string, why = '') {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, 12)
  return [`${file}: ${title}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

function journeysIn(suites: readonly Suite[]): Journey[] {
  return suites.flatMap((suite) => [...suite.specs, ...journeysIn(suite.suites ?? [])])
}
