import { expect, test } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { refundPolicyVersion } from '#app/features/orders/rules.ts'
import { accessibility } from './data/accessibility.ts'
import { privacy } from './data/privacy.ts'
import { refunds } from './data/refunds.ts'
import { terms } from './data/terms.ts'
import { requestInput } from './input.ts'
import { confirmForMs, dueOf, fillFacts, isLinkOpen, policyVersion, requestLink } from './rules.ts'

const askedAt = new Date('2026-11-20T12:00:00Z')
const whole = { kind: 'access', email: 'Buyer@Example.com', order: '', details: '' }

test('an answer is due 45 days after the question', () => {
  expect(dueOf(askedAt)).toEqual(after(askedAt, 45 * day))
})

test('a link confirms for seven days, and shows what was confirmed for ever', () => {
  const late = after(askedAt, confirmForMs)
  expect(isLinkOpen({ askedAt, confirmedAt: null }, after(late, -1))).toBe(true)
  expect(isLinkOpen({ askedAt, confirmedAt: null }, late)).toBe(false)
  expect(isLinkOpen({ askedAt, confirmedAt: askedAt }, after(late, 400 * day))).toBe(true)
})

test('a private link names the request and carries its secret in the query', () => {
  expect(requestLink('https://shop.test', 'ABC', 's')).toBe('https://shop.test/privacy/requests/ABC?key=s')
})

test('a sentence that needs a fact nobody stands for is left out', () => {
  const sentences = ['We take {deposit}.', 'Write to {email}.', 'Plain.']
  expect(fillFacts(sentences, { deposit: '$100' })).toEqual(['We take $100.', 'Plain.'])
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

test('a request without a kind, an address or, for a correction, words is told so beside the field', () => {
  const wrongIn = (values: object) =>
    requestInput.safeParse({ ...whole, ...values }).error?.issues.map(({ path }) => path[0])
  expect(wrongIn({ kind: 'sell' })).toEqual(['kind'])
  expect(wrongIn({ email: 'nobody' })).toEqual(['email'])
  expect(wrongIn({ order: 'short' })).toEqual(['order'])
  expect(wrongIn({ kind: 'correct', details: '  ' })).toEqual(['details'])
  expect(wrongIn({ details: 'x'.repeat(2_001) })).toEqual(['details'])
})

test('every policy has parts with anchors of their own, and whole sentences', () => {
  for (const policy of [privacy, terms, refunds, accessibility]) {
    const ids = policy.sections.map(({ id }) => id)
    expect(new Set(ids).size, policy.name).toBe(ids.length)
    expect(policy.short).toHaveLength(4)
    for (const { text, table } of policy.sections) {
      for (const sentence of text) expect(sentence).toMatch(/[.:]$/)
      for (const row of table?.rows ?? []) expect(row).toHaveLength(table?.head.length ?? 0)
    }
  }
})

test('policies of one day have one version', () => {
  expect(policyVersion).toBe(refundPolicyVersion)
})
