import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markFound } from './search.tsx'

const marked = (text: string, typed: string) =>
  markFound(text, typed)
    .map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
    .join('')

test('the beginnings of words that were typed are marked', () => {
  expect(marked('Noir Vol. 1 № 7, Alex Buyer', 'noir buy')).toBe('[Noir] Vol. 1 № 7, Alex [Buy]er')
  expect(marked('Noir Vol. 1 № 7', 'oir')).toBe('Noir Vol. 1 № 7')
  expect(marked('a (b)', '(b')).toBe('a ([b])')
  expect(marked('anything', '')).toBe('anything')
})

test('whatever is typed, the text stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, typed) => {
      expect(
        markFound(text, typed)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
