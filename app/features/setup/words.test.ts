import { expect, test } from 'vitest'
import { unsetFacts } from '#app/facts/facts.ts'
import { itemWords, removalWords, storedWords } from './words.ts'

test('a finished step shows its stored facts, without gaps for missing ones', () => {
  const facts = {
    ...unsetFacts('America/New_York'),
    legalName: 'Harbor Arms',
    licenseLine: 'Federal firearms license, type 07',
    street: '100 Harbor Way',
    city: 'Miami',
    state: 'FL',
    zip: '33139',
    phone: '',
    email: 'desk@example.com',
    hours: 'Mon-Fri 9:00 AM-5:00 PM',
  }
  expect(storedWords('licensee', facts)).toBe('Harbor Arms, Federal firearms license, type 07')
  expect(storedWords('address', facts)).toBe('100 Harbor Way, Miami, FL 33139, desk@example.com')
  expect(storedWords('hours', facts)).toBe('Mon-Fri 9:00 AM-5:00 PM, America/New_York')
  expect(storedWords('charges', facts)).toBe('')
})

test('items are counted in whole sentences', () => {
  expect([itemWords(1), itemWords(1752)]).toEqual(['1 item', '1,752 items'])
  expect(removalWords(175, 0)).toBe('175 items were taken out.')
  expect(removalWords(1, 1)).toBe('1 item was taken out. 1 stays, because it was changed, sold or needed.')
  expect(removalWords(0, 2)).toBe(
    '0 items were taken out. 2 stay, because they were changed, sold or needed.',
  )
})
