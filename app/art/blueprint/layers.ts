import { brand } from '#app/kit/brand.ts'
import type { AccessoryStyle, Build, PartStep } from './build.ts'
import {
  engraving,
  edge,
  line,
  type Shape,
  clipTo,
  detail,
  fine,
  hatch,
  light,
  opening,
  raisedEdge,
  shade,
} from './shape.ts'
import type { Measures } from './measure.ts'
import { partShapes } from './parts.ts'
import { circle, type Corner, corners, inches, outline, segment, box, polyline, repeat } from './path.ts'
import { barrel, RAIL_PITCH_IN, RAIL_SLOT_IN, rail, rows, screw, slots, turned } from './fittings.ts'

/** Later layers cover earlier ones. */
export interface Layer {
  readonly name: string
  readonly step: PartStep
  readonly shapes: readonly Shape[]
  readonly neverInked?: true
}

const BARREL_RADIUS_IN = { ar15: 0.36, ar9: 0.36, scorpion: 0.34 } as const
// Behind the solid foot of each stock: higher up it would show through the open frames.
const SLING_Y = { sopmod: 2.84, skeleton: 3.2, brace: 3.6, 'folding-brace': 3.6 } as const
const OPTIC_X = {
  'red-dot': { ar15: -3.6, ar9: -3.6, scorpion: -3.3 },
  scope: { ar15: -3.75, ar9: -3.75, scorpion: -3.6 },
} as const

export function layersOf(build: Build, measures: Measures): Layer[] {
  const { muzzleX, handguardEndX, tipX, railY } = measures
  const seat = seatOf(build, measures)
  const accessory = (style: AccessoryStyle, shapes: () => Shape[]): Layer[] =>
    build.accessories.includes(style) ? [{ name: style, step: 'accessories', shapes: shapes() }] : []
  const layers: Layer[] = [
    ...accessory('sling', () => slingOf(build, measures)),
    { name: 'stock', step: 'stock', shapes: stockOf(build) },
    {
      name: 'barrel',
      step: 'barrel',
      shapes: barrel(muzzleX, handguardEndX, BARREL_RADIUS_IN[build.platform]),
    },
  ]
  if (build.muzzle) layers.push({ name: 'muzzle', step: 'muzzle', shapes: muzzleAt(build, muzzleX) })
  if (build.suppressor)
    layers.push({ name: 'suppressor', step: 'muzzle', shapes: suppressor(tipX), neverInked: true })
  layers.push(
    { name: 'magazine', step: 'lower', shapes: partShapes(`${build.platform}-magazine`) },
    ...accessory('light', () => lightAt(seat)),
    ...accessory('grip', () => gripAt(seat)),
    { name: 'handguard', step: 'handguard', shapes: handguardOf(build) },
    { name: 'upper', step: 'upper', shapes: upperOf(build) },
    { name: 'lower', step: 'lower', shapes: lowerOf(build) },
  )
  if (build.optic) {
    const x = OPTIC_X[build.optic][build.platform]
    layers.push({ name: 'optic', step: 'optics', shapes: opticAt(build, x, railY) })
  }
  const rearSightX = build.platform === 'scorpion' ? -8.6 : -6.6
  return [...layers, ...accessory('sights', () => sightsAt(seat, rearSightX))]
}

/** The groups of `parts.svg` that a build is drawn with. */
export function partIdsOf({ platform, lower, upper, stock, muzzle, optic }: Build): string[] {
  return [
    ...lowerIds(platform, lower),
    upperId(platform, upper),
    `${stock}-stock`,
    `${platform}-magazine`,
    ...(muzzle ? [`${muzzle}-muzzle`] : []),
    ...(optic ? [`${optic}-optic`] : []),
    'light',
    'grip',
    'sight',
  ]
}

function lowerIds(platform: Build['platform'], lower: Build['lower']): string[] {
  if (platform === 'scorpion') return ['scorpion-grip', 'scorpion-lower']
  return ['ar-grip', platform === 'ar9' ? `${lower}-lower-9mm` : `${lower}-lower`]
}

function upperId(platform: Build['platform'], upper: Build['upper']): string {
  return platform === 'ar15' ? `${upper}-upper` : platform === 'ar9' ? 'upper-9mm' : 'scorpion-upper'
}

export function stockOf({ stock }: Build): Shape[] {
  return partShapes(`${stock}-stock`)
}

