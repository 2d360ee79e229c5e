import { type ShippingMethod, type Tariff, taxOf } from '#app/features/delivery/rules.ts'
import { type ShippingFlags, subtotalOf, needsOf } from './goods.ts'
import type { orderLines } from './tables.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { addressLines } from './input.ts'
import type { OrderView } from './store/read.server.ts'

type QuotedLine = Pick<
  typeof orderLines.$inferSelect,
  'position' | 'fulfillment' | 'taxClass' | 'unitCents' | 'quantity'
>

type Destination = { shipState: string; shipCounty: string | null }

/** Calculates shipping and sales tax for a destination. Only shipped lines are taxed: seats, downloads and deposits carry no tax now. */
export function quoteOf(
  lines: readonly QuotedLine[],
  { shipState, shipCounty }: Destination,
  method: Pick<ShippingMethod, 'priceCents'>,
  { tariff, today }: TaxRates,
) {
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

export type Quote = ReturnType<typeof quoteOf>

export function taxSum(lines: readonly { taxCents: number }[], shippingTaxCents: number): number {
  return lines.reduce((sum, { taxCents }) => sum + taxCents, shippingTaxCents)
}

/** What is due besides the lines, as every page and mail names it. */
export function chargesOf(order: OrderView): { label: string; cents: number }[] {
  const { lines, shippingName, shippingCents, shippingTaxCents, taxLabel } = order
  return [
    ...(shippingName ? [{ label: `Shipping, ${shippingName}`, cents: shippingCents }] : []),
    ...(taxLabel ? [{ label: `Sales tax: ${taxLabel}`, cents: taxSum(lines, shippingTaxCents) }] : []),
  ]
}

type Charged = Destination & { shippingCents: number; shippingTaxCents: number }

/** Within the same state and county it is, even if rates changed since. Returned lines do not count. */
export function isTaxedAlike(
  lines: readonly (QuotedLine & { taxCents: number; returnedAt: Date | null })[],
  charged: Charged,
  to: Destination,
  rates: TaxRates,
): boolean {
  if (to.shipState === charged.shipState && to.shipCounty === charged.shipCounty) return true
  const { taxCents, shippingTaxCents } = quoteOf(lines, to, { priceCents: charged.shippingCents }, rates)
  return (
    shippingTaxCents === charged.shippingTaxCents &&
    lines.every((line) => line.returnedAt !== null || (taxCents[line.position] ?? 0) === line.taxCents)
  )
}

export function methodsFor<Method extends Pick<ShippingMethod, 'isByAir'>>(
  lines: readonly { flags: ShippingFlags | null }[],
  methods: readonly Method[],
): Method[] {
  const isGroundOnly = lines.some(({ flags }) => flags?.isGroundOnly)
  return methods.filter(({ isByAir }) => !isByAir || !isGroundOnly)
}

/** Shipping methods and tax rates of one day (`2026-11-21`, in the shop's time zone). */
export type PriceList = { methods: readonly ShippingMethod[]; tariff: Tariff; today: string }

type TaxRates = Pick<PriceList, 'tariff' | 'today'>

export function recipientOf(order: OrderView) {
  if (!needsOf(order.lines).shipping || !order.quotedAt) return null
  const { shipState, shipCounty } = order
  return {
    name: order.buyerName ?? '',
    email: order.buyerEmail ?? '',
    lines: [
      ...addressLines(order),
      ...(shipCounty ? [`${shipCounty} County, ${stateName(shipState ?? '')}`] : []),
    ],
    shipping: order.shippingName ?? '',
  }
}

export type Recipient = NonNullable<ReturnType<typeof recipientOf>>

/** Parses a line position from a form; `undefined` if missing or invalid, never 0 by accident. */
export function parsePosition(sent: unknown): number | undefined {
  return typeof sent === 'string' && /^\d{1,4}$/.test(sent) ? Number(sent) : undefined
}
