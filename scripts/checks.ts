import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallBrowser } from './browser.ts'
import { build, isBuilt } from './build.ts'
import { countedSteps, countTests, forgetReports, listFailures, readReports, unitReport } from './reports.ts'
import {
  formatOutcome,
  inOwnFolder,
  type Lane,
  type Outcome,
  run,
  runLanes,
  type Step,
  TaskFailed,
  together,
} from './steps.ts'

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
  forgetReports()
  const outcomes: Outcome[] = []
  for (const lanes of stages) outcomes.push(await runLanes(lanes))
  const outcome = together(outcomes)
  const reports = readReports()
  const { passed, failed } = countTests(reports, outcome.failed)
  const failures = listFailures(reports)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  console.log(`\n${formatOutcome(outcome)}\n`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
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
