import fc from 'fast-check'
import { expect, test } from 'vitest'
import { artThemes } from '#app/art/art-theme.ts'
import { hexToOklch } from '#app/art/color.ts'
import { finishOf, isPlain, polymer } from './finish.ts'

test('each finish that is named has its own tone', () => {
  const words = [
    'Matte green-gray',
    'Matte black',
    'Cool gray, engraved profile',
    'Brushed, clear hard coat',
    'Brushed, black hard coat',
    'Manila, card-colored furniture',
    'Engine-turned, copper fill',
    'Engine-turned, gray coat',
  ]
  const tones = words.map((each) => JSON.stringify(finishOf(each, 'noir')))
  expect(new Set(tones).size).toBe(words.length)
})

test('copper shines, a lacquer does not, and an unfilled cut has neither', () => {
  expect(finishOf('Engine-turned, copper fill', 'outlaw')).toMatchObject({ isFillMetal: true })
  expect(finishOf('Matte green-gray', 'guerrilla')).toMatchObject({ isFillMetal: false })
  expect(finishOf('Black hard coat, number unfilled', 'guerrilla').fill).toBeNull()
})

test('a drop with a color of its own has its cuts filled with it', () => {
  expect(finishOf('Matte black', 'guerrilla', { accent: '#ffaa00' }).fill).toBe('#ffaa00')
})

test('a filled number contrasts with its coat, whatever the words', () => {
  const standsOut = ({ color, fill }: ReturnType<typeof finishOf>) =>
    fill === null || hexToOklch(fill)[0] - hexToOklch(color)[0] > 0.08
  const found = fc.check(
    fc.property(fc.string(), fc.constantFrom(...artThemes), (words, theme) =>
      standsOut(finishOf(words, theme)),
    ),
  )
  expect(found.counterexample).toBeNull()
})

test('the coat is lighter than the molded parts beside it', () => {
  for (const words of ['', 'Matte black', 'Matte green-gray'])
    expect(hexToOklch(finishOf(words, 'noir').color)[0]).toBeGreaterThan(hexToOklch(polymer.color)[0])
})

test('a finish with its number only has no pattern', () => {
  expect(isPlain('Cool gray, number only')).toBe(true)
  expect(isPlain('Bare coat without a profile')).toBe(true)
  expect(isPlain('Cool gray, engraved profile')).toBe(false)
})
