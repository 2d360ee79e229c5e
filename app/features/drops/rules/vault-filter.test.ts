import { describe, expect, test } from 'vitest'
import { noFilter, parseVaultFilter, vaultQuery } from '../rules.ts'

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
