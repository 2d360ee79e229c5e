import { expect, test } from 'vitest'
import { barOf, boardSheet, daysFrom, inBoardOrder, medianShare, rowsPerPage, slipsPerCell } from './rules.ts'

test('a bar is as long as the median’s tick at the median, and long beyond one and a half of it', () => {
  expect(barOf(10, 10)).toEqual({ barShare: medianShare, isLong: false })
  expect(barOf(15, 10).isLong).toBe(false)
  expect(barOf(16, 10).isLong).toBe(true)
  expect(barOf(400, 10).barShare).toBe(100)
  expect(barOf(1, 0)).toEqual({ barShare: medianShare, isLong: false })
  expect(barOf(400, null)).toEqual({ barShare: 0, isLong: false })
})

test('days are counted by the calendar, never below zero', () => {
  expect(daysFrom('2026-10-31', '2026-11-02')).toBe(2)
  expect(daysFrom('2026-11-03', '2026-11-02')).toBe(0)
})

const row = (name: string, slips: readonly object[]) => ({
  dealerKey: null,
  name,
  place: '',
  licenseEnds: null,
  missing: [],
  slips: slips as never[],
})

test('the busiest dealer is first, and what has no dealer is last', () => {
  const rows = [
    row(
      '',
      Array.from({ length: 9 }, () => ({})),
    ),
    row('B', [{}]),
    row('A', [{}]),
    row('C', [{}, {}]),
  ]
  expect(inBoardOrder(rows).map(({ name }) => name)).toEqual(['C', 'A', 'B', ''])
})

test('a cell shows what is there for the longest time, and counts the rest; all pages have the whole count', () => {
  const slips = Array.from({ length: slipsPerCell + 2 }, (_, days) => ({
    stage: 'built',
    days,
    isLong: days < 3,
  }))
  const rows = [
    row('A', slips),
    ...Array.from({ length: rowsPerPage }, (_, at) => row(`B${at}`, slips.slice(0, 1))),
  ]
  const first = boardSheet(rows, 1)
  const cell = first.rows[0]?.cells.find(({ stage }) => stage === 'built')
  expect(cell?.slips.map(({ days }) => days)).toEqual(
    slips
      .map(({ days }) => days)
      .toReversed()
      .slice(0, slipsPerCell),
  )
  expect(cell?.more).toBe(2)
  expect(first.rows[1]?.cells.map(({ slips: shown, more }) => shown.length + more)).toContain(1)
  expect([first.rows.length, first.page, first.pages]).toEqual([rowsPerPage, 1, 2])

  const second = boardSheet(rows, 2)
  expect(second.rows.map(({ name }) => name)).toEqual([`B${rowsPerPage - 1}`])
  const all = slips.length + rowsPerPage
  for (const { open, long, counts } of [first, second])
    expect([open, long, counts]).toEqual([
      all,
      3 + rowsPerPage,
      expect.objectContaining({ built: all, agreed: 0 }),
    ])
})

test('a page that is no page of the board is the nearest one', () => {
  const wanted = (page: number) => boardSheet([row('A', [])], page).page
  expect([0, -3, 7, 1.5, Number.NaN].map(wanted)).toEqual([1, 1, 1, 1, 1])
})
