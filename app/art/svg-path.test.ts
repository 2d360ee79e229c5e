import { expect, test } from 'vitest'
import { distance, type Point, polylineLength, resamplePolyline, simplifyPolyline } from './polyline.ts'
import { curvePath, formatNumber, polylinePath } from './svg-path.ts'

test('numbers are written as short as they can be', () => {
  expect([0.5, -0.5, 12, 1.25, -0.04, 100.0].map((value) => formatNumber(value))).toEqual([
    '.5',
    '-.5',
    '12',
    '1.3',
    '0',
    '100',
  ])
})

test('a polyline is written in relative steps without needless separators', () => {
  expect(
    polylinePath([
      [1, 2],
      [1.5, 2.5],
      [0.5, 2.5],
    ]),
  ).toBe('M1 2l.5.5-1 0')
})

test('points that round to the same place are written once', () => {
  expect(
    polylinePath([
      [1, 1],
      [1.01, 1.01],
      [2, 1],
    ]),
  ).toBe('M1 1l1 0')
})

test('the control points a viewer mirrors never drift from the line, however long it is', () => {
  const spiral = Array.from({ length: 900 }, (_, i): Point => {
    const angle = i / 9
    return [400 + angle * 3 * Math.cos(angle), 400 + angle * 3 * Math.sin(angle)]
  })
  const controls = mirroredControls(curvePath(spiral))
  expect(controls).toHaveLength(spiral.length - 2)
  controls.forEach((control, i) => {
    expect(distance(control, spiral[i + 1] as Point)).toBeLessThan(0.2)
  })
})

test('a closed curve ends where it began', () => {
  const square: Point[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ]
  const path = curvePath(square, true)
  expect(path).toMatch(/^M0 5q.*z$/)
  const [sumX, sumY] = mirroredEnds(path)
  expect([sumX, sumY]).toEqual([0, 5])
})

test('resampling keeps both ends and spreads the points evenly', () => {
  const even = resamplePolyline(
    [
      [0, 0],
      [1, 0],
      [10, 0],
    ],
    2.5,
  )
  expect(even.map(([x]) => x)).toEqual([0, 2.5, 5, 7.5, 10])
  expect(polylineLength(even)).toBe(10)
})

test('simplifying removes only invisible points', () => {
  const line: Point[] = [
    [0, 0],
    [1, 0.05],
    [2, 0],
    [3, 4],
  ]
  expect(simplifyPolyline(line, 0.1)).toEqual([
    [0, 0],
    [2, 0],
    [3, 4],
  ])
})

function mirroredControls(path: string): Point[] {
  return walk(path).controls
}

function mirroredEnds(path: string): Point {
  return walk(path).end
}

function walk(path: string): { controls: Point[]; end: Point } {
  const numbers = (path.match(/-?(?:\d+\.\d+|\.\d+|\d+)/g) ?? []).map(Number)
  const [x0 = 0, y0 = 0, cx = 0, cy = 0, ex = 0, ey = 0, ...rest] = numbers
  let control: Point = [x0 + cx, y0 + cy]
  let x = x0 + ex
  let y = y0 + ey
  const controls = [control]
  for (let i = 0; i < rest.length; i += 2) {
    control = [2 * x - control[0], 2 * y - control[1]]
    controls.push(control)
    x += rest[i] ?? 0
    y += rest[i + 1] ?? 0
  }
  return { controls, end: [Number(x.toFixed(3)), Number(y.toFixed(3))] }
}
