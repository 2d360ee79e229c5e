import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paperPoints, printedSheet, printScaleFor } from './print-scale.ts'

const room = { width: 720, height: 360 }

test('an inch of a rifle at 1 : 4 is a quarter of an inch on paper', () => {
  expect(paperPoints(1, 4)).toBe(18)
  expect(paperPoints(10, 4) / 72).toBe(2.5)
})

test('a rifle on its usual sheet is printed at 1 : 4, a longer one smaller', () => {
  expect(printScaleFor({ width: 36.2, height: 18 }, room)).toBe(4)
  expect(printScaleFor({ width: 44, height: 18 }, room)).toBe(5)
})

test('whatever is drawn up to 60 inches fits its room, and no larger scale would', () => {
  const inches = fc.double({ min: 1, max: 60, noNaN: true })
  const height = fc.double({ min: 1, max: 30, noNaN: true })
  fc.assert(
    fc.property(inches, height, (width, high) => {
      const scale = printScaleFor({ width, height: high }, room)
      const fits = (at: number) =>
        paperPoints(width, at) <= room.width && paperPoints(high, at) <= room.height
      expect(fits(scale)).toBe(true)
      expect(scale > 3 && fits(scale === 8 ? 6 : scale - 1)).toBe(false)
    }),
  )
})

test('the sheet is US Letter', () => {
  expect([printedSheet.width / 72, printedSheet.height / 72]).toEqual([11, 8.5])
})
