import fc from 'fast-check'
import { expect, test } from 'vitest'
import { artThemes } from './art-theme.ts'
import { cardLines, runCardSize, runCardVeil } from './run-card.ts'

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
    return xs.every((x) => x >= 0 && x <= runCardSize.width * 0.55)
  }
  const found = fc.check(fc.property(text, text, fc.constantFrom(...artThemes), staysOn))
  expect(found.counterexample).toBeNull()
})
