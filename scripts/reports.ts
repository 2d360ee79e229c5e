// Adds up the reports of the test runners.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'

/** Where vitest writes its report. */
export const unitReport = 'test-results/unit.json'

/** Where Playwright writes its report. */
export const browserReport = 'test-results/browser.json'

const unitSchema = z.object({ numPassedTests: z.int(), numFailedTests: z.int() })
const browserSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
})

/** The reports of one run. One is missing when its runner was not started, or crashed before writing it. */
export type Reports = {
  unit?: z.infer<typeof unitSchema> | undefined
  browser?: z.infer<typeof browserSchema> | undefined
}

/** The steps whose tests are counted. */
export const countedSteps = { unit: 'Unit tests', browser: 'Journeys' } as const

/** Removes the reports of an earlier run, so that they are not counted when a runner writes none. */
export function forgetReports() {
  for (const file of [unitReport, browserReport]) rmSync(file, { force: true })
}

/** Reads the reports of this run. */
export function readReports(): Reports {
  return { unit: read(unitReport, unitSchema), browser: read(browserReport, browserSchema) }
}

/**
 * Adds up the tests. A step that failed without a failed test (types, lint, a build, an unreadable test file) counts as
 * one failure, so that the result is never "0 failed" when something is wrong.
 */
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

function read<Report>(file: string, schema: z.ZodType<Report>): Report | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
