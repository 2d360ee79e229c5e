import { expect, test } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { acceptedVersions } from '#app/features/orders/rules/policy-versions.ts'
import { accessibility } from './data/accessibility.ts'
import { privacy } from './data/privacy.ts'
import { refunds } from './data/refunds.ts'
import { terms } from './data/terms.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { requestInput } from './input.ts'
import {
  confirmForMs,
  dueOf,
  fillFacts,
  fillPolicy,
  isLinkOpen,
  outsideFacts,
  policyVersions,
  requestLink,
} from './rules.ts'

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

test('a sentence that needs a missing fact is left out', () => {
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

test('a request without a kind, an email or, for a correction, details shows an error beside the field', () => {
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

test('an order accepts the newest terms and refund policy', () => {
  expect(acceptedVersions.termsVersion).toBe(policyVersions.terms[0]?.version)
  expect(acceptedVersions.refundPolicyVersion).toBe(policyVersions.refunds[0]?.version)
  for (const versions of Object.values(policyVersions)) {
    const days = versions.map(({ since }) => since)
    expect(days).toEqual(days.toSorted().toReversed())
    expect(new Set(versions.map(({ version }) => version)).size).toBe(versions.length)
  }
})

test('terms and refund policy never change under their version: other words are a new version', () => {
  const print = ({ lead, short, sections }: typeof terms) =>
    fingerprint(JSON.stringify([lead, short, sections]))
  expect({ [acceptedVersions.termsVersion]: print(terms) }).toEqual({ '2026-11.3': 'mK7p8FHGITG2MrzdxfCgY7' })
  expect({ [acceptedVersions.refundPolicyVersion]: print(refunds) }).toEqual({
    '2026-11.2': 'h7K764BObAR4ZGFhl6bgq_',
  })
})

test('the privacy policy counts the companies whose content the settings load', () => {
  const page = (cardForm?: string, calendar?: string) => {
    const { short, sections } = fillPolicy(privacy, outsideFacts({ cardForm, calendar }))
    const shared = sections.find(({ id }) => id === 'shared')?.text.join(' ') ?? ''
    return { row: short.find(({ term }) => term === 'Other companies on our pages'), shared }
  }
  const none = page()
  expect(none.row).toMatchObject({ value: '0', note: 'Fonts, pictures and scripts are our own.' })
  expect(none.shared).not.toMatch(/card form|calendar/)

  const card = page('js.pay.example')
  expect(card.row).toMatchObject({
    value: '1',
    note: 'The card form at checkout. Everything else is our own.',
  })
  expect(card.shared).toContain('comes from the payment service, js.pay.example.')
  expect(card.shared).not.toContain('calendar')

  const both = page('js.pay.example', 'book.example')
  expect(both.row).toMatchObject({
    value: '2',
    note: 'The card form at checkout and the calendar of classes. Everything else is our own.',
  })
  expect(both.shared).toContain('comes from book.example.')
})
