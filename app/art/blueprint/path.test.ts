import { expect, test } from 'vitest'
import { box, circle, corners, outline, polyline } from './path.ts'

test('sharp corners become straight lines', () => {
  expect(box(0, 0, 2, 1)).toBe('M0 0L2 0L2 1L0 1Z')
})

test('a filleted corner becomes an arc that bulges outwards', () => {
  expect(outline(corners('0,0,.5 2,0 2,2 0,2'))).toBe('M0 0.5A0.5 0.5 0 0 1 0.5 0L2 0L2 2L0 2Z')
})

test('a fillet never eats more than half of its shorter side', () => {
  const d = box(0, 0, 1, 0.4, 5)
  expect(d).toContain('A0.2 0.2')
  expect(d).not.toContain('NaN')
})

test('an open line keeps its ends sharp', () => {
  expect(polyline(corners('0,0,.5 1,0,.2 1,1,.5'))).toBe('M0 0L0.8 0A0.2 0.2 0 0 1 1 0.2L1 1')
})

test('corners can be read moved by an offset', () => {
  expect(corners('1,2 3,4,.5', 10, -1)).toEqual([
    [11, 1, 0],
    [13, 3, 0.5],
  ])
})

test('a circle closes on itself', () => {
  expect(circle(0, 0, 1)).toBe('M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z')
})

test('two corners in one place stay sharp instead of breaking the path', () => {
  expect(outline(corners('0,0 1,0,.2 1,0,.2 1,1'))).toBe('M0 0L1 0L1 0L1 1Z')
})
