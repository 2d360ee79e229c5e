import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchEntry, SearchKind } from '#app/kit/search-entry.ts'
import { findEntries, indexEntries } from './find.ts'

const entry = (kind: SearchKind, title: string, about = '', text = ''): SearchEntry => ({
  kind,
  title,
  about,
  text,
  path: `/${title.toLowerCase().replaceAll(' ', '-')}`,
})

const index = indexEntries([
  entry('drop', 'Guerrilla Vol. 1', '50 rifles, live', 'contours of one hill'),
  entry('accessory', 'Weapon light', '$89.00', 'fits a rail'),
  entry('accessory', 'Pistol light', '$79.00', 'fits a rail'),
  entry(
    'question',
    'Can I travel with my SBR?',
    '',
    'apply before you cross a state line; the tax stamp stays with it',
  ),
  entry('guide', 'The tax stamp', 'What it is', 'a stamp of two hundred dollars in the past'),
  entry('policy', 'Refunds of a deposit', '', 'café'),
  entry('drop', 'Cyber Vol. 1', 'Forty-eight passes', 'a night'),
])
const groupsOf = (...args: Parameters<typeof findEntries>) => findEntries(...args).groups
const titles = (query: string) =>
  groupsOf(index, query).flatMap(({ found }) => found.map(({ title }) => title))

test('every word has to match, and a title counts more than a text', () => {
  expect(titles('tax stamp')).toEqual(['The tax stamp', 'Can I travel with my SBR?'])
  expect(titles('pistol light')).toEqual(['Pistol light'])
})

test('the beginning of a word, a slip in a long one, case and accents are forgiven; a slip in a short one is not', () => {
  expect(titles('guer')).toEqual(['Guerrilla Vol. 1'])
  expect(titles('gurrilla')).toEqual(['Guerrilla Vol. 1'])
  expect(titles('REFUND')).toEqual(['Refunds of a deposit'])
  expect(titles('cafe')).toEqual(['Refunds of a deposit'])
  expect(titles('tux')).toEqual([])
  // Another word is no slip while the word itself is found.
  expect(titles('light')).toEqual(['Weapon light', 'Pistol light'])
})

test('where nothing has every word, what has some is found, and the answer says so', () => {
  expect(titles('weapon unicorn')).toEqual(['Weapon light'])
  expect(findEntries(index, 'weapon unicorn').isPartial).toBe(true)
  expect(findEntries(index, 'weapon light').isPartial).toBe(false)
  expect(findEntries(index, 'gurrilla').isPartial).toBe(false)
  expect(titles('unicorn')).toEqual([])
})

test('a single letter is a word, not the beginning of all', () => {
  expect(titles('g')).toEqual([])
  expect(titles('1')).toEqual(['Guerrilla Vol. 1', 'Cyber Vol. 1'])
  expect(titles('w light').slice(0, 2)).toEqual(['Weapon light', 'Pistol light'])
  expect(findEntries(index, 'w light').isPartial).toBe(true)
  expect(titles('vol 1')).toEqual(['Guerrilla Vol. 1', 'Cyber Vol. 1'])
})

test.each([
  [['AR15', 'ar-15', 'AR 15', 'ar'], 'AR-15 platform'],
  [['form4', 'Form 4', 'form-4'], 'How long does Form 4 take?'],
  [['FFL', 'dealer', 'ffls', 'dealers'], 'How to choose a licensed dealer'],
  [['silencer', 'suppressor', 'suppressors', 'silencer cover'], 'Suppressor cover'],
  [['10.3"', '10.3 in', '10.3-inch', '10.3 inches', '10.3'], '10.3 inch barrel'],
  [['9mm', '9 mm', '9-mm'], 'Barrel in 9 mm'],
  [['30rd', '30-round mag', '30 rounds', '30 rd clip'], '30-round magazine'],
  [['short barreled', 'shortbarreled', 'sbr law'], 'Short-barreled law'],
])('%j find %s', (queries, title) => {
  const trade = indexEntries([
    entry('platform', 'AR-15 platform'),
    entry('question', 'How long does Form 4 take?'),
    entry('guide', 'How to choose a licensed dealer'),
    entry('accessory', 'Suppressor cover'),
    entry('part', '10.3 inch barrel'),
    entry('part', 'Barrel in 9 mm'),
    entry('accessory', '30-round magazine'),
    entry('guide', 'Short-barreled law'),
  ])
  for (const query of queries) {
    const found = groupsOf(trade, query).flatMap((group) => group.found.map((each) => each.title))
    expect(found, query).toEqual([title])
  }
})

test('the kind of the best match comes first', () => {
  expect(groupsOf(index, 'tax stamp').map(({ kind }) => kind)).toEqual(['guide', 'question'])
})

test('an empty query, and one of signs, finds nothing', () => {
  for (const query of ['', '   ', '?!', '-']) expect(groupsOf(index, query)).toEqual([])
})

test('no query breaks the search', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (query) => {
      expect(groupsOf(index, query).flatMap(({ found }) => found).length).toBeLessThanOrEqual(
        index.entries.length,
      )
    }),
  )
})
