import { stateName } from '../compliance/rules/states.ts'
import type { shippingMethods, taxExemptions, taxRates } from './tables.ts'

export const taxClasses = ['goods', 'magazine', 'firearm', 'firearm_accessory', 'apparel_patch'] as const
export type TaxClass = (typeof taxClasses)[number]

type TaxRate = Omit<typeof taxRates.$inferSelect, 'id' | 'source' | 'asOf' | 'revision'>
type TaxExemption = Omit<typeof taxExemptions.$inferSelect, 'id' | 'source' | 'asOf'>
/** The days on which a row holds, both ends included. `null` is open. */
type Period = Pick<TaxExemption, 'effectiveFrom' | 'effectiveTo'>

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
  const rateOf = (within: string | null) =>
    rates
      .filter((rate) => rate.state === state && rate.county === within && holds(rate, today))
      .toSorted((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom))[0]
  const base = rateOf(null)
  const nothing = { lineCents: lines.map(() => 0), shippingCents: 0, label: '' }
  if (!base) return nothing
  const added = county === null ? undefined : rateOf(county)
  const taking = added ? [base, added] : [base]
  const isTaxed = (taxClass: TaxClass | null) =>
    taxClass !== null &&
    !exemptions.some(
      (row) => row.isConfirmed && row.state === state && row.taxClass === taxClass && holds(row, today),
    )
  if (!lines.some(({ taxClass }) => isTaxed(taxClass))) return nothing
  const uncapped = taking.map((rate) => ({ ...rate, capCents: null }))
  return {
    lineCents: lines.map((line) => (isTaxed(line.taxClass) ? taxOn(taking, line) : 0)),
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

export function holds({ effectiveFrom, effectiveTo }: Period, today: string): boolean {
  return effectiveFrom <= today && (effectiveTo === null || today <= effectiveTo)
}

export function percent(millionths: number): string {
  return `${millionths / 10_000}%`
}

export function isZip(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text)
}

export function isZipOf(zip: string, state: string): boolean {
  const across = zipsAcross[zip.slice(0, 5)]
  if (across) return across === state
  const prefix = Number(zip.slice(0, 3))
  return (zipPrefixes[state] ?? '').split(' ').some((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return first !== undefined && last !== undefined && first <= prefix && prefix <= last
  })
}

/** The state of a ZIP code, by its first three digits; undefined where it is none of ours or not a ZIP code. */
export function stateOfZip(zip: string): string | undefined {
  if (!isZip(zip)) return undefined
  return Object.keys(zipPrefixes).find((state) => isZipOf(zip, state))
}

/** The counties that a buyer of this state chooses from; empty where tax does not depend on the county. */
export function countiesOf(state: string): readonly string[] {
  return state === 'FL' ? floridaCounties : []
}

export function countyOfZip(zip: string, state: string): string | undefined {
  return state === 'FL' ? countyOfPrefix[zip.slice(0, 3)] : undefined
}

/** The 67 counties of Florida, as its Department of Revenue lists them for the discretionary surtax. */
const floridaCounties: readonly string[] = `
  Alachua, Baker, Bay, Bradford, Brevard, Broward, Calhoun, Charlotte, Citrus, Clay, Collier,
  Columbia, DeSoto, Dixie, Duval, Escambia, Flagler, Franklin, Gadsden, Gilchrist, Glades, Gulf,
  Hamilton, Hardee, Hendry, Hernando, Highlands, Hillsborough, Holmes, Indian River, Jackson,
  Jefferson, Lafayette, Lake, Lee, Leon, Levy, Liberty, Madison, Manatee, Marion, Martin, Miami-Dade,
  Monroe, Nassau, Okaloosa, Okeechobee, Orange, Osceola, Palm Beach, Pasco, Pinellas, Polk, Putnam,
  Santa Rosa, Sarasota, Seminole, St. Johns, St. Lucie, Sumter, Suwannee, Taylor, Union, Volusia,
  Wakulla, Walton, Washington`
  .trim()
  .split(/,\s+/)

/** Where the first three digits of a ZIP code alone name the county. Everywhere else the buyer says it. */
const countyOfPrefix: Readonly<Record<string, string>> = {
  '331': 'Miami-Dade',
  '332': 'Miami-Dade',
  '333': 'Broward',
  '336': 'Hillsborough',
  '337': 'Pinellas',
}

/** Ranges, both ends included (USPS Domestic Mail Manual, labelling list L002, read 2026-11). Exceptions are under `zipsAcross`. */
export const zipPrefixes: Readonly<Record<string, string>> = {
  AL: '350-369',
  AK: '995-999',
  AZ: '850-865',
  AR: '716-729',
  CA: '900-961',
  CO: '800-816',
  CT: '060-069',
  DE: '197-199',
  DC: '200 202-205 569',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  HI: '967-968',
  ID: '832-838',
  IL: '600-629',
  IN: '460-479',
  IA: '500-528',
  KS: '660-679',
  KY: '400-427',
  LA: '700-714',
  ME: '039-049',
  MD: '206-219',
  MA: '010-027 055',
  MI: '480-499',
  MN: '550-567',
  MS: '386-397',
  MO: '630-658',
  MT: '590-599',
  NE: '680-693',
  NV: '889-898',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-884',
  NY: '005 100-149',
  NC: '270-289',
  ND: '580-588',
  OH: '430-459',
  OK: '730-731 734-749',
  OR: '970-979',
  PA: '150-196',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-799 885',
  UT: '840-847',
  VT: '050-054 056-059',
  VA: '201 220-246',
  WA: '980-994',
  WV: '247-268',
  WI: '530-549',
  WY: '820-831',
}

const zipsAcross: Readonly<Record<string, string>> = { '06390': 'NY', '75502': 'AR', '83414': 'WY' }
