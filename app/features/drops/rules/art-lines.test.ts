import { expect, test } from 'vitest'
import { drawGeometry } from '#app/art/drop-art.ts'
import { dropThemes, type UnitState } from '../rules.ts'
import { artLines, closedMoment, artSubject, lineOf, maxSharedLines, unitsPerLine } from './art.ts'

const run = (total: number): UnitState[] => Array.from({ length: total }, () => 'open')

test.each([1, 60, 199, 200])('a run of %d units has a line for each', (total) => {
  expect(unitsPerLine(total)).toBe(1)
  expect(artLines(run(total))).toHaveLength(total)
  expect(lineOf(total, total)).toBe(total)
})

test.each([201, 399, 401, 777, 1_000])(
  'the drawing of %d units has as many lines as states, and no more than it bears',
  (total) => {
    const { total: lines } = artSubject({
      slug: 's',
      theme: 'noir',
      dropNumber: 1,
      totalUnits: total,
      artSeed: '',
    })
    expect(artLines(run(total))).toHaveLength(lines)
    expect(lines).toBeLessThanOrEqual(maxSharedLines)
    expect(lineOf(1, total)).toBe(1)
    expect(lineOf(total, total)).toBe(lines)
  },
)

test('a shared line is lit while any of its units is open, dashed while one is held, faded when all are taken', () => {
  const units = run(1_000)
  expect(unitsPerLine(1_000)).toBe(10)
  units.fill('taken', 0, 30)
  units[9] = 'open'
  units[19] = 'held'
  expect(artLines(units).slice(0, 4)).toEqual(['open', 'held', 'taken', 'open'])
  expect([lineOf(10, 1_000), lineOf(11, 1_000)]).toEqual([1, 2])
})

test.each(dropThemes)(
  'the number of a drop is part of its artwork where %s draws it, and nowhere else',
  (theme) => {
    const facts = { slug: 's', theme, totalUnits: 3, artSeed: '' }
    const [four, five] = [4, 5].map((dropNumber) => artSubject({ ...facts, dropNumber }))
    const [drawnFour, drawnFive] = [4, 5].map((dropNumber) =>
      drawGeometry({ slug: 's', theme, total: 3, dropNumber }, 'card'),
    )
    const isDrawn = JSON.stringify(drawnFour) !== JSON.stringify(drawnFive)
    expect([four?.dropNumber, five?.dropNumber]).toEqual(isDrawn ? [4, 5] : [0, 0])
  },
)

const [launch, last, end] = ['2026-11-01', '2026-11-02', '2026-11-09'].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
]

test.each([
  ['live', launch, null],
  ['coming_soon', null, null],
  ['sold_out', last, last],
  ['archived', last, last],
  ['archived', null, end],
] as const)(
  'a run that is %s ended when its last number went, else with its window',
  (status, soldOutAt, closed) => {
    expect(closedMoment({ status, soldOutAt, endDate: end })).toEqual(closed)
  },
)
