import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsv, formatCsvRows } from './csv.ts'

test('any written cell can be read back', () => {
  expect.hasAssertions()
  const cell = fc.string({ unit: 'grapheme' }).map((text) => `x${text}`)
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const read: unknown = parse(formatCsv(['A', 'B'], rows), { bom: true })
      expect(read).toEqual([['A', 'B'], ...rows])
    }),
    { numRuns: 100 },
  )
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '-1.00+1',
  '-1.00\n=1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '=HYPERLINK("http://x")',
])('a spreadsheet does not treat %j as a formula', (cell) => {
  const read = parse(formatCsv(['A'], [[cell]]), { bom: true })
  expect(read[1]).toEqual([`'${cell}`])
})

test('spreadsheets recognize the file as UTF-8', () => {
  expect(formatCsv(['Name'], [])).toBe('\uFEFF"Name"\r\n')
})

test('an amount below zero stays an amount', () => {
  expect(formatCsvRows([['-12.50', '12.50']])).toBe('"-12.50","12.50"\r\n')
})
