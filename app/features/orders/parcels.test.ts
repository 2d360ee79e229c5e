import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { after, day } from '#app/kit/clock.ts'
import {
  answerBy,
  delaySteps,
  leftToPack,
  mayTake,
  parcelGate,
  parcelState,
  type ParcelStep,
  showTracking,
  undoSendMs,
} from './parcels.ts'

const now = new Date('2026-11-20T12:00:00Z')
const fresh = { sentAt: null, deliveredAt: null, returnedAt: null, decision: null, refundedAt: null }
const line = {
  position: 0,
  title: 'Strip Loader',
  detail: '',
  quantity: 3,
  fulfillment: 'shipping',
  returnedAt: null,
}

test('each step is possible in its states only, and a return is received, decided and refunded in this order', () => {
  const states = [
    fresh,
    { ...fresh, sentAt: now },
    { ...fresh, sentAt: now, deliveredAt: now },
    { ...fresh, sentAt: now, returnedAt: now },
    { ...fresh, sentAt: now, returnedAt: now, decision: 'restocked' as const },
    { ...fresh, sentAt: now, returnedAt: now, decision: 'kept_out' as const, refundedAt: now },
  ]
  expect(states.map(parcelState)).toEqual(['packed', 'sent', 'delivered', 'returned', 'decided', 'refunded'])
  const may = (step: ParcelStep) => states.filter((each) => mayTake(step, each, now).ok).map(parcelState)
  expect(may('unpack')).toEqual(['packed'])
  expect(may('send')).toEqual(['packed'])
  expect(may('undo-send')).toEqual(['sent'])
  expect(may('delivered')).toEqual(['sent'])
  expect(may('receive')).toEqual(['sent', 'delivered'])
  expect(may('decide')).toEqual(['returned'])
  expect(may('refund')).toEqual(['decided'])
})

test('sending is undone within the hour, and what goes out again is not refunded', () => {
  const sent = { ...fresh, sentAt: now }
  expect(mayTake('undo-send', sent, after(now, undoSendMs - 1)).ok).toBe(true)
  expect(mayTake('undo-send', sent, after(now, undoSendMs))).toEqual({ ok: false, why: 'too_late' })
  for (const step of ['delivered', 'receive'] as const)
    expect(mayTake(step, sent, after(now, undoSendMs)).ok).toBe(true)
  const resent = { ...sent, returnedAt: now, decision: 'resend' as const }
  expect(mayTake('refund', resent, now)).toEqual({ ok: false, why: 'no_such_step' })
})

test('what is left to pack is what no parcel has; a refunded line, a transfer and a resent parcel count accordingly', () => {
  const parcel = (quantity: number, decision: 'resend' | 'restocked' | null = null) => ({
    decision,
    lines: [{ position: 0, quantity }],
  })
  expect(leftToPack([line], [])).toMatchObject([{ position: 0, quantity: 3 }])
  expect(leftToPack([line], [parcel(1), parcel(1)])).toMatchObject([{ position: 0, quantity: 1 }])
  expect(leftToPack([line], [parcel(3)])).toMatchObject([])
  expect(leftToPack([line, { ...line, position: 1 }], [parcel(1)])).toMatchObject([
    { position: 0, quantity: 2 },
    { position: 1, quantity: 3 },
  ])
  expect(leftToPack([line], [parcel(3, 'resend')])).toMatchObject([{ position: 0, quantity: 3 }])
  expect(leftToPack([line], [parcel(3, 'restocked')])).toMatchObject([])
  expect(leftToPack([{ ...line, returnedAt: now }], [])).toMatchObject([])
  expect(leftToPack([{ ...line, fulfillment: 'ffl_transfer' }], [])).toMatchObject([])
})

test('packing never leaves less than nothing, however it is split', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }), (parts) => {
      let done: { decision: null; lines: { position: number; quantity: number }[] }[] = []
      for (const part of parts) {
        const left = leftToPack([line], done)[0]?.quantity ?? 0
        const quantity = Math.min(part, left)
        if (quantity > 0) done = [...done, { decision: null, lines: [{ position: 0, quantity }] }]
      }
      const packed = done.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)
      expect(packed + (leftToPack([line], done)[0]?.quantity ?? 0)).toBe(3)
    }),
  )
})

