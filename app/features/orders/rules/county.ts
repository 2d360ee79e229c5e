import { countiesOf, countyOfZip } from '#app/features/delivery/rules/places.ts'

/** Where a parcel goes, as far as its county depends on it. */
export type Place = { shipState: string; shipZip: string; shipCounty: string | null }

/** The county of a place: as it was chosen, or as its ZIP code decides it. `null` where tax does not depend on it. */
export function countyIn({ shipState, shipZip, shipCounty }: Place): string | null {
  return countiesOf(shipState).length ? (shipCounty ?? countyOfZip(shipZip, shipState) ?? null) : null
}

/** Is the county one of its state's, or is none needed there? */
export function isCountyKnown(state: string, county: string | null): boolean {
  const known = countiesOf(state)
  return known.length === 0 || (county !== null && known.includes(county))
}
