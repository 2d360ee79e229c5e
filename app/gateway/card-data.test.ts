import { expect, test } from 'vitest'
import { carriesCardData } from './gateway.ts'

const says = (fields: Record<string, string>) => carriesCardData(Object.entries(fields))

test('a card number is detected wherever it is typed', () => {
  for (const number of ['4111111111111111', '4111 1111 1111 1111', '5424-0000-0000-0015', '370000000000002'])
    expect(says({ name: number }), number).toBe(true)
})

test('fields named like parts of a card are detected, also when they are empty', () => {
  for (const name of [
    'cardNumber',
    'card_number',
    'cc-number',
    'cvv',
    'cvc',
    'cc-exp',
    'cardCode',
    'expirationDate',
  ])
    expect(says({ [name]: '' }), name).toBe(true)
})

test.each(['001 305 555 0100', '0013055550100', '0011 1 305 555 0108', '1234567890123452'])(
  'digits that no issuer gives are no card: %s',
  (phone) => {
    expect(says({ phone })).toBe(false)
  },
)

test('ordinary checkout fields are not taken for a card', () => {
  expect(
    says({
      formKey: '3f1b6a2c-9f0e-4a8e-8a55-0d7a6f3b2c11',
      name: 'Jordan Buyer',
      email: 'buyer@example.com',
      phone: '+1 (305) 555-0142',
      zip: '33101-1234',
      discard: 'no',
      experience: 'first',
      paymentToken: 'eyJjb2RlIjoiNTBfMl8wNjAwMDUzNEZENkU3RDRDRjdGQTc1ODdEQTlFOTkz',
      number: '4111111111111112',
    }),
  ).toBe(false)
})
