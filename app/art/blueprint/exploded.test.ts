import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STARTING_BUILDS } from './build.ts'
import { explodedParts, explodedSheet } from './exploded.ts'
import { box, circle, movePath } from './path.ts'

const rifle = { ...STARTING_BUILDS.ar15, stock: 'sopmod', optic: null } as const

test.each(['ar15', 'ar9'] as const)(
  'the parts of the %s do not overlap and stay inside the sheet',
  (platform) => {
    const { frame, layers } = explodedSheet({ ...STARTING_BUILDS[platform], stock: 'sopmod' })
    expect(layers.map(({ name }) => name).toSorted()).toEqual([...explodedParts].toSorted())
    const places = layers.flatMap(({ shapes }) =>
      shapes
        .filter(({ className }) => className.startsWith('bp-edge'))
        .flatMap(({ d }) =>
          [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
        ),
    )
    expect(places.length).toBeGreaterThan(100)
    for (const [x = NaN, y = NaN] of places) {
      expect(x).toBeGreaterThan(frame.x)
      expect(x).toBeLessThan(frame.x + frame.width)
      expect(y).toBeGreaterThan(frame.y)
      expect(y).toBeLessThan(frame.y + frame.height)
    }
  },
)

test('a longer barrel makes a wider sheet', () => {
  const widthOf = (barrelIn: number) => explodedSheet({ ...rifle, barrelIn }).frame.width
  expect(widthOf(16) - widthOf(14.5)).toBeCloseTo(1.5, 1)
})

test('a path that was moved there and back is where it was, its radii untouched', () => {
  const shape = box(0, 0, 2, 1, 0.2) + circle(1, 1, 0.5)
  const way = fc.integer({ min: -40, max: 40 })
  const returns = (dx: number, dy: number) =>
    movePath(movePath(shape, dx, dy), -dx, -dy) === movePath(shape, 0, 0)
  expect(fc.check(fc.property(way, way, returns)).counterexample).toBeNull()
  expect(movePath('M0 0A.5 .5 0 0 1 1 1', 3, 4)).toBe('M3 4A0.5 0.5 0 0 1 4 5')
})
