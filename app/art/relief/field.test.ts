import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blur, blurWidely, createField } from './field.ts'

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

test.each([2, 19.6, 65])('a wide blur of %d pixels is the blur, from fewer places', (sigma) => {
  const field = createField(157, 83)
  for (let y = 20; y < 60; y += 1) field.values.fill(1, y * 157 + 30, y * 157 + 120)
  const whole = blur(field, sigma)
  const rowOf = blurWidely(field, sigma)
  const row = new Float32Array(157)
  let worst = 0
  for (let y = 0; y < 83; y += 1) {
    rowOf(y, row)
    for (let x = 0; x < 157; x += 1)
      worst = Math.max(worst, Math.abs((row[x] ?? 0) - (whole.values[y * 157 + x] ?? 0)))
  }
  expect(worst).toBeLessThan(0.05)
})

test('a blur does not see what the blur of another size left', () => {
  const [small, large] = [createField(5, 5, 0.5), createField(40, 40, 0.9)]
  const alone = blur(small, 2).values
  blur(large, 4)
  expect(blur(small, 2).values).toEqual(alone)
})
