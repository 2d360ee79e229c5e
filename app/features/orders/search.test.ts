import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTerms } from './store/order-list.server.ts'

test.each([
  ['№ 7', [], [7]],
  ['noir 7', ['noir'], [7]],
  ['Noir #07', ['noir'], [7]],
  ['noir no. 7', ['noir'], [7]],
  ['Jordan Buyer', ['jordan', 'buyer'], []],
  ["O'Brien-Smith", ['o', 'brien', 'smith'], []],
  ['A.Buyer@Example.com', ['a.buyer@example.com'], []],
  ['a.buyer', ['a', 'buyer'], []],
  ['(305) 555-0142', ['3055550142'], []],
  ['+1 305 555 0142', ['3055550142'], []],
  ['1-305-555-0142', ['3055550142'], []],
  ['0142', ['0142'], []],
  ['north 40', ['north'], [40]],
  ['  ', [], []],
  ['@', [], []],
])('%s has the words %j and the numbers %j', (typed, words, numbers) => {
  expect(searchTerms(typed)).toMatchObject({ words, numbers })
})

test('what can be a code is also looked for as one, however it is written', () => {
  expect(searchTerms('7KQ2-M94T-3B').code).toBe('7kq2m94t3b')
  expect(searchTerms('7kq2 m94t 3b').code).toBe('7kq2m94t3b')
  expect(searchTerms('7KQ2M').code).toBeUndefined()
  expect(searchTerms('a@b.example').code).toBeUndefined()
})

test('whatever is typed has a few terms without signs of the query language', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const { words, numbers } = searchTerms(typed)
      expect(words.length + numbers.length).toBeLessThanOrEqual(6)
      for (const word of words) expect(word.includes('@') || /^[\p{L}\p{N}]+$/u.test(word)).toBe(true)
    }),
  )
})
