import { expect, test } from 'vitest'
import { sampleParts, samplePlatforms } from '#db/sample/data/builds.ts'
import { type Catalog, chosenParts, emptySelection, type Part, type Selection } from '../rules.ts'
import { addedCents, notesWith } from './checks.ts'

const catalog = { platforms: samplePlatforms, parts: sampleParts } as unknown as Catalog
const part = (id: string) => catalog.parts.find((each) => each.id === id) as Part
const selection: Selection = {
  ...emptySelection('ar15'),
  parts: { upper: 'upper-556', barrel: 'barrel-10-3', stock: 'sopmod-stock' },
  accessories: ['weapon-light'],
}

test('a part adds its price, less that of the part that it would replace', () => {
  const chosen = chosenParts(selection, catalog)
  expect(addedCents(chosen, part('barrel-7-5'))).toBe(-4_000)
  expect(addedCents(chosen, part('barrel-10-3'))).toBe(0)
  expect(addedCents(chosen, part('quad-rail'))).toBe(part('quad-rail').priceCents)
  expect(addedCents(chosen, part('weapon-light'))).toBe(part('weapon-light').priceCents)
})

test('the notes of a part are those that come with it, chosen or not', () => {
  const wrong = /^10.3 in barrel is for 5.56; the upper is for .300 BLK/
  const with300 = { ...selection, parts: { ...selection.parts, upper: 'upper-300' } }
  expect(notesWith(part('barrel-10-3'), with300, catalog)).toEqual([expect.stringMatching(wrong)])
  expect(notesWith(part('upper-300'), selection, catalog)).toEqual([expect.stringMatching(wrong)])
  expect(notesWith(part('barrel-7-5'), with300, catalog)).toEqual([])
  expect(notesWith(part('weapon-light'), with300, catalog)).toEqual([])
})
