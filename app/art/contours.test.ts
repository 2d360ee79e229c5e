import { expect, test } from 'vitest'
import { traceContours } from './contours.ts'
import { heightRange, interpolateHeight, sampleHeights } from './terrain.ts'

const window = { x: 0, y: 0, width: 100, height: 100 }
const cone = sampleHeights((x, y) => 50 - Math.hypot(x - 50, y - 50), window, 4)

test('a line around a cone is one closed circle at its radius', () => {
  const contours = traceContours(cone, 20)
  expect(contours).toHaveLength(1)
  expect(contours[0]?.closed).toBe(true)
  for (const [x, y] of contours[0]?.points ?? []) expect(Math.hypot(x - 50, y - 50)).toBeCloseTo(30, 0)
})

test('a line that leaves the window stays open and ends on its border', () => {
  const slope = sampleHeights((x) => x, window, 4)
  const [contour, ...others] = traceContours(slope, 41)
  expect(others).toEqual([])
  expect(contour?.closed).toBe(false)
  const ends = [contour?.points[0], contour?.points.at(-1)].map((point) => point?.[1])
  expect(new Set(ends)).toEqual(new Set([0, 100]))
})

test('two summits give two lines, the longer one first', () => {
  const twins = sampleHeights(
    (x, y) => Math.max(30 - Math.hypot(x - 30, y - 50), 20 - Math.hypot(x - 75, y - 50)),
    window,
    4,
  )
  const lengths = traceContours(twins, 8).map(({ points }) => points.length)
  expect(lengths).toHaveLength(2)
  expect(lengths[0]).toBeGreaterThan(lengths[1] ?? 0)
})

test('the range knows the summit, and heights between the crossings are interpolated', () => {
  expect(heightRange(cone).summit).toEqual([48, 48])
  expect(heightRange(cone, { x: 0, y: 0, width: 20, height: 20 }).high).toBeLessThan(10)
  expect(interpolateHeight(cone, 30, 50)).toBeCloseTo(30, 0)
})
