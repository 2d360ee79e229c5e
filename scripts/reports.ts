import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export const unitReport = 'test-results/unit.json'

export const browserReport = 'test-results/browser.json'

const unitSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z
    .array(
      z.object({
        name: z.string(),
        assertionResults: z
          .array(
            z.object({
              fullName: z.string(),
              status: z.string(),
              failureMessages: z.array(z.string()).nullish(),
            }),
          )
          .optional(),
      }),
    )
    .optional(),
})
const journeySchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string().optional(),
      results: z.array(
        z.object({
          error: z.object({ message: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
})
type Suite = { specs: z.infer<typeof journeySchema>[]; suites?: Suite[] | undefined }
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(journeySchema), suites: z.array(suiteSchema).optional() }),
)
const browserSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  suites: z.array(suiteSchema).optional(),
})

/** One is missing when its runner was not started, or crashed before writing it. */
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

function journeysIn(suites: readonly Suite[]): Suite['specs'] {
  return suites.flatMap((suite) => [...suite.specs, ...journeysIn(suite.suites ?? [])])
}

function read<Report>(file: string, schema: z.ZodType<Report>): Report | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
