import { foldingSights, type Seat, sling, verticalGrip, weaponLight } from './accessories.ts'
import { arLower } from './ar-lower.ts'
import { arUpper } from './ar-upper.ts'
import { barrel } from './barrel.ts'
import { stabilizingBrace } from './brace.ts'
import type { Build, PartStep } from './build.ts'
import { foldingBrace } from './folding-brace.ts'
import { arGrip } from './grip.ts'
import { quadHandguard, slottedHandguard } from './handguard.ts'
import { compactMagazine, rifleMagazine, straightMagazine } from './magazine.ts'
import type { Measures } from './measure.ts'
import { muzzleDevice, suppressor } from './muzzle.ts'
import { optic } from './optics.ts'
import { SCORPION_HANDGUARD_START_X, scorpionHandguard } from './scorpion-handguard.ts'
import { scorpionGrip, scorpionLower } from './scorpion-lower.ts'
import { scorpionReceiver } from './scorpion-receiver.ts'
import type { Shape } from './shape.ts'
import { receiverExtension, skeletonStock, sopmodStock } from './stock.ts'

/** One physical piece of the drawing; later layers cover earlier ones. */
export interface Layer {
  /** Unique within a drawing. */
  readonly name: string
  /** The configurator step whose choice decides whether it is inked. */
  readonly step: PartStep
  readonly shapes: readonly Shape[]
  /** Drawn in phantom line whatever is chosen: not part of the sale. */
  readonly neverInked?: true
}

const BARREL_RADIUS_IN = { ar15: 0.36, ar9: 0.36, scorpion: 0.34 } as const
// Behind the solid foot of each stock: higher up it would show through the open frames.
const SLING_Y = { sopmod: 2.84, skeleton: 3.2, brace: 3.6, 'folding-brace': 3.6 } as const
const OPTIC_X = {
  'red-dot': { ar15: -3.6, ar9: -3.6, scorpion: -3.3 },
  scope: { ar15: -3.75, ar9: -3.75, scorpion: -3.6 },
} as const

/** Pieces of a build from the back of the drawing to the front. */
export function layersOf(build: Build, measures: Measures): Layer[] {
  const { muzzleX, handguardEndX, tipX, railY } = measures
  const layers: Layer[] = [
    ...accessory(build, 'sling', () => slingOf(build, measures)),
    { name: 'stock', step: 'stock', shapes: stockOf(build, measures.buttX) },
    {
      name: 'barrel',
      step: 'barrel',
      shapes: barrel(muzzleX, handguardEndX, BARREL_RADIUS_IN[build.platform]),
    },
  ]
  if (build.muzzle) {
    layers.push({ name: 'muzzle', step: 'muzzle', shapes: muzzleDevice(build.muzzle, muzzleX) })
  }
  if (build.suppressor) {
    layers.push({ name: 'suppressor', step: 'muzzle', shapes: suppressor(tipX), neverInked: true })
  }
  const seat = seatOf(build, measures)
  layers.push(
    { name: 'magazine', step: 'lower', shapes: magazineOf(build) },
    ...accessory(build, 'light', () => weaponLight(seat)),
    ...accessory(build, 'grip', () => verticalGrip(seat)),
    { name: 'handguard', step: 'handguard', shapes: handguardOf(build) },
    { name: 'upper', step: 'upper', shapes: upperOf(build) },
    { name: 'lower', step: 'lower', shapes: lowerOf(build) },
  )
  if (build.optic) {
    const x = OPTIC_X[build.optic][build.platform]
    layers.push({ name: 'optic', step: 'optics', shapes: optic(build.optic, x, railY) })
  }
  const rearSightX = build.platform === 'scorpion' ? -8.6 : -6.6
  return [...layers, ...accessory(build, 'sights', () => foldingSights(seat, rearSightX))]
}

/** Stock or brace with what carries it. */
export function stockOf(build: Build, butt: number): Shape[] {
  switch (build.stock) {
    case 'sopmod':
      return [...receiverExtension(6.7, false), ...sopmodStock(butt)]
    case 'skeleton':
      return [...receiverExtension(6.7, false), ...skeletonStock(butt)]
    case 'brace':
      return [...receiverExtension(6.2, true), ...stabilizingBrace(butt)]
    case 'folding-brace':
      return foldingBrace(butt)
  }
}

/** Handguard from the receiver to its own length. */
export function handguardOf({ platform, handguard }: Build): Shape[] {
  if (platform === 'scorpion') return scorpionHandguard(handguard.lengthIn)
  if (handguard.style === 'quad') return quadHandguard(handguard.lengthIn)
  return slottedHandguard(handguard.lengthIn, platform === 'ar9')
}

/** Upper receiver. */
export function upperOf({ platform, upper }: Build): Shape[] {
  return platform === 'scorpion' ? scorpionReceiver() : arUpper(upper, platform === 'ar9')
}

/** Lower receiver with its grip. */
export function lowerOf({ platform, lower, engravedNumber }: Build): Shape[] {
  if (platform === 'scorpion') return [...scorpionGrip(), ...scorpionLower(engravedNumber)]
  return [...arGrip(), ...arLower(lower, platform === 'ar9', engravedNumber)]
}

/** The magazine that belongs to the platform. */
function magazineOf({ platform }: Build): Shape[] {
  const magazines = { ar15: rifleMagazine, ar9: straightMagazine, scorpion: compactMagazine }
  return magazines[platform]()
}

/** Where accessories clamp on this build. */
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

function slingOf({ platform, stock }: Build, { buttX }: Measures): Shape[] {
  const from = SLING_Y[stock]
  if (platform === 'scorpion') return sling(buttX + 1.1, from, 1.6, 0.2, 2.6)
  return sling(buttX + 1.1, from, 0.72, 0.5, 3.2)
}

function accessory(build: Build, style: Build['accessories'][number], draw: () => Shape[]): Layer[] {
  return build.accessories.includes(style) ? [{ name: style, step: 'accessories', shapes: draw() }] : []
}