export function muzzleAt({ muzzle }: Build, x: number): Shape[] {
  return muzzle ? partShapes(`${muzzle}-muzzle`, x) : []
}

export function opticAt({ optic }: Build, x: number, railY: number): Shape[] {
  return optic ? partShapes(`${optic}-optic`, x, railY) : []
}

export function handguardOf({ platform, handguard }: Build): Shape[] {
  if (platform === 'scorpion') return scorpionHandguard(handguard.lengthIn)
  if (handguard.style === 'quad') return quadHandguard(handguard.lengthIn)
  return slottedHandguard(handguard.lengthIn, platform === 'ar9')
}

export function upperOf({ platform, upper }: Build): Shape[] {
  const words = UPPER_WORDS[platform].map(([text, x, y, height, tracking]) =>
    engraving(text, { x, y, height, tracking, anchor: 'middle' }),
  )
  return [...partShapes(upperId(platform, upper)), ...words]
}

type Words = readonly (readonly [text: string, x: number, y: number, height: number, tracking: number])[]

const UPPER_WORDS = {
  ar15: [[brand, -2.925, 0.02, 0.2, 0.1]],
  ar9: [[brand, -2.625, 0.02, 0.2, 0.1]],
  scorpion: [
    [brand, -3.64, -0.06, 0.21, 0.1],
    ['9 MM', -6.62, -0.02, 0.17, 0.16],
  ],
} as const satisfies Record<Build['platform'], Words>

export function lowerOf({ platform, lower, engravedNumber }: Build): Shape[] {
  const last = platform === 'scorpion' ? '9×19' : 'USA'
  const words =
    engravedNumber === undefined ? [brand, 'MIAMI FL', last] : [brand, `№ ${engravedNumber}`, 'MIAMI FL']
  const marks = MARKS[platform].map(([x, y, height, tracking], at) =>
    engraving(words[at] ?? '', { x, y, height, tracking, anchor: 'middle' }),
  )
  return [...lowerIds(platform, lower).flatMap((id) => partShapes(id)), ...marks]
}

/** The maker, the number and the place, one under the other: x, y, height and tracking. */
const MARKS = {
  ar15: [
    [-2.56, 1.78, 0.34, 0.08],
    [-2.56, 2.14, 0.17, 0.14],
    [-2.56, 2.44, 0.13, 0.2],
  ],
  ar9: [
    [-2.72, 1.86, 0.34, 0.08],
    [-2.72, 2.14, 0.17, 0.14],
    [-2.72, 2.36, 0.13, 0.2],
  ],
  scorpion: [
    [-2.42, 1.84, 0.28, 0.08],
    [-2.44, 2.12, 0.15, 0.14],
    [-2.46, 2.33, 0.12, 0.2],
  ],
} as const

interface Seat {
  readonly handguardEnd: number
  readonly handguardStart: number
  readonly floorY: number
  readonly railY: number
}

function seatOf({ platform, handguard }: Build, { handguardEndX, railY }: Measures): Seat {
  const scorpion = platform === 'scorpion'
  const floor = handguard.style === 'quad' ? 1.16 : platform === 'ar9' ? 0.82 : 0.94
  return {
    handguardEnd: handguardEndX,
    handguardStart: scorpion ? SCORPION_HANDGUARD_START_X : 0,
    floorY: scorpion ? 0.88 : floor,
    railY,
  }
}

export function lightAt({ handguardStart, handguardEnd, floorY }: Seat): Shape[] {
  return partShapes('light', Math.max(handguardStart + 0.4, handguardEnd - 4.3), floorY)
}

export function gripAt({ handguardStart, handguardEnd, floorY }: Seat): Shape[] {
  const room = handguardEnd - handguardStart
  // It is drawn 1.7 in behind the face of the receiver.
  return partShapes('grip', handguardStart + Math.min(room - 3.2, Math.max(1.7, room * 0.36)) - 1.7, floorY)
}

export function sightsAt({ handguardEnd, railY }: Seat, rearX: number): Shape[] {
  return [handguardEnd - 0.95, rearX].flatMap((x) => partShapes('sight', x, railY))
}

function slingOf({ platform, stock }: Build, { buttX }: Measures): Shape[] {
  const from = SLING_Y[stock]
  if (platform === 'scorpion') return sling(buttX + 1.1, from, 1.6, 0.2, 2.6)
  return sling(buttX + 1.1, from, 0.72, 0.5, 3.2)
}

