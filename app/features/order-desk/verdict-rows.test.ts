import { expect, test } from 'vitest'
import type { Reason, Verdict } from '#app/features/compliance/rules.ts'
import { verdictRows } from './sheet.server.ts'

const reason = (role: Reason['role'], state: string, stateName: string): Reason => ({
  role,
  state,
  stateName,
  rule: 'sbr',
  status: 'restricted',
  asOf: '2026-11-01',
  note: '',
})
const review: Verdict = { outcome: 'review', reasons: [reason('buyer', 'MD', 'Maryland')] }
const places = { buyerState: 'MD', dealerState: 'FL', shipState: null, needsDealer: true }
const kinds = (...args: Parameters<typeof verdictRows>) => verdictRows(...args).map(({ kind }) => kind)

test('each place that was judged has a line, with what speaks against it or that nothing does', () => {
  const rows = verdictRows(review, 'waiting', places, [])
  expect(rows.map(({ kind, words }) => [kind, words])).toEqual([
    ['review', 'A person decides before it moves on.'],
    ['review', 'Buyer’s state, Maryland'],
    ['done', 'Dealer’s state, Florida: nothing against it'],
  ])
  expect(rows[1]?.detail).toContain('Maryland')
})

test('a dealer to come is a line to do, and goods by parcel need none', () => {
  expect(kinds(review, 'waiting', { ...places, dealerState: null }, [])).toEqual(['review', 'review', 'todo'])
  const parcel = { buyerState: 'FL', dealerState: null, shipState: 'FL', needsDealer: false }
  expect(kinds({ outcome: 'allowed', reasons: [] }, 'clear', parcel, [])).toEqual(['done', 'done', 'done'])
})

test('a class asks for no dealer', () => {
  const seat = { buyerState: 'FL', dealerState: null, shipState: null, needsDealer: false }
  expect(kinds({ outcome: 'allowed', reasons: [] }, 'clear', seat, [])).toEqual(['done', 'done'])
})

const requested = { key: 'document permit', kind: 'wait' as const, words: 'Permit', detail: 'By Dec 1' }

test('a requested document waits with its date; a refusal mentions only the places it is about', () => {
  expect(verdictRows(review, 'document', places, [requested]).at(-1)).toMatchObject({
    kind: 'wait',
    detail: 'By Dec 1',
  })
  const refused: Verdict = { outcome: 'refused', reasons: [reason('dealer', 'FL', 'Florida')] }
  expect(kinds(refused, 'refused', places, [])).toEqual(['no', 'no'])
})

test('what a person approved does not say that the rules allow it', () => {
  expect(verdictRows(review, 'clear', places, [])[0]).toMatchObject({
    kind: 'done',
    words: 'A person approved it.',
  })
})
