import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blur, createField } from './field.ts'

test('a blur keeps an even field even, whatever its size', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 60 }),
      (width, height, sigma) => {
        for (const value of blur(createField(width, height, 0.7), sigma).values)
          expect(value).toBeCloseTo(0.7, 4)
      },
    ),
  )
})

test('a blur spreads a point evenly to all sides and keeps its sum', () => {
  const field = createField(41, 41)
  field.values[20 * 41 + 20] = 1
  const { values } = blur(field, 3)
  const at = (x: number, y: number) => values[y * 41 + x] ?? 0
  expect(at(23, 20)).toBeCloseTo(at(17, 20), 6)
  expect(at(20, 23)).toBeCloseTo(at(23, 20), 6)
  expect(at(20, 20)).toBeGreaterThan(at(23, 20))
  expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 3)
})
