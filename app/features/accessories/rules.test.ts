import { expect, test } from 'vitest'
import { accessoryQuery, isFiltered, magazineLimits, parseAccessoryFilter } from './rules.ts'

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
