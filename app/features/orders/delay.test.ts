import { expect, test } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { answerBy, delaySteps } from './parcels.ts'

const paidAt = new Date('2026-11-01T12:00:00Z')
const order = { paidAt, remindedAt: null, offeredAt: null, answer: null }
const steps = (days: number, change: Partial<Parameters<typeof delaySteps>[0]> = {}) =>
  delaySteps({ ...order, ...change }, after(paidAt, days * day))

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
