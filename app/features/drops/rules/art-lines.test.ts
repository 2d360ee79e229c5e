import { expect, test } from 'vitest'
import { drawGeometry } from '#app/art/drop-art.ts'
import { dropThemes } from '../rules.ts'
import { artSubject, closedMoment } from './art.ts'

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
