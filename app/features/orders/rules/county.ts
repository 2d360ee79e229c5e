import { countiesOf, countyOfZip } from '#app/features/delivery/rules/places.ts'

/** The parts of an address that determine its county. */
export type Place = { shipState: string; shipZip: string; shipCounty: string | null }

/** The county of an address: as chosen, or by its ZIP code. `null` where tax does not depend on it. */
export function countyIn({ shipState, shipZip, shipCounty }: Place): string | null {
  return countiesOf(shipState).length ? (shipCounty ?? countyOfZip(shipZip, shipState) ?? null) : null
}

/** Is this a county of the state, or is none needed? */
export function isCountyKnown(state: string, county: string | null): boolean {
  const known = countiesOf(state)
  return known.length === 0 || (county !== null && known.includes(county))
}

/** Does the chosen county agree with the ZIP code, as far as its digits decide it? */
export function isCountyOfZip({ shipState, shipZip, shipCounty }: Place): boolean {
  const byZip = countyOfZip(shipZip, shipState)
  return shipCounty === null || byZip === undefined || byZip === shipCounty
}
