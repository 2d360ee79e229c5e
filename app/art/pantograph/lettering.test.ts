import { expect, test } from 'vitest'
import { fitLettering, letteringPath, letteringStrokes, letteringWidth } from './lettering.ts'
import { letteringPolylines } from './polylines.ts'

test('PACo ends in the raised o of the wordmark', () => {
  expect(letteringPath('PACo')).toBe(letteringPath('PACº'))
  expect(letteringPath('PACo')).not.toBe(letteringPath('PACO'))
})

test('an o elsewhere is an ordinary capital', () => {
  expect(letteringPath('Vol.')).toBe(letteringPath('VOL.'))
})

test('accents fall away and unknown characters leave a gap', () => {
  expect(letteringPath('É')).toBe(letteringPath('E'))
  expect(letteringPath('漢')).toBe('')
  expect(letteringWidth('漢')).toBeGreaterThan(0)
})

test('typographic quotes and primes use the plain marks', () => {
  expect(letteringPath('10.3″ ’')).toBe(letteringPath('10.3" \''))
})

test('the strokes together are the line', () => {
  const strokes = letteringStrokes('16/50', { height: 88, anchor: 'middle' })
  expect(strokes).toHaveLength(2 + 2 + 1 + 3 + 1)
  expect(strokes.join('')).toBe(letteringPath('16/50', { height: 88, anchor: 'middle' }))
})

test('lettering sits on its baseline and starts at its anchor', () => {
  const width = letteringWidth('H', { height: 10 })
  expect(letteringPath('H', { x: 50, y: 20, height: 10 })).toContain('M51.3 20L51.3 10')
  expect(letteringPath('H', { x: 50 + width, y: 20, height: 10, anchor: 'end' })).toContain('M51.3 20')
})

test('an empty text has no width', () => {
  expect(letteringWidth('', { height: 10, tracking: 0.1 })).toBe(0)
})

test('a text that fits keeps its setting', () => {
  expect(fitLettering('AB', { height: 10 }, 500)).toEqual({ height: 10, width: 1 })
})

test('a long text is condensed first and made smaller only then', () => {
  const text = 'GUERRILLA VOL. 1'
  const natural = letteringWidth(text, { height: 10 })
  const condensed = fitLettering(text, { height: 10 }, natural * 0.85)
  expect(condensed.height).toBe(10)
  const smaller = fitLettering(text, { height: 10 }, natural * 0.3)
  expect(smaller.height).toBeLessThan(10)
  expect(smaller.width).toBe(0.6)
  for (const [setting, room] of [
    [condensed, natural * 0.85],
    [smaller, natural * 0.3],
  ] as const) {
    expect(letteringWidth(text, setting)).toBeCloseTo(room, 6)
  }
})

test('polylines stay within the cap height and the width of the line', () => {
  const { strokes, width } = letteringPolylines('SB 08', { height: 20 })
  for (const [x, y] of strokes.flat()) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(width)
    expect(y).toBeGreaterThanOrEqual(-0.5)
    expect(y).toBeLessThanOrEqual(20.5)
  }
})
