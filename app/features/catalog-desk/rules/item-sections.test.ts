import { expect, test } from 'vitest'
import { numberSections } from './kind.ts'

test('the regions of an item have consecutive numbers, whatever it has of price and stock', () => {
  for (const groups of [1, 2, 5])
    for (const hasPrice of [false, true])
      for (const hasStock of [false, true]) {
        const { price, stock } = numberSections(groups, hasPrice)
        const shown = [...(hasPrice ? [price] : []), ...(hasStock ? stock : [])]
        expect(shown).toEqual(shown.map((_, at) => groups + 1 + at))
      }
})
