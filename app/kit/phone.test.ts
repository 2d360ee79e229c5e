import { expect, test } from 'vitest'
import { formatPhone } from './phone.ts'

test('a US phone number is formatted, and one of another country stays as it is', () => {
  expect(formatPhone('3055550100')).toBe('(305) 555-0100')
  expect(formatPhone('+13055550100')).toBe('(305) 555-0100')
  expect(formatPhone('+44 20 7946 0958')).toBe('+44 20 7946 0958')
})
