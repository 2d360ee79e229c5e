import { expect, test } from 'vitest'
import { countTests, listFailures } from './checks.ts'
import { readFileSync } from 'node:fs'

const unit = { numPassedTests: 120, numFailedTests: 0 }
const browser = { stats: { expected: 30, unexpected: 0, flaky: 0 } }

test('passed tests of both runners are added up', () => {
  expect(countTests({ unit, browser }, [])).toEqual({ passed: 150, failed: 0 })
})

test('a failed test is counted once, though its step failed too', () => {
  expect(countTests({ unit: { numPassedTests: 118, numFailedTests: 2 }, browser }, ['Unit tests'])).toEqual({
    passed: 148,
    failed: 2,
  })
})

test('a step that failed without a failed test counts as one failure', () => {
  expect(countTests({ unit, browser }, ['Types', 'Lint'])).toEqual({ passed: 150, failed: 2 })
})

test('a runner that wrote no report counts as one failure', () => {
  expect(countTests({ unit }, ['Journeys'])).toEqual({ passed: 120, failed: 1 })
})

test('a journey that passed only on a retry is a failure', () => {
  const shaky = { stats: { expected: 29, unexpected: 0, flaky: 1 } }
  expect(countTests({ unit, browser: shaky }, [])).toEqual({ passed: 149, failed: 1 })
})

test('what failed is named with the first lines of why', () => {
  const file = {
    name: `${process.cwd()}/app/money.test.ts`,
    assertionResults: [
      { fullName: 'cents add up', status: 'passed', failureMessages: [] },
      {
        fullName: 'cents are whole',
        status: 'failed',
        failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\nat money'],
      },
    ],
  }
  const tests = [
    {
      status: 'unexpected',
      results: [{ error: { message: 'no button' } }],
    },
    { status: 'expected', results: [{}] },
  ]
  const suites = [{ specs: [{ title: 'a sale', file: 'sale.spec.ts', tests }] }]
  expect(listFailures({ unit: { ...unit, testResults: [file] }, browser: { ...browser, suites } })).toEqual([
    'app/money.test.ts: cents are whole\n    expected 1 to be 2\n    at money',
    'e2e/sale.spec.ts: a sale\n    no button',
  ])
})

type Entry = { version: string; dev?: boolean; integrity?: string }

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
const packages = Object.entries(lock.packages).filter(([place]) => place !== '')

test('every package that a server installs has an integrity hash in the lock', () => {
  const open = packages.filter(([, { dev, integrity }]) => !dev && !integrity?.startsWith('sha512-'))
  expect(open.map(([place]) => place)).toEqual([])
  expect(packages.filter(([, { dev }]) => !dev).length).toBeGreaterThan(20)
})
