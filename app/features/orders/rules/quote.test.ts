import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxClasses } from '../../delivery/rules.ts'
import { quoteOf } from './quote.ts'

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

test('a quote is the sum of its parts, whatever is in the order', () => {
  const line = fc.record({
    fulfilment: fc.constantFrom(
      'transfer' as const,
      'parcel' as const,
      'download' as const,
      'attend' as const,
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
      const quote = quoteOf(placed, destination, { priceCents }, tariff, today)
      const pieces = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
      const taxes = Object.values(quote.taxCents).reduce((sum, cents) => sum + cents, 0)
      expect(quote.totalCents).toBe(pieces + taxes + quote.shippingCents + quote.shippingTaxCents)
      const hasParcel = lines.some(({ fulfilment }) => fulfilment === 'parcel')
      expect(hasParcel ? pieces : quote.totalCents).toBe(pieces)
    }),
  )
})
