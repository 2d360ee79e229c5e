import { stateName } from '../compliance/rules/states.ts'
import type { shippingMethods } from './tables.ts'

export const taxClasses = ['goods', 'magazine', 'firearm', 'firearm_accessory', 'apparel_patch'] as const
export type TaxClass = (typeof taxClasses)[number]

/** The span of days in which a row of the tables holds, both ends included. `null` is open. `2026-01-01`. */
type Period = { effectiveFrom: string; effectiveTo: string | null }

/** Of a state or, with `county`, what that adds. Without a state's row none is collected: no nexus there, or not decided yet. */
type TaxRate = Period & {
  state: string
  county: string | null
  /** Millionths of the price: 60 000 is 6 %. */
  rateMillionths: number
  /** The most of one single item's price that this rate is taken of, in cents; `null` takes it of all. */
  capCents: number | null
  /** Is the charge for delivery taxed as what is delivered? Said by the state's row. */
  taxesShipping: boolean
}

/** A period in which a state takes no tax on a class. One that nobody confirmed yet does not count. */
type TaxExemption = Period & { state: string; taxClass: TaxClass; name: string; isConfirmed: boolean }

export type ShippingMethod = Pick<
  typeof shippingMethods.$inferSelect,
  'code' | 'name' | 'text' | 'priceCents' | 'isByAir'
>

export type Tariff = { rates: readonly TaxRate[]; exemptions: readonly TaxExemption[] }

export type Delivery = {
  state: string
  county: string | null
  lines: readonly { taxClass: TaxClass | null; unitCents: number; quantity: number }[]
  shippingCents: number
}

/** The sales tax of a delivery in cents, line by line, and what it is called: `Florida 6%, Miami-Dade 1%`. */
export type Tax = { lineCents: number[]; shippingCents: number; label: string }

/** Each line by itself, so that its refund has its own tax; to the third decimal, then rounded (Florida Department of Revenue, surtax). */
export function taxOf(delivery: Delivery, { rates, exemptions }: Tariff, today: string): Tax {
  const { state, county, lines, shippingCents } = delivery
  const base = inForce(rates, today, ({ state: of, county: within }) => of === state && within === null)
  const nothing = { lineCents: lines.map(() => 0), shippingCents: 0, label: '' }
  if (!base) return nothing
  const added =
    county === null
      ? undefined
      : inForce(rates, today, (rate) => rate.state === state && rate.county === county)
  const taking = added ? [base, added] : [base]
  const isTaxed = (taxClass: TaxClass | null) =>
    taxClass !== null &&
    !exemptions.some(
      (row) => row.isConfirmed && row.state === state && row.taxClass === taxClass && holds(row, today),
    )
  const lineCents = lines.map((line) => (isTaxed(line.taxClass) ? taxOn(taking, line) : 0))
  const isAnyTaxed = lines.some(({ taxClass }) => isTaxed(taxClass))
  if (!isAnyTaxed) return nothing
  const uncapped = taking.map((rate) => ({ ...rate, capCents: null }))
  return {
    lineCents,
    shippingCents: base.taxesShipping ? taxOn(uncapped, { unitCents: shippingCents, quantity: 1 }) : 0,
    label: taking
      .map(({ county: of, rateMillionths }) => `${of ?? stateName(state)} ${percent(rateMillionths)}`)
      .join(', '),
  }
}

function taxOn(
  rates: readonly TaxRate[],
  { unitCents, quantity }: { unitCents: number; quantity: number },
): number {
  const millionths = rates.reduce(
    (sum, { rateMillionths, capCents }) =>
      sum + Math.min(unitCents, capCents ?? unitCents) * quantity * rateMillionths,
    0,
  )
  // Tenths of a cent are the third decimal of a dollar: what comes after it is cut off, then it is rounded.
  const tenths = Math.floor(millionths / 100_000)
  return Math.floor((tenths + 5) / 10)
}

function inForce(
  rates: readonly TaxRate[],
  today: string,
  isIt: (rate: TaxRate) => boolean,
): TaxRate | undefined {
  return rates
    .filter((rate) => isIt(rate) && holds(rate, today))
    .toSorted((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom))[0]
}

export function holds({ effectiveFrom, effectiveTo }: Period, today: string): boolean {
  return effectiveFrom <= today && (effectiveTo === null || today <= effectiveTo)
}

export function percent(millionths: number): string {
  return `${millionths / 10_000}%`
}
