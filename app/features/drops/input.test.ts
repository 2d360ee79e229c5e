import { describe, expect, test } from 'vitest'
import { parseNumber, reserveInput } from './input.ts'

const key = 'x'.repeat(22)

describe('the reservation form', () => {
  test('accepts a number, or no number for the next open one', () => {
    expect(reserveInput.parse({ number: '7', key })).toEqual({ number: 7, key, code: '', variant: '' })
    expect(reserveInput.parse({ number: '', key })).toEqual({ number: null, key, code: '', variant: '' })
  })

  test.each(['0', '-1', '1.5', '1001', 'seven', undefined])('refuses the number %j', (number) => {
    expect(reserveInput.safeParse({ number, key }).success).toBe(false)
  })

  test('refuses a key that could be guessed or is missing', () => {
    expect(reserveInput.safeParse({ number: '7', key: 'short' }).success).toBe(false)
    expect(reserveInput.safeParse({ number: '7' }).success).toBe(false)
  })
})

test('a number in an address is parsed or ignored', () => {
  expect(parseNumber('16')).toBe(16)
  for (const written of [null, '', '0', '1001', 'x']) expect(parseNumber(written)).toBeNull()
})
