import { expect, test } from 'vitest'
import { depositWords, dropNumberWords, earlierDropsWords, hasRefusalWords, refusalWords } from './words.ts'
import { changeWords } from './rules.ts'

test('a drop number is engraved with three digits', () => {
  expect([4, 12, 345].map(dropNumberWords)).toEqual(['004', '012', '345'])
})

test('a few changes are announced one by one, many as a summary, and none not at all', () => {
  expect(changeWords([{ number: 12, to: 'taken' }], 5)).toBe('Number 12 was just taken.')
  expect(changeWords([{ number: 3, to: 'open' }], 6)).toBe('Number 3 is open again.')
  const four = [1, 2, 3, 4].map((number) => ({ number, to: 'held' as const }))
  expect(changeWords(four, 9)).toBe('4 numbers changed. 9 are open now.')
  expect(changeWords([], 9)).toBe('')
})

test('the vault link counts earlier drops', () => {
  expect(earlierDropsWords(3)).toBe('3 earlier drops are in the Vault.')
  expect(earlierDropsWords(1)).toBe('1 earlier drop is in the Vault.')
  expect(earlierDropsWords(0)).toBe('Every drop is in the Vault.')
})

test('the deposit is shown with its condition', () => {
  expect(depositWords(10_000)).toEqual({
    amount: '$100 refundable deposit',
    condition:
      'Fully refundable from your private link until the transfer form is filed. The final transfer happens at your dealer after federal approval.',
  })
})

test('only known refusals have words', () => {
  expect(hasRefusalWords('unit_taken')).toBe(true)
  expect(hasRefusalWords('toString')).toBe(false)
  for (const { title, text } of Object.values(refusalWords))
    expect(title.length * text.length).toBeGreaterThan(0)
})