test('goods wait while their delivery has to be looked at, unless a person approved; a refusal holds them whoever approved', () => {
  const reason = (role: 'delivery' | 'buyer') => ({
    role,
    state: 'OR',
    stateName: 'Oregon',
    rule: 'magazine' as const,
    status: 'unsettled' as const,
    asOf: '2026-11-01',
    note: '',
  })
  const verdict = (outcome: Verdict['outcome'], role: 'delivery' | 'buyer'): Verdict => ({
    outcome,
    reasons: outcome === 'allowed' ? [] : [reason(role)],
  })
  expect(parcelGate(null, false).ok).toBe(true)
  expect(parcelGate(verdict('allowed', 'delivery'), false).ok).toBe(true)
  expect(parcelGate(verdict('review', 'delivery'), false)).toEqual({ ok: false, why: 'in_review' })
  expect(parcelGate(verdict('review', 'delivery'), true).ok).toBe(true)
  // The rifle of the order waits; its cleaning kit does not.
  expect(parcelGate(verdict('review', 'buyer'), false).ok).toBe(true)
  expect(parcelGate(verdict('refused', 'buyer'), true)).toEqual({ ok: false, why: 'refused_by_state' })
})

test('a tracking number opens its carrier’s page, and nothing else', () => {
  expect(showTracking({ carrier: 'usps', tracking: '9400 1000' })).toEqual({
    text: 'USPS 9400 1000',
    url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=94001000',
  })
  expect(showTracking({ carrier: 'ups', tracking: '1Z"><script>' })?.url).toBe(
    'https://www.ups.com/track?tracknum=1Z%22%3E%3Cscript%3E',
  )
  expect(showTracking({ carrier: 'fedex', tracking: '' })).toBeNull()
  expect(showTracking({ carrier: 'fedex', tracking: ' ' })?.url).toBeNull()
  expect(showTracking({ carrier: 'other', tracking: 'X1' })).toEqual({ text: 'X1', url: null })
})

const paidAt = new Date('2026-11-01T12:00:00Z')
const order = { paidAt, remindedAt: null, offeredAt: null, answer: null }
const steps = (days: number, change: Partial<Parameters<typeof delaySteps>[0]> = {}) => {
  const next = delaySteps({ ...order, ...change }, after(paidAt, days * day))
  return Object.entries(next).flatMap(([step, isDue]) => (isDue ? step : []))
}

test('staff get a reminder on day 20, the buyer a question on day 25, and without an answer a refund on day 30', () => {
  expect(steps(20 - 1e-6)).toEqual([])
  expect(steps(20)).toEqual(['remind'])
  const remindedAt = after(paidAt, 20 * day)
  expect(steps(25 - 1e-6, { remindedAt })).toEqual([])
  expect(steps(25, { remindedAt })).toEqual(['offer'])
  const offeredAt = after(paidAt, 25 * day)
  expect(steps(30 - 1e-6, { remindedAt, offeredAt })).toEqual([])
  expect(steps(30, { remindedAt, offeredAt })).toEqual(['refund'])
  expect(steps(30, { remindedAt, offeredAt, answer: 'wait' })).toEqual([])
})

test('a buyer whose question came late still has days to answer, and without a question there is no refund', () => {
  const offeredAt = after(paidAt, 40 * day)
  expect(answerBy({ paidAt, offeredAt })).toEqual(after(paidAt, 45 * day))
  expect(answerBy({ paidAt, offeredAt: null })).toEqual(after(paidAt, 30 * day))
  expect(steps(44, { remindedAt: paidAt, offeredAt })).toEqual([])
  expect(steps(45, { remindedAt: paidAt, offeredAt })).toEqual(['refund'])
  expect(steps(60)).toEqual(['remind', 'offer'])
  const early = { remindedAt: paidAt, offeredAt: after(paidAt, 10 * day) }
  expect(answerBy({ paidAt, offeredAt: early.offeredAt })).toEqual(after(paidAt, 30 * day))
  expect(steps(30 - 1e-6, early)).toEqual([])
  expect(steps(30, early)).toEqual(['refund'])
})