const HALF_WEBBING_IN = 0.34

export function sling(fromX: number, fromY: number, toX: number, toY: number, sagIn: number): Shape[] {
  const low = Math.max(fromY, toY) + sagIn
  // The strap hangs free, so its two edges are one curve shifted up and down.
  const controls: readonly Corner[] = [
    [fromX, fromY],
    [fromX + 2.5, low],
    [toX - 4, low + 1],
    [toX, toY],
  ]
  const edgeAt = (dy: number, points = controls) => points.map(([x, y]) => `${inches(x)} ${inches(y + dy)}`)
  const [start, ...upper] = edgeAt(-HALF_WEBBING_IN)
  const [back, ...lower] = edgeAt(HALF_WEBBING_IN, controls.toReversed())
  const above = `M${start}C${upper.join(' ')}`
  const below = `${back}C${lower.join(' ')}`
  return [
    { className: 'bp-strap', d: `${above}L${below}Z` },
    line(`${above}M${below}`),
    edge(circle(fromX, fromY, 0.2) + circle(toX, toY, 0.2)),
  ]
}

function suppressor(tip: number): Shape[] {
  const a = tip - 1.3
  const b = a + 6.4
  return [
    edge(
      outline(
        corners(
          `${a},-.5,.1 ${a + 0.5},-.75,.1 ${b - 0.1},-.75,.12 ${b},-.66,.05 ${b},.66,.05 ${b - 0.1},.75,.12 ${a + 0.5},.75,.1 ${a},.5,.1`,
        ),
      ),
    ),
    line(segment(a + 0.9, -0.75, a + 0.9, 0.75) + segment(b - 0.5, -0.75, b - 0.5, 0.75)),
  ]
}

const AR_RAIL_Y = -1.27
const TOP = -1.02

function slottedHandguard(end: number, slim: boolean): Shape[] {
  const floor = slim ? 0.82 : 0.94
  const upper = -0.5
  const lower = 0.46
  // A short handguard has no room for whole pitches beside the clamp band: its rows start earlier and stand closer.
  const short = end < 6
  const row = { from: short ? 1.36 : 1.5, pitch: short ? 1.47 : 1.575 }
  const place = (points: string) => outline(corners(points))
  return [
    ...rail(0.02, end - 0.06, AR_RAIL_Y),
    edge(
      place(
        `0,-1.02 ${end},-1.02,.05 ${end - 0.06},-.6 ${end - 0.36},${floor - 0.06},.12 ${end - 0.5},${floor},.1 .14,${floor},.06 0,${floor - 0.14}`,
      ),
    ),
    light(place(`0,${TOP} ${end},${TOP} ${end - 0.08},${upper} 0,${upper}`)),
    shade(
      place(`0,${lower} ${end - 0.26},${lower} ${end - 0.5},${floor},.1 .14,${floor},.06 0,${floor - 0.14}`),
    ),
    line(segment(0.02, upper, end - 0.1, upper) + segment(0.02, lower, end - 0.26, lower)),
    hatch(rows(0.05, end - 0.06, TOP, upper, 1) + rows(0.05, end - 0.3, lower, floor, 1)),
    ...detail(hatch(rows(0.05, end - 0.06, TOP, upper, 4) + rows(0.05, end - 0.3, lower, floor, 5))),
    ...slots({ ...row, to: end - 0.42, y: -0.02, height: 0.31 }),
    ...slots({ ...row, to: end - (short ? 0.36 : 0.5), y: (TOP + upper) / 2, height: 0.17, deep: false }),
    ...slots({ ...row, to: end - (short ? 0.46 : 0.5), y: (lower + floor) / 2, height: 0.15, deep: false }),
    ...clampBand(floor),
    line(polyline(corners(`${end - 0.1},-1 ${end - 0.16},-.55 ${end - 0.46},${floor - 0.1}`))),
  ]
}

