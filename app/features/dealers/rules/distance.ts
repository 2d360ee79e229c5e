import { zipAreas } from '../data/zip-areas.ts'

/** How far somewhere is from somewhere else: miles to the east and to the north. */
export type Offset = { east: number; north: number }

type Place = { latitude: number; longitude: number }

const places: ReadonlyMap<string, Place> = new Map(
  Object.values(zipAreas).flatMap((areas) =>
    areas.split(',').map((area) => {
      const [prefix = '', latitude, west] = area.split(' ')
      return [prefix, { latitude: Number(latitude), longitude: -Number(west) }] as const
    }),
  ),
)

/** Where the area of a ZIP code lies: that of its first three digits. Undefined for a code that is in no state. */
export function placeOf(zip: string): Place | undefined {
  return places.get(zip.slice(0, 3))
}

const milesPerDegree = 69.1
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** How far the area of a ZIP code lies from that of another, on a flat map between the two. */
export function offsetOf(zip: string, from: string): Offset | undefined {
  const [there, here] = [placeOf(zip), placeOf(from)]
  if (!there || !here) return undefined
  const shrunk = Math.cos(radians((there.latitude + here.latitude) / 2))
  return {
    east: (there.longitude - here.longitude) * milesPerDegree * shrunk,
    north: (there.latitude - here.latitude) * milesPerDegree,
  }
}

/** Miles of an offset, as the crow flies. */
export function milesOf({ east, north }: Offset): number {
  return Math.hypot(east, north)
}

/** The areas nearest to that of a ZIP code, its own first, as their three digits. */
export function nearestAreas(zip: string, max: number): string[] {
  const miles = (prefix: string) => milesOf(offsetOf(prefix, zip) ?? { east: Infinity, north: 0 })
  if (!placeOf(zip)) return []
  return [...places.keys()].toSorted((a, b) => miles(a) - miles(b)).slice(0, max)
}

/** How near a place is to a ZIP code, as far as the codes can say: `about 40 miles`. Areas are known to ten miles or so. */
export function nearness(zip: string, from: string): string {
  if (zip === from) return 'same ZIP code'
  if (zip.slice(0, 3) === from.slice(0, 3)) return 'same area'
  const offset = offsetOf(zip, from)
  if (!offset) return 'further away'
  return `about ${Math.max(10, Math.round(milesOf(offset) / 10) * 10)} miles`
}

/** The nearest to a ZIP code first: the same code, then the same area by its codes, then by distance. */
export function rankByDistance<Found extends { zip: string; name: string }>(
  found: readonly Found[],
  from: string,
): Found[] {
  const keyed = found.map((each) => {
    const isSameArea = each.zip.slice(0, 3) === from.slice(0, 3)
    const offset = offsetOf(each.zip, from)
    return {
      each,
      miles: isSameArea ? -1 : offset ? milesOf(offset) : Infinity,
      codes: Math.abs(Number(each.zip) - Number(from)),
    }
  })
  return keyed
    .toSorted(
      (a, b) =>
        compare(a.miles, b.miles) ||
        compare(a.codes, b.codes) ||
        a.each.name.localeCompare(b.each.name, 'en'),
    )
    .map(({ each }) => each)
}

// Not a difference: that of two infinities is no number.
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
