import { expect, test } from 'vitest'
import { accessoryQuery, isFiltered, parseAccessoryFilter } from './rules.ts'

test('blank words are no filter', () => {
  expect(isFiltered({ search: '  ', category: 'all' })).toBe(false)
  expect(isFiltered({ search: 'a', category: 'all' })).toBe(true)
  expect(isFiltered({ search: '', category: 'gear' })).toBe(true)
})

test('the filter of an address survives the way there and back', () => {
  const filter = { search: 'steel & brass', category: 'magazines' } as const
  const known = [{ slug: 'magazines' }]
  expect(parseAccessoryFilter(accessoryQuery(filter), known)).toEqual(filter)
  expect(accessoryQuery({ search: ' ', category: 'all' }).size).toBe(0)
})

test('an address that asks for nonsense shows everything, and no search grows without end', () => {
  expect(parseAccessoryFilter(new URLSearchParams('category=cannons'), []).category).toBe('all')
  expect(parseAccessoryFilter(new URLSearchParams({ q: 'x'.repeat(500) }), []).search).toHaveLength(80)
})
