import type { FoundDealer } from '../store.server.ts'

type Dot = { area: string; east: number; north: number; count: number; city: string }

const size = 320
const center = size / 2
const reach = center - 28

/** Where found dealers lie around a ZIP code: its area in the middle, rings of miles, a dot for each area with dealers. */
export function DealerMap({ from, found }: { from: string; found: readonly FoundDealer[] }) {
  const dots = dotsOf(found)
  if (dots.length === 0) return undefined
  const farthest = Math.max(...dots.map(({ east, north }) => Math.hypot(east, north)))
  const ring = ringMiles(farthest)
  const scale = reach / (ring * 2)
  const words = dots.map(({ city, count, east, north }) => {
    const miles = Math.round(Math.hypot(east, north) / 10) * 10
    return `${count} in ${city}${miles > 0 ? `, about ${miles} miles ${directionOf(east, north)}` : ''}`
  })
  return (
    <figure className="grid gap-3">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        className="w-full max-w-[420px] border border-hairline"
        role="img"
        aria-label={`Dealers around ${from}: ${words.join('; ')}.`}
        fontSize="13"
      >
        {[1, 2].map((step) => (
          <g key={step}>
            <circle cx={center} cy={center} r={(reach / 2) * step} className="fill-none stroke-hairline" />
            <text x={center} y={center - (reach / 2) * step - 5} textAnchor="middle" className="fill-faint">
              {ring * step} mi
            </text>
          </g>
        ))}
        {dots.map(({ area, city, east, north, count }) => (
          <g key={area} transform={`translate(${center + east * scale} ${center - north * scale})`}>
            <circle r="10" className="fill-accent" />
            <text y="4.5" textAnchor="middle" className="fill-on-accent">
              {count}
            </text>
            {/* To the side that it lies on, so that neighbors are not written over. */}
            <text
              x={east < 0 ? -15 : 15}
              y="4.5"
              textAnchor={east < 0 ? 'end' : 'start'}
              className="fill-muted"
            >
              {city}
            </text>
          </g>
        ))}
        <text x={size - 14} y="22" textAnchor="end" className="fill-faint">
          N ↑
        </text>
      </svg>
      <figcaption className="max-w-text text-sm text-faint">
        The middle is the area of {from}. Distances are between the areas of ZIP codes, as the crow flies and
        to about ten miles.
      </figcaption>
    </figure>
  )
}

/** Dealers of one area are one dot, named after the city of the first. */
function dotsOf(found: readonly FoundDealer[]): Dot[] {
  const dots = new Map<string, Dot>()
  for (const { offset, city, zip } of found) {
    if (!offset) continue
    const area = zip.slice(0, 3)
    dots.set(area, {
      area,
      ...offset,
      city: dots.get(area)?.city ?? city,
      count: (dots.get(area)?.count ?? 0) + 1,
    })
  }
  return [...dots.values()]
}

/** The miles of the inner ring: the outer one, twice as far, takes in the farthest. */
function ringMiles(farthest: number): number {
  return [10, 15, 25, 50, 100, 250, 500, 1_000].find((miles) => miles * 2 >= farthest) ?? 2_500
}

const directions = ['east', 'northeast', 'north', 'northwest', 'west', 'southwest', 'south', 'southeast']

function directionOf(east: number, north: number): string {
  const eighths = Math.round((Math.atan2(north, east) * 4) / Math.PI)
  return directions[(eighths + 8) % 8] ?? 'away'
}
