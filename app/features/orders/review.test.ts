import { expect, test } from 'vitest'
import type { Reason, Verdict } from '#app/features/compliance/rules.ts'
import { reasonKey, reviewStateOf } from './review.ts'

const reason = (version: number): Reason => ({
  role: 'buyer',
  state: 'MD',
  stateName: 'Maryland',
  rule: 'sbr',
  status: 'restricted',
  cites: { id: 'MD', version, asOf: '2026-11-20', sources: [] },
  asOf: '2026-11-20',
  note: '',
})
const review = (...versions: number[]): Verdict => ({ outcome: 'review', reasons: versions.map(reason) })
const allowed: Verdict = { outcome: 'allowed', reasons: [] }
const approved = (...versions: number[]) => ({
  decision: 'approved' as const,
  reasons: versions.map((version) => reasonKey(reason(version))),
})

test('an order that the rules allow needs no decision', () => {
  expect(reviewStateOf(allowed, undefined)).toBe('clear')
  expect(reviewStateOf(null, undefined)).toBe('clear')
  expect(reviewStateOf(review(1), undefined)).toBe('waiting')
})

test('an approval counts for the version of the rule that it was given for', () => {
  expect(reviewStateOf(review(1), approved(1))).toBe('clear')
  expect(reviewStateOf(review(2), approved(1))).toBe('waiting')
  expect(reviewStateOf(review(1, 2), approved(1))).toBe('waiting')
  expect(reviewStateOf(review(2), approved(1, 2))).toBe('clear')
})

test('an approval covers no reason of another place or another status', () => {
  const [one] = review(1).reasons
  if (!one) throw new Error('No reason')
  for (const change of [
    { place: 'Baltimore' },
    { status: 'prohibited' as const },
    { rule: 'handgun' as const },
  ])
    expect(reviewStateOf({ outcome: 'review', reasons: [{ ...one, ...change }] }, approved(1))).toBe(
      'waiting',
    )
})

test('no approval goes past a refusal of the rules', () => {
  expect(reviewStateOf({ ...review(1), outcome: 'refused' }, approved(1))).toBe('refused')
})

test('a requested document and a decline hold the order even where the rules allow it', () => {
  expect(reviewStateOf(allowed, { decision: 'document_requested', reasons: [] })).toBe('document')
  expect(reviewStateOf(allowed, { decision: 'declined', reasons: [] })).toBe('declined')
})
