import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { states } from '../compliance/rules/states.ts'
import {
  countiesOf,
  countyOfZip,
  isZip,
  isZipOf,
  stateOfZip,
  type Tariff,
  taxOf,
  zipPrefixes,
} from './rules.ts'

const open = { effectiveFrom: '2025-01-01', effectiveTo: null }
const florida = {
  state: 'FL',
  county: null,
  rateMillionths: 60_000,
  capCents: null,
  taxesShipping: true,
  ...open,
}
const miami = { ...florida, county: 'Miami-Dade', rateMillionths: 10_000, capCents: 500_000 }
const tariff: Tariff = { rates: [florida, miami], exemptions: [] }
const today = '2026-11-21'
const sold = (unitCents: number, quantity = 1) => ({ taxClass: 'goods' as const, unitCents, quantity })
const toMiami = { state: 'FL', county: 'Miami-Dade', shippingCents: 0 }

describe('sales tax', () => {
  test('is state and county together, rounded at the third decimal', () => {
    expect(taxOf({ ...toMiami, lines: [sold(1_999)] }, tariff, today)).toEqual({
      lineCents: [140],
      shippingCents: 0,
      label: 'Florida 6%, Miami-Dade 1%',
    })
    // 6.50 at 7 % is 45.5 cents: up. 6.49 is 45.43: down.
    expect(taxOf({ ...toMiami, lines: [sold(650), sold(649)] }, tariff, today).lineCents).toEqual([46, 45])
  })

  test('takes a county’s surtax of the first $5,000 of a single item only', () => {
    const { lineCents } = taxOf({ ...toMiami, lines: [sold(600_000), sold(300_000, 2)] }, tariff, today)
    expect(lineCents).toEqual([36_000 + 5_000, 36_000 + 6_000])
  })

  test('of a county without a rate is the state’s, and of a state without a rate is none', () => {
    const broward = taxOf({ ...toMiami, county: 'Broward', lines: [sold(10_000)] }, tariff, today)
    expect(broward).toMatchObject({ lineCents: [600], label: 'Florida 6%' })
    const texas = taxOf({ ...toMiami, state: 'TX', county: null, lines: [sold(10_000)] }, tariff, today)
    expect(texas).toEqual({ lineCents: [0], shippingCents: 0, label: '' })
  })

  test('takes the rate of a county in its own state, where another state has one of the same name', () => {
    const rates = [
      florida,
      { ...florida, county: 'Orange', rateMillionths: 5_000 },
      { ...florida, state: 'CA', rateMillionths: 72_500, effectiveFrom: '2026-01-01' },
      { ...florida, state: 'CA', county: 'Orange', rateMillionths: 10_000, effectiveFrom: '2026-01-01' },
    ]
    const there = { ...toMiami, county: 'Orange', lines: [sold(10_000)] }
    expect(taxOf(there, { rates, exemptions: [] }, today).label).toBe('Florida 6%, Orange 0.5%')
  })

  test('goes by the day: a newer rate from its first day on, none after the last', () => {
    const dearer = { ...florida, rateMillionths: 65_000, effectiveFrom: '2026-12-01' }
    const rates = [florida, dearer]
    const on = (day: string) =>
      taxOf({ ...toMiami, county: null, lines: [sold(10_000)] }, { rates, exemptions: [] }, day).lineCents[0]
    expect([on('2026-11-30'), on('2026-12-01')]).toEqual([600, 650])
    // A rate of a county is none of its state, even a newer one, and a last day counts.
    const lastDay = { ...florida, effectiveTo: today }
    const newer = { ...miami, effectiveFrom: '2026-11-01' }
    const none = { ...toMiami, county: null, lines: [sold(10_000)] }
    expect(taxOf(none, { rates: [lastDay, newer], exemptions: [] }, today).lineCents).toEqual([600])
    const over = { ...florida, effectiveTo: '2026-11-20' }
    expect(taxOf({ ...toMiami, lines: [sold(10_000)] }, { rates: [over], exemptions: [] }, today).label).toBe(
      '',
    )
  })

  test('is not taken of an exempt class in its period, once that is confirmed', () => {
    const holiday = { state: 'FL', taxClass: 'magazine' as const, name: 'Holiday', ...open }
    const lines = [{ ...sold(10_000), taxClass: 'magazine' as const }, sold(10_000)]
    const by = (isConfirmed: boolean) =>
      taxOf({ ...toMiami, lines }, { ...tariff, exemptions: [{ ...holiday, isConfirmed }] }, today).lineCents
    expect(by(true)).toEqual([0, 700])
    expect(by(false)).toEqual([700, 700])
  })

  test('is taken in one state of what another one exempts', () => {
    const elsewhere = { state: 'GA', taxClass: 'goods' as const, name: 'Holiday', isConfirmed: true, ...open }
    expect(
      taxOf({ ...toMiami, lines: [sold(10_000)] }, { ...tariff, exemptions: [elsewhere] }, today).lineCents,
    ).toEqual([700])
  })

  test('is taken of shipping where the state says so, and not when nothing sent is taxed', () => {
    const sent = { ...toMiami, shippingCents: 1_000 }
    expect(taxOf({ ...sent, lines: [sold(100)] }, tariff, today).shippingCents).toBe(70)
    // Shipping is no single item: a county takes its part of all of it.
    const freight = { ...sent, shippingCents: 600_000, lines: [sold(100)] }
    expect(taxOf(freight, tariff, today).shippingCents).toBe(42_000)
    const untaxing = { rates: [{ ...florida, taxesShipping: false }, miami], exemptions: [] }
    expect(taxOf({ ...sent, lines: [sold(100)] }, untaxing, today)).toMatchObject({
      lineCents: [7],
      shippingCents: 0,
    })
    const untaxed = { taxClass: null, unitCents: 2_900, quantity: 1 }
    expect(taxOf({ ...sent, lines: [untaxed] }, tariff, today).shippingCents).toBe(0)
  })

  test('is the exact tax, to half a cent, on every line', () => {
    const lines = fc.array(
      fc.record({ unitCents: fc.nat(490_000), quantity: fc.integer({ min: 1, max: 99 }) }),
    )
    fc.assert(
      fc.property(lines, (made) => {
        const { lineCents } = taxOf(
          { ...toMiami, lines: made.map(({ unitCents, quantity }) => sold(unitCents, quantity)) },
          tariff,
          today,
        )
        for (const [at, { unitCents, quantity }] of made.entries())
          expect(Math.abs((lineCents[at] ?? 0) - unitCents * quantity * 0.07)).toBeLessThanOrEqual(0.5 + 1e-6)
      }),
    )
  })
})

