import fc from 'fast-check'
import { expect, test } from 'vitest'
import { artThemes } from './art-theme.ts'
import { cardLines, drawProductCard, drawShareCard, runCardVeil, shareSize } from './share-card.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10Z"/></svg>'
const strokes = (svg: string) => svg.match(/<path stroke-width="[\d.]+" stroke="[^"]+" d/g)?.length

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

test('a page’s card sets each line as given', () => {
  // The mark, the two lines and the note.
  expect(strokes(drawShareCard({ lines: ['Trust', 'Pack'], note: '', art: '' }))).toBe(4)
})

test('a long name is broken into two lines of similar length, and loses no word', () => {
  expect(cardLines('Founders')).toEqual(['Founders'])
  expect(cardLines('Do Not Fold, Spindle or Engrave')).toEqual(['Do Not Fold,', 'Spindle or Engrave'])
})

test('whatever the words, they stay on the card', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ABCWM 019.,'.split('')), minLength: 1, maxLength: 60 })
  const staysOn = (name: string, above: string, theme: (typeof artThemes)[number]) => {
    const { svg } = runCardVeil({ title: name, above, below: above, theme, left: 250 })
    const xs = [...svg.matchAll(/ d="([^"]+)"/g)]
      .slice(1)
      .flatMap(([, d = '']) => [...d.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x)))
    return xs.every((x) => x >= 0 && x <= shareSize.width * 0.55)
  }
  const found = fc.check(fc.property(text, text, fc.constantFrom(...artThemes), staysOn))
  expect(found.counterexample).toBeNull()
})
