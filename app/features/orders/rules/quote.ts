import { type ShippingMethod, type Tariff, taxOf } from '#app/features/delivery/rules.ts'
import type { Fulfillment, TaxClass } from '../sellable.ts'
import { subtotalOf } from './needs.ts'

/** What a quote needs to know of a line. */
export type QuotedLine = {
  position: number
  fulfillment: Fulfillment
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
  const parcels = lines.filter(({ fulfillment }) => fulfillment === 'shipping')
  const shippingCents = parcels.length ? method.priceCents : 0
  const tax = taxOf({ state: shipState, county: shipCounty, lines: parcels, shippingCents }, tariff, today)
  const sum = tax.lineCents.reduce((all, cents) => all + cents, 0)
  return {
    taxCents: Object.fromEntries(parcels.map(({ position }, at) => [position, tax.lineCents[at] ?? 0])),
    shippingCents,
    shippingTaxCents: tax.shippingCents,
    taxLabel: tax.label || null,
    totalCents: subtotalOf(lines) + shippingCents + tax.shippingCents + sum,
  }
}

/** All the tax of a quote or an order. */
export function taxSum(lines: readonly { taxCents: number }[], shippingTaxCents: number): number {
  return lines.reduce((sum, { taxCents }) => sum + taxCents, shippingTaxCents)
}

/** What was charged on an order that was delivered to a place. */
type Charged = Destination & { shippingCents: number; shippingTaxCents: number }

/**
 * Is the sales tax at another address what was charged? Within one tax place it is, whatever rates are by now: a corrected
 * street changes no tax. Elsewhere, the tax there today on each line that still stands, and on the shipping, must be what was
 * charged; lines that were given back have been settled.
 */
export function isTaxedAlike(
  lines: readonly (QuotedLine & { taxCents: number; returnedAt: Date | null })[],
  charged: Charged,
  to: Destination,
  tariff: Tariff,
  today: string,
): boolean {
  if (to.shipState === charged.shipState && to.shipCounty === charged.shipCounty) return true
  const { taxCents, shippingTaxCents } = quoteOf(
    lines,
    to,
    { priceCents: charged.shippingCents },
    tariff,
    today,
  )
  return (
    shippingTaxCents === charged.shippingTaxCents &&
    lines.every((line) => line.returnedAt !== null || (taxCents[line.position] ?? 0) === line.taxCents)
  )
}

/** What prices are worked out from: what is offered and taken today (`2026-11-21`, in the shop's zone). */
export type PriceList = { methods: readonly ShippingMethod[]; tariff: Tariff; today: string }