test('a ZIP code belongs to its state and to no other', () => {
  expect(isZipOf('33130', 'FL')).toBe(true)
  expect(isZipOf('33130', 'GA')).toBe(false)
  expect(isZipOf('00501', 'NY')).toBe(true)
  expect(isZipOf('20500', 'DC')).toBe(true)
  expect(isZipOf('06390', 'NY')).toBe(true)
  expect(isZipOf('06390', 'CT')).toBe(false)
  expect(isZipOf('34001', 'FL')).toBe(false) // military post
})

test('every state that is served has ranges, and no two states share one', () => {
  expect(Object.keys(zipPrefixes).toSorted()).toEqual(states.map(({ code }) => code).toSorted())
  for (let prefix = 0; prefix < 1_000; prefix++) {
    const zip = `${String(prefix).padStart(3, '0')}99`
    expect(states.filter(({ code }) => isZipOf(zip, code)).length, zip).toBeLessThanOrEqual(1)
  }
})

test('a ZIP code has five digits, or nine', () => {
  expect(['33130', '33130-1234'].every(isZip)).toBe(true)
  expect(['3313', '331301234', 'ABCDE', ''].some(isZip)).toBe(false)
})

test('Florida has 67 counties, and a ZIP code names one only where all of its section lies in it', () => {
  expect(countiesOf('FL')).toHaveLength(67)
  expect(new Set(countiesOf('FL')).size).toBe(67)
  expect(countiesOf('TX')).toEqual([])
  expect(countyOfZip('33130', 'FL')).toBe('Miami-Dade')
  expect(countyOfZip('32259', 'FL')).toBeUndefined()
  expect(countyOfZip('33130', 'TX')).toBeUndefined()
})

test('the state of a ZIP code is the one it belongs to, for every code of every range', () => {
  for (let prefix = 0; prefix < 1_000; prefix++) {
    const zip = `${String(prefix).padStart(3, '0')}99`
    const state = stateOfZip(zip)
    expect(states.filter(({ code }) => isZipOf(zip, code)).map(({ code }) => code)).toEqual(
      state ? [state] : [],
    )
  }
  expect(stateOfZip('06390')).toBe('NY')
  for (const none of ['', '3313', '00901', '34001', '96950']) expect(stateOfZip(none)).toBeUndefined()
})
