// What has to hold before a change goes in, as steps, and the verdict over them.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallBrowser } from './browser.ts'
import { build, isBuilt } from './build.ts'
import { findBreaches } from './check-rooms.ts'
import { countedSteps, countTests, forgetReports, readReports, unitReport } from './reports.ts'
import { formatOutcome, run, runSteps, type Step, TaskFailed } from './steps.ts'

/** Everything that needs no browser. `filters` narrow the unit tests to paths that contain one of them. */
export function quickSteps(filters: string[] = []): Step[] {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  return [
    { name: 'Types', work: async () => (await run('react-router', ['typegen'])) && (await run('tsc', [])) },
    { name: 'Lint', work: () => run('oxlint', []) },
    { name: 'Format', work: () => run('biome', ['format']) },
    { name: 'Rooms', work: async () => tellBreaches(findBreaches('.')) },
    { name: countedSteps.unit, work: () => run('vitest', ['run', ...reporters, ...filters]) },
  ]
}

/** The journeys through the built shop, on a desktop and on a phone. `args` go to Playwright as they are. */
export function browserSteps(args: string[] = []): Step[] {
  return [
    { name: 'Build', work: () => succeeds(async () => isBuilt() || build({ quiet: true })) },
    { name: 'Browser', work: () => succeeds(findOrInstallBrowser) },
    { name: countedSteps.browser, work: () => succeeds(() => runJourneys(args)) },
  ]
}

/** Runs the steps and tells how they went. The very last line counts the tests; the exit code says the same. */
export async function verify(steps: Step[]) {
  forgetReports()
  const outcome = await runSteps(steps)
  const { passed, failed } = countTests(readReports(), outcome.failed)
  console.log(`\n${formatOutcome(outcome)}\n`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
}

function tellBreaches(breaches: string[]): boolean {
  console.log(breaches.length ? breaches.join('\n') : 'The rooms are in order.')
  return breaches.length === 0
}

/** Each run has a shop of its own: a new data folder, gone when the run is over. */
async function runJourneys(args: string[]) {
  if (!isBuilt()) throw new TaskFailed('There is no built shop to walk through.')
  const dataDir = mkdtempSync(join(tmpdir(), 'paco-e2e-'))
  chmodSync(dataDir, 0o755) // as root, PostgreSQL runs under another account and has to pass through
  try {
    const env = { E2E_DATA_DIR: dataDir, CHROMIUM_PATH: await findOrInstallBrowser() }
    if (!(await run('playwright', ['test', ...args], { env })))
      throw new TaskFailed('Not every journey went well.')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Whether the work ended well. An expected failure is told in its sentence; anything else is a bug and goes on up. */
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
