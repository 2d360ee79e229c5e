import { describe, expect, test } from 'vitest'
import { filterDrops, noFilter, parseVaultFilter, vaultQuery } from './vault-filter.ts'

describe('the vault', () => {
  const drops = [
    { name: 'Guerrilla Vol. 1', tagline: 'One hill.', category: 'prestige', status: 'live' },
    { name: 'Noir Vol. 1', tagline: null, category: 'grail', status: 'sold_out' },
    { name: 'Founders', tagline: 'The light on the HILL', category: 'grail', status: 'archived' },
  ] as const
  const found = (filter: Partial<typeof noFilter>) =>
    filterDrops(drops, { ...noFilter, ...filter }).map(({ name }) => name)

  test('shows everything without a filter', () => {
    expect(found({})).toEqual(drops.map(({ name }) => name))
    expect(found({ search: '   ' })).toHaveLength(3)
  })

  test('is searched by name and tagline, in capital or small letters', () => {
    expect(found({ search: 'hill' })).toEqual(['Guerrilla Vol. 1', 'Founders'])
    expect(found({ search: ' NOIR ' })).toEqual(['Noir Vol. 1'])
    expect(found({ search: 'null' })).toEqual([])
  })

  test('is filtered by category and status together', () => {
    expect(found({ category: 'grail' })).toEqual(['Noir Vol. 1', 'Founders'])
    expect(found({ category: 'grail', status: 'archived' })).toEqual(['Founders'])
    expect(found({ category: 'meme' })).toEqual([])
  })
})

describe('the filter of the vault', () => {
  test('survives a round trip through the address', () => {
    const filter = { search: 'hill', category: 'grail', status: 'coming_soon' } as const
    expect(vaultQuery(filter).toString()).toBe('q=hill&category=grail&status=coming_soon')
    expect(parseVaultFilter(vaultQuery(filter))).toEqual(filter)
  })

  test('leaves an empty address when it filters nothing', () => {
    expect(vaultQuery({ ...noFilter, search: '  ' }).toString()).toBe('')
    expect(parseVaultFilter(new URLSearchParams())).toEqual(noFilter)
  })

  test('ignores what it does not know', () => {
    expect(parseVaultFilter(new URLSearchParams('category=plush&status=lost&q=x'))).toEqual({
      ...noFilter,
      search: 'x',
    })
  })
})
