import { describe, expect, test } from 'vitest'
import { parseNumber, parseVaultFilter, reserveInput, vaultQuery } from './input.ts'
import { noFilter } from './rules.ts'

const key = 'x'.repeat(22)

describe('the reservation form', () => {
  test('takes a number, or none for the next open one', () => {
    expect(reserveInput.parse({ number: '7', key })).toEqual({ number: 7, key })
    expect(reserveInput.parse({ number: '', key })).toEqual({ number: null, key })
  })

  test.each(['0', '-1', '1.5', '201', 'seven', undefined])('refuses the number %j', (number) => {
    expect(reserveInput.safeParse({ number, key }).success).toBe(false)
  })

  test('refuses a key that could be guessed or is missing', () => {
    expect(reserveInput.safeParse({ number: '7', key: 'short' }).success).toBe(false)
    expect(reserveInput.safeParse({ number: '7' }).success).toBe(false)
  })
})

test('a number in an address is read or ignored', () => {
  expect(parseNumber('16')).toBe(16)
  for (const written of [null, '', '0', '999', 'x']) expect(parseNumber(written)).toBeNull()
})

describe('the filter of the vault', () => {
  test('stands in the address, and comes back from there', () => {
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
