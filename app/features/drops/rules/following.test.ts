import { expect, test } from 'vitest'
import { figuresOf, fillFigures, followDrop } from '../rules.ts'

test('figures are filled into words, those of the house apart', () => {
  const figures = figuresOf(['open', 'open', 'held', 'taken', 'taken', 'taken'], 1)
  expect(
    fillFigures('{open} of {total}, {held} held, {sold} sold, {remaining} left, {percent} percent', figures),
  ).toBe('2 of 6, 1 held, 2 sold, 3 left, 50 percent')
  expect(fillFigures('{open} open', figuresOf(Array.from({ length: 1_000 }, () => 'open' as const)))).toBe(
    '1,000 open',
  )
})

test('a part without units follows the status alone', () => {
  expect(followDrop({ slug: 'run', status: 'live', pausedAt: null })).toEqual({
    'data-live': 'drop:run',
    'data-status': 'live',
    'data-paused': 'false',
    'data-units': undefined,
    'data-house': undefined,
  })
})