function quadHandguard(end: number): Shape[] {
  const upper = -0.41
  const lower = 0.41
  const sideSlots = Math.max(0, Math.floor((end - 0.1 - RAIL_SLOT_IN - 1.2) / RAIL_PITCH_IN) + 1)
  const vents = Math.max(0, Math.ceil((end - 0.6 - 1.5) / 1.18))
  return [
    ...rail(0.02, end - 0.02, AR_RAIL_Y),
    ...rail(1.2, end - 0.02, 1.27, -1),
    edge(outline(corners(`0,-1.02 ${end},-1.02 ${end},1.02 1.2,1.02 1,.86,.1 0,.86`))),
    light(box(1, TOP, end, upper)),
    shade(box(1.2, lower, end, 1.02)),
    raisedEdge(box(1.02, upper, end - 0.02, lower, 0.03)),
    opening(
      repeat(sideSlots, (i) => {
        const x = 1.2 + i * RAIL_PITCH_IN
        return box(x, upper, x + RAIL_SLOT_IN, lower)
      }),
    ),
    fine(
      segment(1.02, upper + 0.12, end - 0.02, upper + 0.12) +
        segment(1.02, lower - 0.12, end - 0.02, lower - 0.12),
    ),
    hatch(rows(0.05, end - 0.04, -1, upper, 4) + rows(1.05, end - 0.04, lower, 1, 4)),
    opening(
      repeat(vents, (i) => {
        const x = 1.44 + i * 1.18
        return box(x, -0.81, x + 0.58, -0.63, 0.09) + box(x, 0.62, x + 0.58, 0.8, 0.09)
      }),
    ),
    ...quadClamp(),
  ]
}

function clampBand(floor: number): Shape[] {
  return [
    line(segment(1.28, TOP, 1.28, floor)),
    fine(segment(1.34, TOP, 1.34, floor)),
    ...screw(0.5, 0.7, 0.12),
    ...screw(1, 0.7, 0.12),
    line(circle(0.72, -0.02, 0.3)),
    opening(circle(0.72, -0.02, 0.2)),
    fine(circle(0.72, -0.02, 0.1)),
  ]
}

function quadClamp(): Shape[] {
  return [
    edge(box(0.02, -0.98, 0.98, 0.84, 0.06)),
    ...[0.3, 0.72].flatMap((x) => [...screw(x, -0.62), ...screw(x, 0.5)]),
    ...detail(turned({ from: 0.06, to: 0.94, axis: -0.06, radius: 0.5, lines: 6 })),
    fine(segment(0.98, -1, 0.98, 0.86)),
  ]
}

const SCORPION_HANDGUARD_START_X = 2

function scorpionHandguard(end: number): Shape[] {
  const start = SCORPION_HANDGUARD_START_X
  const place = (points: string) => outline(corners(points))
  const body = place(
    `${start},-1.38 ${end},-1.38,.06 ${end - 0.08},-.76 ${end - 0.34},.5,.1 ${end - 0.62},.88,.12 ${start + 0.2},.88,.08 ${start},.76`,
  )
  return [
    ...rail(start + 0.03, end - 0.05, -1.62),
    edge(body),
    light(place(`${start},-1.38 ${end},-1.38 ${end - 0.08},-.78 ${start},-.78`)),
    shade(place(`${start},.42 ${end - 0.3},.42 ${end - 0.62},.88 ${start + 0.2},.88 ${start},.76`)),
    line(segment(start, -0.78, end - 0.08, -0.78) + segment(start, 0.42, end - 0.32, 0.42)),
    ...clipTo(body, hatch(rows(start + 0.05, end, -1.36, -0.78, 5) + rows(start + 0.05, end, 0.42, 0.88, 5))),
    ...detail(
      ...clipTo(
        body,
        turned({ from: start + 0.62, to: end - 0.2, axis: -0.16, radius: 0.6, ragged: 0.1, lines: 5 }),
      ),
    ),
    ...slots({ from: start + 0.6, to: end - 0.34, y: -0.18, height: 0.31, length: 1.27, pitch: 1.5 }),
    ...slots({ from: start + 0.6, to: end - 0.3, y: -1.08, height: 0.17, pitch: 1.5, deep: false }),
    ...slots({ from: start + 0.6, to: end - 0.6, y: 0.65, height: 0.15, pitch: 1.5, deep: false }),
    ...collar(start),
    line(polyline(corners(`${end - 0.14},-1.36 ${end - 0.22},-.78 ${end - 0.46},.46 ${end - 0.7},.84`))),
  ]
}

function collar(start: number): Shape[] {
  return [
    raisedEdge(box(start, -0.72, start + 0.46, 0.36, 0.04)),
    ...screw(start + 0.23, -0.5, 0.11),
    ...screw(start + 0.23, 0.16, 0.11),
    opening(circle(start + 0.23, -0.17, 0.11)),
    fine(segment(start + 0.54, -1.36, start + 0.54, 0.88)),
  ]
}
