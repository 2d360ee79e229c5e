import { expect, test } from 'vitest'
import { expectedPeriod } from './expected-period.ts'

const now = new Date('2026-11-20T12:00:00Z')

test.each([
  ['Q4 2024', null],
  ['2025', null],
  ['Q3 2026', null],
  ['Q4 2026', 'Q4 2026'],
  ['2026', '2026'],
  ['Early 2027', 'Early 2027'],
  ['Dec 15', 'Dec 15'],
  ['', ''],
  [null, null],
])('%s is read by visitors as %s', (text, read) => {
  expect(expectedPeriod(text, now)).toBe(read)
})
