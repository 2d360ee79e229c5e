import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'

export const unitReport = 'test-results/unit.json'

export const browserReport = 'test-results/browser.json'

const unitSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })).optional(),
})
const journeySchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ projectName: z.string(), results: z.array(z.object({ duration: z.number() })) })),
})
type Suite = { specs: z.infer<typeof journeySchema>[]; suites?: Suite[] | undefined }
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(journeySchema), suites: z.array(suiteSchema).optional() }),
)
const browserSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  suites: z.array(suiteSchema).optional(),
})

/** The reports of one run. One is missing when its runner was not started, or crashed before writing it. */
export type Reports = {
  unit?: z.infer<typeof unitSchema> | undefined
  browser?: z.infer<typeof browserSchema> | undefined
}

export const countedSteps = { unit: 'Unit tests', browser: 'Journeys' } as const

/** Removes the reports of an earlier run, so that they are not counted when a runner writes none. */
export function forgetReports() {
  for (const file of [unitReport, browserReport]) rmSync(file, { force: true })
}

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

export function listSlowest({ unit, browser }: Reports, count: number): string[] {
  const files = (unit?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    ms: endTime - startTime,
    what: relative(process.cwd(), name),
  }))
  const journeys = journeysIn(browser?.suites ?? []).flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, results }) => ({
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      what: `e2e/${file}, ${projectName}: ${title}`,
    })),
  )
  return [...files, ...journeys]
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ ms, what }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${what}`)
}

function journeysIn(suites: readonly Suite[]): Suite['specs'] {
  return suites.flatMap((suite) => [...suite.specs, ...journeysIn(suite.suites ?? [])])
}

function read<Report>(file: string, schema: z.ZodType<Report>): Report | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
