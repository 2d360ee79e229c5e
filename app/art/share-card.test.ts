import { expect, test } from 'vitest'
import { drawProductCard, drawShareCard } from './share-card.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10Z"/></svg>'
const strokes = (svg: string) => svg.match(/stroke-width="4.6"/g)?.length

test('a product’s card has the size that other sites show, its drawing, and its own name', () => {
  const [one, other] = ['Birdcage flash hider', 'Sling'].map((name) =>
    drawProductCard({ name, note: 'Muzzle Device', svg: drawing }),
  )
  for (const card of [one, other]) {
    expect(card).toContain('viewBox="0 0 1200 630"')
    expect(card).toContain('data:image/svg+xml;base64,')
    expect(card).not.toContain('NaN')
  }
  expect(one).not.toBe(other)
})

test('a long name is set smaller before it takes a fourth line', () => {
  const card = (name: string) => drawProductCard({ name, note: '', svg: drawing })
  expect(strokes(card('Sling'))).toBe(1)
  expect(strokes(card('High-Temperature Suppressor Cover for Large Bodies'))).toBeLessThanOrEqual(3)
  expect(strokes(card('word '.repeat(80).trim()))).toBeLessThanOrEqual(4)
})

test('a page’s card sets each line as given', () => {
  expect(strokes(drawShareCard({ lines: ['Trust', 'Pack'], note: '', art: '' }))).toBe(2)
})
