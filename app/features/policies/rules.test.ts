import { expect, test } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { requestInput } from './input.ts'
import { confirmForMs, dueOf, isLinkOpen, requestLink } from './rules.ts'

const requestedAt = new Date('2026-11-20T12:00:00Z')
const whole = { kind: 'access', email: 'Buyer@Example.com', order: '', details: '' }

test('an answer is due 45 days after the question', () => {
  expect(dueOf(requestedAt)).toEqual(after(requestedAt, 45 * day))
})

test('a link confirms for seven days, and shows a confirmed request forever', () => {
  const late = after(requestedAt, confirmForMs)
  expect(isLinkOpen({ requestedAt, confirmedAt: null }, after(late, -1))).toBe(true)
  expect(isLinkOpen({ requestedAt, confirmedAt: null }, late)).toBe(false)
  expect(isLinkOpen({ requestedAt, confirmedAt: requestedAt }, after(late, 400 * day))).toBe(true)
})

test('a private link names the request and carries its secret in the query', () => {
  expect(requestLink('https://shop.test', 'ABC', 's')).toBe('https://shop.test/privacy/requests/ABC?key=s')
})

test('a request is read in one form: small letters in the address, capitals in the order code', () => {
  expect(requestInput.parse({ ...whole, order: ' ab2-34cd 5ef ' })).toEqual({
    kind: 'access',
    email: 'buyer@example.com',
    order: 'AB234CD5EF',
    details: '',
  })
  expect(requestInput.parse({ kind: 'delete', email: 'a@b.co' }).order).toBeNull()
})

test('a request without a kind, an email or, for a correction, details shows an error beside the field', () => {
  const wrongIn = (values: object) =>
    requestInput.safeParse({ ...whole, ...values }).error?.issues.map(({ path }) => path[0])
  expect(wrongIn({ kind: 'sell' })).toEqual(['kind'])
  expect(wrongIn({ email: 'nobody' })).toEqual(['email'])
  expect(wrongIn({ order: 'short' })).toEqual(['order'])
  expect(wrongIn({ kind: 'correct', details: '  ' })).toEqual(['details'])
  expect(wrongIn({ details: 'x'.repeat(2_001) })).toEqual(['details'])
})
