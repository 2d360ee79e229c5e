import { stateName } from '#app/features/compliance/rules/states.ts'
import { type Tariff, taxOf } from '#app/features/delivery/rules.ts'
import { countiesOf, countyOfZip } from '#app/features/delivery/rules/places.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'

export type Handover = {
  buyerState: string | null
  dealerState: string | null
  dealerZip: string | null
  /** The county that staff looked up; it goes before the ZIP code. */
  county: string | null
}

const taxDoubts = ['no_dealer', 'no_county_rate', 'holiday_unconfirmed', 'place_unknown'] as const
export type TaxDoubt = (typeof taxDoubts)[number]

/** The sales tax on a firearm, in cents, where it is handed over. `label` is empty where none is collected. */
export type BalanceTax = {
  state: string
  county: string | null
  taxCents: number
  label: string
  doubts: TaxDoubt[]
}

/**
 * The sales tax that is due with the balance: on the whole price, where the dealer hands the firearm over. Florida taxes it
 * at the state's rate and at that of the dealer's county, the county's on the first $5,000 (Florida Department of Revenue,
 * form DR-15DSS). In a state without a rate in our table none is collected. Without a dealer the buyer's own state decides,
 * except where tax depends on the county: there it is refused until the place is known.
 */
export function balanceTax(
  priceCents: number,
  handover: Handover,
  tariff: Tariff,
  today: string,
): ({ ok: true } & BalanceTax) | Refusal<'place_unknown' | 'county_unknown'> {
  const { dealerState, buyerState, dealerZip } = handover
  const state = dealerState ?? buyerState
  if (!state) return refuse('place_unknown')
  const isByCounty = countiesOf(state).length > 0 && hasRate(tariff, state, null, today)
  const county = isByCounty
    ? (handover.county ?? (dealerState && dealerZip ? countyOfZip(dealerZip, state) : undefined))
    : null
  if (county === undefined) return refuse(dealerState ? 'county_unknown' : 'place_unknown')
  if (county !== null && !countiesOf(state).includes(county)) return refuse('county_unknown')
  const line = { taxClass: 'firearm' as const, unitCents: priceCents, quantity: 1 }
  const { lineCents, label } = taxOf({ state, county, lines: [line], shippingCents: 0 }, tariff, today)
  const doubts: TaxDoubt[] = [
    ...(dealerState ? [] : ['no_dealer' as const]),
    ...(county !== null && !hasRate(tariff, state, county, today) ? ['no_county_rate' as const] : []),
    ...(isHolidayOpen(tariff, state, today) ? ['holiday_unconfirmed' as const] : []),
  ]
  return { ok: true, state, county, taxCents: lineCents[0] ?? 0, label, doubts }
}

function hasRate({ rates }: Tariff, state: string, county: string | null, today: string): boolean {
  return rates.some((rate) => rate.state === state && rate.county === county && isInForce(rate, today))
}

function isHolidayOpen({ exemptions }: Tariff, state: string, today: string): boolean {
  return exemptions.some(
    (each) =>
      each.state === state && each.taxClass === 'firearm' && !each.isConfirmed && isInForce(each, today),
  )
}

function isInForce(of: { effectiveFrom: string; effectiveTo: string | null }, today: string): boolean {
  return of.effectiveFrom <= today && (of.effectiveTo === null || today <= of.effectiveTo)
}

export function placeName(state: string): string {
  return stateName(state)
}
