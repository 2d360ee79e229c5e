import { type ShippingMethod, type Tariff, taxOf } from '#app/features/delivery/rules.ts'
import type { Fulfilment, TaxClass } from '../sellable.ts'
import { piecesCents } from './needs.ts'

/** What a quote needs to know of a line. */
export type QuotedLine = {
  position: number
  fulfilment: Fulfilment
  taxClass: TaxClass | null
  unitCents: number
  quantity: number
}

/** Where parcels go, as far as the price depends on it. */
export type Destination = { shipState: string; shipCounty: string | null }

/** What an order costs with everything on it, in cents. The lines' tax stands by position. */
export type Quote = {
  taxCents: Record<number, number>
  shippingCents: number
  shippingTaxCents: number
  taxLabel: string | null
  totalCents: number
}

/**
 * Works out shipping and sales tax of an order that is delivered there, on a day (`2026-11-21`) in the shop's zone. Only
 * parcels are taxed: what is taken in person, downloaded, or put down as a deposit carries no tax now.
 */
export function quoteOf(
  lines: readonly QuotedLine[],
  { shipState, shipCounty }: Destination,
  method: Pick<ShippingMethod, 'priceCents'>,
  tariff: Tariff,
  today: string,
): Quote {
  const parcels = lines.filter(({ fulfilment }) => fulfilment === 'parcel')
  const shippingCents = parcels.length ? method.priceCents : 0
  const tax = taxOf({ state: shipState, county: shipCounty, lines: parcels, shippingCents }, tariff, today)
  const sum = tax.lineCents.reduce((all, cents) => all + cents, 0)
  return {
    taxCents: Object.fromEntries(parcels.map(({ position }, at) => [position, tax.lineCents[at] ?? 0])),
    shippingCents,
    shippingTaxCents: tax.shippingCents,
    taxLabel: tax.label || null,
    totalCents: piecesCents(lines) + shippingCents + tax.shippingCents + sum,
  }
}

/** All the tax of a quote or an order. */
export function taxSum(lines: readonly { taxCents: number }[], shippingTaxCents: number): number {
  return lines.reduce((sum, { taxCents }) => sum + taxCents, shippingTaxCents)
}
