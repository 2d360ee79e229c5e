import { expect, test } from 'vitest'
import { accessoryQuery, parseAccessoryFilter } from './input.ts'
import { type Category, filterAccessories, isFiltered, magazineLimits } from './rules.ts'

const product = (name: string, description: string, category: Category) => ({ name, description, category })
const shelf = [
  product('30-Round Magazine', 'Polymer, with a steel spring.', 'magazines'),
  product('Logo Patch', 'Sewn twill.', 'patches'),
  product('Cleaning Kit', 'Rods and brushes of STEEL.', 'maintenance'),
]
const names = (search: string, category: Category | 'all' = 'all') =>
  filterAccessories(shelf, { search, category }).map(({ name }) => name)

test('a search finds its words in name and description, whatever their case', () => {
  expect(names('steel')).toEqual(['30-Round Magazine', 'Cleaning Kit'])
  expect(names('LOGO')).toEqual(['Logo Patch'])
  expect(names('  patch ')).toEqual(['Logo Patch'])
})

test('a category narrows the search, and no words find all of it', () => {
  expect(names('steel', 'maintenance')).toEqual(['Cleaning Kit'])
  expect(names('', 'patches')).toEqual(['Logo Patch'])
  expect(names('')).toHaveLength(3)
})

test('characters with a meaning to search patterns are only characters', () => {
  expect(names('.*')).toEqual([])
  expect(names('<script>')).toEqual([])
})

test('blank words are no filter', () => {
  expect(isFiltered({ search: '  ', category: 'all' })).toBe(false)
  expect(isFiltered({ search: 'a', category: 'all' })).toBe(true)
  expect(isFiltered({ search: '', category: 'gear' })).toBe(true)
})

test('the filter of an address survives the way there and back', () => {
  const filter = { search: 'steel & brass', category: 'magazines' } as const
  expect(parseAccessoryFilter(accessoryQuery(filter))).toEqual(filter)
  expect(accessoryQuery({ search: ' ', category: 'all' }).size).toBe(0)
})

test('an address that asks for nonsense shows everything, and no search grows without end', () => {
  expect(parseAccessoryFilter(new URLSearchParams('category=cannons')).category).toBe('all')
  expect(parseAccessoryFilter(new URLSearchParams({ q: 'x'.repeat(500) })).search).toHaveLength(80)
})

test('only states that limit magazines are listed, with the oldest day of all checks', () => {
  const rule = (name: string, asOf: string, handgun: number | null, longGun: number | null) => ({
    name,
    asOf,
    magazineLimitHandgun: handgun,
    magazineLimitLongGun: longGun,
  })
  const limits = magazineLimits([
    rule('Alabama', '2026-11-20', null, null),
    rule('Hawaii', '2026-10-02', 10, null),
    rule('Vermont', '2026-11-01', 15, 10),
  ])
  expect(limits.checkedOn).toBe('2026-10-02')
  expect(limits.states.map(({ state }) => state)).toEqual(['Hawaii', 'Vermont'])
  expect(magazineLimits([])).toEqual({ checkedOn: null, states: [] })
})
