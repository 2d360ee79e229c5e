import { barrel } from './fittings.ts'
import { contourOf, type Sheet } from './blueprint.ts'
import type { AccessoryStyle, Build, PartStep } from './build.ts'
import type { Frame } from './frame.ts'
import {
  gripAt,
  handguardOf,
  lightAt,
  lowerOf,
  muzzleAt,
  opticAt,
  sightsAt,
  sling,
  stockOf,
  upperOf,
} from './layers.ts'
import { measure } from './measure.ts'
import { box, segment } from './path.ts'
import { edge, line, type Shape } from './shape.ts'

export type PartChoice =
  | { readonly step: Exclude<PartStep, 'accessories'> }
  | { readonly step: 'accessories'; readonly accessory: AccessoryStyle }

/** The frame depends on step and platform only, so that the parts of a drawer share a scale. An empty step gives an empty sheet. */
export function renderPart(build: Build, choice: PartChoice): Sheet {
  const shapes = choice.step === 'accessories' ? accessory(choice.accessory) : PARTS[choice.step](build)
  const layer = { name: choice.step, step: choice.step, shapes }
  return {
    frame: choice.step === 'accessories' ? ACCESSORY_FRAMES[choice.accessory] : frameOf(build, choice.step),
    contours: [contourOf(layer)],
    layers: [{ ...layer, ink: 'ink', focused: false }],
    drafting: [],
  }
}

const PARTS = {
  lower: lowerOf,
  upper: upperOf,
  barrel: looseBarrel,
  stock: stockOf,
  handguard: handguardOf,
  optics: (build) => opticAt(build, -3.6, -1.27),
  muzzle: (build) => muzzleAt(build, 0),
} as const satisfies Record<Exclude<PartStep, 'accessories'>, (build: Build) => Shape[]>

export function looseBarrel(build: Build): Shape[] {
  const { breechX, muzzleX } = measure(build)
  return [
    ...barrel(muzzleX, -0.3, 0.36),
    edge(box(breechX, -0.5, -0.18, 0.5, 0.06)),
    line(segment(-0.4, -0.5, -0.4, 0.5)),
  ]
}

function accessory(style: AccessoryStyle): Shape[] {
  const seat = { handguardEnd: 5, handguardStart: 0, floorY: 0.94, railY: 0 }
  switch (style) {
    case 'light':
      return lightAt(seat)
    case 'grip':
      return gripAt(seat)
    case 'sights':
      return sightsAt({ ...seat, handguardEnd: 6 }, 1)
    case 'sling':
      return sling(0, 0, 12, -1, 2.4)
  }
}

const ACCESSORY_FRAMES = {
  light: { x: 0.2, y: 0.4, width: 5, height: 2.2 },
  grip: { x: 0, y: 0.4, width: 5.6, height: 3.2 },
  sights: { x: 0.2, y: -0.8, width: 6, height: 1.5 },
  sling: { x: -0.8, y: -1.6, width: 13.6, height: 5.4 },
} as const satisfies Record<AccessoryStyle, Frame>

function frameOf(build: Build, step: Exclude<PartStep, 'accessories'>): Frame {
  const scorpion = build.platform === 'scorpion'
  const { buttX } = measure(build)
  const frames = {
    // What one differs in from another: the grip and the rear are cut off.
    lower: { x: -6.7, y: 0.3, width: 7, height: 3.1 },
    upper: scorpion
      ? { x: -10.4, y: -2.2, width: 13, height: 3.7 }
      : { x: -8.8, y: -1.8, width: 9.4, height: 2.9 },
    barrel: { x: -1.4, y: -1.1, width: 17.2, height: 2.2 },
    stock: { x: buttX - 0.5, y: -1.6, width: 10.2, height: 6.2 },
    handguard: scorpion
      ? { x: 1.4, y: -2.1, width: 6, height: 3.6 }
      : { x: -0.5, y: -1.9, width: 11, height: 3.6 },
    optics: { x: -9.8, y: -4.6, width: 12, height: 3.9 },
    muzzle: { x: -1.4, y: -0.9, width: 4.4, height: 1.8 },
  } as const satisfies Record<typeof step, Frame>
  return frames[step]
}
