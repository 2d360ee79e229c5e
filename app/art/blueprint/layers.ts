import { brand } from '#app/kit/brand.ts'
import { barrel } from './barrel.ts'
import type { AccessoryStyle, Build, PartStep } from './build.ts'
import {
  quadHandguard,
  scorpionHandguard,
  SCORPION_HANDGUARD_START_X,
  slottedHandguard,
} from './handguard.ts'
import { engraving } from './lettering.ts'
import type { Measures } from './measure.ts'
import { partShapes } from './parts.ts'
import { circle, type Corner, corners, inches, outline, segment } from './path.ts'
import { edge, line, type Shape } from './shape.ts'

/** One physical piece of the drawing; later layers cover earlier ones. */
export interface Layer {
  /** Unique within a drawing. */
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

/** What accessories are fixed to. */
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
