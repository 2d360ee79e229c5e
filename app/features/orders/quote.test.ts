import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Tariff, taxClasses } from '#app/features/delivery/rules.ts'
import { isTaxedAlike, quoteOf } from './quote.ts'

const today = '2026-11-21'
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
const tariff = { rates: [florida, miami], exemptions: [] }

test('a quote is the sum of its parts', () => {
  const line = fc.record({
    fulfillment: fc.constantFrom(
      'ffl_transfer' as const,
      'shipping' as const,
      'digital' as const,
      'in_person' as const,
    ),
    taxClass: fc.option(fc.constantFrom(...taxClasses)),
    unitCents: fc.nat(1_000_000),
    quantity: fc.integer({ min: 1, max: 99 }),
  })
  const place = fc.constantFrom(
    { shipState: 'FL', shipCounty: 'Miami-Dade' },
    { shipState: 'FL', shipCounty: 'Duval' },
    { shipState: 'TX', shipCounty: null },
  )
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), place, fc.nat(5_000), (lines, destination, priceCents) => {
      const placed = lines.map((each, position) => ({ ...each, position }))
      const quote = quoteOf(placed, destination, { priceCents }, { tariff, today })
      const goodsCents = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
      const taxes = Object.values(quote.taxCents).reduce((sum, cents) => sum + cents, 0)
      expect(quote.totalCents).toBe(goodsCents + taxes + quote.shippingCents + quote.shippingTaxCents)
      const hasParcel = lines.some(({ fulfillment }) => fulfillment === 'shipping')
      expect(hasParcel ? goodsCents : quote.totalCents).toBe(goodsCents)
    }),
  )
})

test('a quote names its tax, or has no name for none', () => {
  const line = {
    position: 0,
    fulfillment: 'shipping' as const,
    taxClass: 'goods' as const,
    unitCents: 10_000,
    quantity: 1,
  }
  const labelAt = (shipState: string, shipCounty: string | null) =>
    quoteOf([line], { shipState, shipCounty }, { priceCents: 0 }, { tariff, today }).taxLabel
  expect(labelAt('FL', 'Miami-Dade')).toBe('Florida 6%, Miami-Dade 1%')
  expect(labelAt('TX', null)).toBeNull()
})

describe('the tax at another address', () => {
  const line = {
    fulfillment: 'shipping' as const,
    taxClass: 'goods' as const,
    unitCents: 10_000,
    quantity: 1,
  }
  const lines = [
    { ...line, position: 0 as number, taxCents: 700 as number, returnedAt: null as Date | null },
    { ...line, position: 1 as number, taxCents: 700 as number, returnedAt: null as Date | null },
  ] as const
  const charged = { shipState: 'FL', shipCounty: 'Miami-Dade', shippingCents: 1_000, shippingTaxCents: 70 }
  const broward = { ...florida, county: 'Broward', rateMillionths: 10_000, capCents: null }
  const raised = { rates: [{ ...florida, rateMillionths: 65_000 }, miami, broward], exemptions: [] }
  const alike = (
    to: { shipState: string; shipCounty: string | null },
    more: { lines?: readonly (typeof lines)[number][]; tariff?: Tariff; charged?: typeof charged } = {},
  ) =>
    isTaxedAlike(more.lines ?? lines, more.charged ?? charged, to, {
      tariff: more.tariff ?? { rates: [florida, miami, broward], exemptions: [] },
      today,
    })

  test('is what was charged within the same county, even after a rate change', () => {
    expect(alike({ shipState: 'FL', shipCounty: 'Miami-Dade' }, { tariff: raised })).toBe(true)
  })

  test('in another county or state is compared with what was charged', () => {
    expect(alike({ shipState: 'FL', shipCounty: 'Broward' })).toBe(true)
    expect(alike({ shipState: 'FL', shipCounty: 'Broward' }, { tariff: raised })).toBe(false)
    expect(alike({ shipState: 'FL', shipCounty: null })).toBe(false)
    expect(alike({ shipState: 'TX', shipCounty: 'Miami-Dade' })).toBe(false)
  })

  test('ignores returned lines and counts the shipping', () => {
    const odd = { ...lines[1], taxCents: 1 }
    const given = { ...odd, returnedAt: new Date() }
    const there = { shipState: 'FL', shipCounty: 'Broward' }
    expect(alike(there, { lines: [lines[0], odd] })).toBe(false)
    expect(alike(there, { lines: [lines[0], given] })).toBe(true)
    expect(alike(there, { charged: { ...charged, shippingTaxCents: 60 } })).toBe(false)
  })
})
