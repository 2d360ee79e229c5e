import { expect, test } from 'vitest'
import { citationsOf, claimInForce, figureThroughTime, isStale } from './rules.ts'

const row = (figure: string, effectiveFrom: string | null, effectiveTo: string | null, period = '') => ({
  figure,
  effectiveFrom,
  effectiveTo,
  period,
})

const before = row('$200', null, '2025-12-31', 'until Dec 31, 2025')
const since = row('$0', '2026-01-01', null, 'since Jan 1, 2026')

test('the figure changes at midnight of the shop, not of Greenwich', () => {
  expect(claimInForce([since, before], new Date('2026-01-01T04:59:59Z'))).toBe(before)
  expect(claimInForce([since, before], new Date('2026-01-01T05:00:00Z'))).toBe(since)
})

test('the shop’s own zone can be another one', () => {
  expect(claimInForce([since, before], new Date('2026-01-01T05:30:00Z'), 'America/Chicago')).toBe(before)
})

test('a claim holds on its last day', () => {
  const week = row('3 days', '2026-11-01', '2026-11-07')
  expect(claimInForce([week], new Date('2026-11-08T04:00:00Z'))).toBe(week)
  expect(claimInForce([week], new Date('2026-11-08T05:00:00Z'))).toBeUndefined()
})

test('where periods overlap, the one that began last holds', () => {
  const always = row('90 days', null, null)
  const newer = row('30 days', '2026-06-01', null)
  expect(claimInForce([newer, always], new Date('2026-11-20T12:00:00Z'))).toBe(newer)
})

test('a claim is due for review once ninety days have passed', () => {
  const claim = { ...since, reviewedOn: '2026-11-20' }
  expect(isStale(claim, new Date('2027-02-18T17:00:00Z'))).toBe(false)
  expect(isStale(claim, new Date('2027-02-19T17:00:00Z'))).toBe(true)
})

test('a claim whose period is over needs no review', () => {
  const claim = { ...since, reviewedOn: '2026-01-01', effectiveTo: '2026-11-20' }
  expect(isStale(claim, new Date('2026-11-20T17:00:00Z'))).toBe(true)
  expect(isStale(claim, new Date('2026-11-21T17:00:00Z'))).toBe(false)
  expect(isStale({ ...before, reviewedOn: '2025-01-01' }, new Date('2026-11-20T12:00:00Z'))).toBe(false)
})

test('a figure through time reads oldest first, with its periods', () => {
  expect(figureThroughTime([since, before])).toBe('$200 until Dec 31, 2025; $0 since Jan 1, 2026')
})

test('a source cites statutes of the United States and of Florida, and the sites of authorities alone', () => {
  const source =
    'Florida Statutes 790.065(13); 27 CFR 478.99; https://www.lems.online/2025/12/15/questions; https://www.fflguard.com/articles/nics; https://atf.gov/node/40641; https://www.leg.state.fl.us/statutes.'
  expect(citationsOf(source)).toEqual({
    laws: ['Florida Statutes 790.065(13)', '27 CFR 478.99'],
    addresses: ['https://atf.gov/node/40641', 'https://www.leg.state.fl.us/statutes'],
  })
})
