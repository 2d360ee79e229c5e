import { expect, test } from 'vitest'
import { parseLicenseNumber } from './license-number.ts'

test.each([
  '1-59-086-01-04567',
  '1-59-086-01-9A-04567',
  '1-59-086-01-9a-04567',
  '15908601 04567',
  '159086019A04567',
  '1 59 086 01 9A 04567',
  ' 1–59–086–01–9A–04567 ',
  'FFL #1-59-086-01-9A-04567',
])('%s is the license 1-59-086-01-04567', (typed) => {
  expect(parseLicenseNumber(typed)).toBe('1-59-086-01-04567')
})

test.each([
  '',
  '33130',
  'Lane Arms',
  '1-59-086-01-9I-04567',
  '1-59-086-01-4567',
  '1-59-086-01-045678',
  '1-59-086-01-9A',
])('%s is no license number', (typed) => {
  expect(parseLicenseNumber(typed)).toBeUndefined()
})
