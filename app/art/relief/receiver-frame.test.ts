import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markCuts, numberCut, numberFrame, unitText } from './receiver-frame.ts'
import { boundsOf } from './solids.ts'

const platforms = ['ar15', 'ar9', 'scorpion'] as const
const flats = {
  ar15: [
    [-1.36, 1.5],
    [-1.42, 2.76],
    [-3.74, 2.76],
    [-3.74, 1.1],
    [-2.2, 1.1],
  ],
  ar9: [
    [-1.46, 1.34],
    [-1.94, 2.5],
    [-3.72, 2.5],
    [-3.72, 1.34],
  ],
  scorpion: [
    [-1.34, 1.36],
    [-1.66, 2.46],
    [-3.3, 2.54],
    [-3.3, 1.36],
  ],
} as const

const names = ['A', 'Guerrilla Vol. 1', 'Do Not Fold, Spindle or Engrave', 'W'.repeat(60)]

test.each(platforms)(
  'every number up to the largest run, and every count, fits the flat of the %s',
  (platform) => {
    const number = fc.integer({ min: 1, max: 1_000 })
    const fits = (text: string) => pointsOffFlat(platform, numberCut(platform, text)).length === 0
    const found = fc.check(
      fc.property(number, number, (a, b) => fits(unitText(a)) && fits(`${Math.min(a, b)}/${Math.max(a, b)}`)),
    )
    expect(found.counterexample).toBeNull()
  },
)

test.each(platforms)('the maker and any name of a drop fit the flat of the %s', (platform) => {
  for (const dropName of names)
    for (const cut of markCuts(platform, { dropName, total: 1_000 }))
      expect(pointsOffFlat(platform, cut), dropName).toEqual([])
})

test.each(platforms)('a number leaves the lines above and below it alone on the %s', (platform) => {
  const { y, height } = numberFrame(platform)
  for (const cut of markCuts(platform, { dropName: 'Guerrilla Vol. 1', total: 50 })) {
    const line = boundsOf(cut.d)
    const isApart = line.top + line.height + cut.width / 2 <= y || line.top - cut.width / 2 >= y + height
    expect(isApart, `${line.top}`).toBe(true)
  }
})

/** Where the tool leaves the flat. A text without strokes would be no cut at all. */
function pointsOffFlat(platform: (typeof platforms)[number], cut: { d: string; width: number }) {
  const reach = cut.width / 2
  const points = pointsOf(cut.d).flatMap(([x, y]): [number, number][] => [
    [x + reach, y],
    [x - reach, y],
    [x, y + reach],
    [x, y - reach],
  ])
  return points.length === 0
    ? ['nothing is cut']
    : points.filter((point) => !isInside(point, flats[platform]))
}

function pointsOf(d: string): [number, number][] {
  return [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
}

function isInside([x, y]: readonly [number, number], polygon: readonly (readonly [number, number])[]) {
  const sides = polygon.map(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length] ?? [0, 0]
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}
