import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { nextUnitIndex, UnitGrid } from './unit-grid.tsx'

test('each number names its state, and only open ones can be chosen', () => {
  const html = renderToString(
    <UnitGrid units={['open', 'held', 'taken']} number={1} onChoose={() => {}} onRefuse={() => {}} />,
  )
  expect(html).toContain('aria-label="Number 1, open" aria-pressed="true"')
  expect(html).toContain('aria-label="Number 2, held" aria-pressed="false" aria-disabled="true"')
  expect(html).toContain('aria-label="Number 3, taken" aria-pressed="false" aria-disabled="true"')
  expect(html).not.toContain('tabindex') // without script each is reached with Tab
})

test('arrow keys move by rows and columns and stop at the edges', () => {
  const walk = (key: string, index: number) => nextUnitIndex(key, index, 48, 10)
  expect(walk('ArrowRight', 0)).toBe(1)
  expect(walk('ArrowLeft', 0)).toBeUndefined()
  expect(walk('ArrowDown', 5)).toBe(15)
  expect(walk('ArrowDown', 39)).toBeUndefined()
  expect(walk('ArrowUp', 12)).toBe(2)
  expect(walk('Home', 20)).toBe(0)
  expect(walk('End', 20)).toBe(47)
  expect(walk('a', 20)).toBeUndefined()
})
