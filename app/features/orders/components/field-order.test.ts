import { expect, test } from 'vitest'
import { detailFields } from './field-order.ts'

test('a draft has neither payment nor attestation', () => {
  expect(detailFields).not.toContain('paymentToken')
  expect(detailFields).not.toContain('attestation')
  expect(detailFields.join()).not.toMatch(/card|formKey|total/i)
})
