import { foldingSights, type Seat, sling, verticalGrip, weaponLight } from './accessories.ts'
import { arLower } from './ar-lower.ts'
import { barrel } from './barrel.ts'
import { stabilizingBrace } from './brace.ts'
import type { Build, PartStep, UpperStyle } from './build.ts'
import { foldingBrace } from './folding-brace.ts'
import { quadHandguard, slottedHandguard } from './handguard.ts'
import { compactMagazine, rifleMagazine, straightMagazine } from './magazine.ts'
import type { Measures } from './measure.ts'
import { muzzleDevice, suppressor } from './muzzle.ts'
import { optic } from './optics.ts'
import { scorpionGrip, scorpionLower } from './scorpion-lower.ts'
import { scorpionReceiver } from './scorpion-receiver.ts'
import {
  type Shape,
  detail,
  edge,
  fine,
  line,
  panel,
  shade,
  clipTo,
  hatch,
  light,
  opening,
  raisedEdge,
} from './shape.ts'
import { corners, outline, segment, box, circle, polyline, repeat, rotate } from './path.ts'
import { stipple, rows, turned, slants } from './shading.ts'
import { rail, screw, slots, pin } from './fittings.ts'
import { brand } from '#app/kit/brand.ts'
import { engraving } from './lettering.ts'

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

export function handguardOf({ platform, handguard }: Build): Shape[] {
  if (platform === 'scorpion') return scorpionHandguard(handguard.lengthIn)
  if (handguard.style === 'quad') return quadHandguard(handguard.lengthIn)
  return slottedHandguard(handguard.lengthIn, platform === 'ar9')
}

export function upperOf({ platform, upper }: Build): Shape[] {
  return platform === 'scorpion' ? scorpionReceiver() : arUpper(upper, platform === 'ar9')
}

export function lowerOf({ platform, lower, engravedNumber }: Build): Shape[] {
  if (platform === 'scorpion') return [...scorpionGrip(), ...scorpionLower(engravedNumber)]
  return [...arGrip(), ...arLower(lower, platform === 'ar9', engravedNumber)]
}

function magazineOf({ platform }: Build): Shape[] {
  const magazines = { ar15: rifleMagazine, ar9: straightMagazine, scorpion: compactMagazine }
  return magazines[platform]()
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

function slingOf({ platform, stock }: Build, { buttX }: Measures): Shape[] {
  const from = SLING_Y[stock]
  if (platform === 'scorpion') return sling(buttX + 1.1, from, 1.6, 0.2, 2.6)
  return sling(buttX + 1.1, from, 0.72, 0.5, 3.2)
}

function accessory(build: Build, style: Build['accessories'][number], draw: () => Shape[]): Layer[] {
  return build.accessories.includes(style) ? [{ name: style, step: 'accessories', shapes: draw() }] : []
}

function arGrip(): Shape[] {
  const body =
    '-6.06,1.9,.05 -6.36,2.4,.5 -6.46,2.9,.5 -7.08,4.84,.1 -7.05,5.04,.1 -8.58,5.4,.18 -8.8,5.12,.2 -8.04,2.7,1.2 -8,1.96,.4 -7.88,1.34,.12 -7.56,1.6,.4 -6.5,2.04,.1'
  const grip = outline(corners('-6.84,2.86,.22 -7.34,4.5,.18 -8.22,4.72,.18 -7.66,2.7,.3'))
  return [
    edge(outline(corners(body))),
    shade(outline(corners('-7.08,4.84 -7.05,5.04,.1 -8.58,5.4,.18 -8.8,5.12,.1 -8.7,5.02'))),
    line(segment(-7.09, 4.82, -8.7, 5.18)),
    panel(grip),
    ...stipple(grip, -8.7, 2.6, -6.6, 5.2, 0.135),
    ...detail(
      fine(
        'M-7.92 2.1C-7.86 2.6 -8.06 2.9 -8.64 4.96M-6.52 2.3C-6.54 2.9 -6.72 3.2 -7.2 4.7M-6.7 2.2L-7.7 1.84',
      ),
    ),
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

const REAR_X = -7.62
const BODY = corners('0,-1.02 0,.62 -7.62,.62 -7.62,-.98,.05 -7.2,-1.02')

function arUpper(style: UpperStyle, nineMil: boolean): Shape[] {
  const port = nineMil ? { from: -3.5, to: -1.75 } : { from: -4.3, to: -1.55 }
  const body = outline(BODY)
  const assisted = style === 'forward-assist' && !nineMil
  const shadedTo = port.from - (assisted ? 2 : 0.95)
  return [
    ...chargingHandle(),
    ...rail(-7.2, -0.03, -1.27),
    edge(body),
    light(outline(corners('0,-1.02 0,-.78 -7.62,-.78 -7.62,-.98 -7.2,-1.02'))),
    shade(box(REAR_X, 0.4, 0, 0.62)),
    line(segment(0, -0.78, REAR_X, -0.78)),
    hatch(rows(REAR_X + 0.04, -0.03, -1, -0.8, 2)),
    fine(segment(-0.32, -0.78, -0.32, 0.62) + segment(-0.26, -0.78, -0.26, 0.62)),
    ...detail(
      ...clipTo(
        body,
        turned({ from: -1.5, to: -0.36, axis: 0, radius: 0.62, lines: 9, ragged: 0.32 }),
        turned({ from: REAR_X + 0.04, to: shadedTo, axis: 0, radius: 0.62, lines: 9, ragged: 0.42 }),
      ),
    ),
    ...arPort(port.from, port.to),
    ...caseDeflector(port.from - 0.16),
    ...(assisted ? forwardAssist(port.from - 0.16) : nineMil ? nineMilFlank() : slickFlank(port.from - 0.16)),
  ]
}

function chargingHandle(): Shape[] {
  return [
    edge(outline(corners('-7.3,-1.02 -8.12,-1.02,.1 -8.26,-.9,.08 -8.2,-.64,.07 -7.3,-.6'))),
    fine(repeat(3, (i) => segment(-7.98 - i * 0.07, -1 + i * 0.01, -7.94 - i * 0.07, -0.64 - i * 0.01))),
    line(polyline(corners('-7.62,-.86 -7.94,-.86,.06 -7.96,-.66'))),
  ]
}

function forwardAssist(x: number): Shape[] {
  const tilted = (points: string) => rotate(corners(points), -5.8, 0.02, -6)
  const boss = outline(
    tilted(`${x - 0.46},-.3,.12 -5.98,-.34,.1 -6.12,-.24,.05 -6.12,.3,.05 -5.98,.4,.1 ${x - 0.56},.4,.2`),
  )
  const button = tilted('-6.12,-.2,.03 -6.4,-.22,.06 -6.5,-.12,.1 -6.5,.18,.1 -6.4,.28,.06 -6.12,.26,.03')
  const knurl = repeat(5, (i) => polyline(tilted(`${-6.18 - i * 0.055},-.2 ${-6.18 - i * 0.055},.25`)))
  return [
    edge(boss),
    ...detail(...clipTo(boss, turned({ from: -6.1, to: x - 0.4, axis: 0.03, radius: 0.36 }))),
    line(polyline(tilted('-5.86,-.33 -5.86,.4'))),
    edge(outline(button)),
    fine(knurl),
    line(circle(-5.5, 0.5, 0.06)),
  ]
}

function slickFlank(x: number): Shape[] {
  const front = x - 0.75
  return [fine(outline(corners(`${front},-.3,.12 -7.27,-.3,.12 -7.27,.3,.12 ${front},.3,.12`)))]
}

function nineMilFlank(): Shape[] {
  const cuts = repeat(3, (i) =>
    outline(corners('-5.3,-.2,.06 -5.66,-.2,.06 -5.86,.06,.06 -5.5,.06,.06', -0.62 * i)),
  )
  return [
    line(outline(corners('-4.62,-.5,.1 -7.2,-.5,.1 -7.2,.34,.1 -5,.34,.1 -4.62,-.04,.06'))),
    fine(outline(corners('-4.7,-.42,.06 -7.12,-.42,.06 -7.12,.26,.06 -5.03,.26,.08 -4.7,-.07,.05'))),
    opening(cuts),
    line(circle(-5.4, 0.49, 0.06)),
  ]
}

function arPort(from: number, to: number): Shape[] {
  const middle = (from + to) / 2
  return [
    line(box(from - 0.09, -0.55, to + 0.09, 0.37, 0.16)),
    opening(box(from, -0.47, to, 0.3, 0.12)),
    panel(box(from + 0.06, -0.43, to - 0.06, 0.27, 0.09)),
    fine(box(from + 0.24, -0.31, to - 0.24, 0.14, 0.1)),
    fine(box(middle - 0.16, -0.43, middle + 0.16, -0.34, 0.03)),
    engraving(brand, { x: middle, y: 0.02, height: 0.2, tracking: 0.1, anchor: 'middle' }),
    panel(box(from - 0.18, 0.35, to + 0.2, 0.47, 0.06)),
    line(box(from + 0.32, 0.33, from + 0.62, 0.5, 0.05) + box(to - 0.62, 0.33, to - 0.32, 0.5, 0.05)),
  ]
}

function caseDeflector(x: number): Shape[] {
  const wedge = outline(corners('0,-.5,.08 0,.42,.06 -.5,.42,.2 -.62,.12,.2 -.16,-.54,.1', x))
  const strokes = repeat(9, (i) => segment(x - 0.62 + i * 0.07, 0.5, x - 0.28 + i * 0.07, -0.6))
  return [edge(wedge), ...detail(...clipTo(wedge, hatch(strokes)))]
}

function receiverExtension(lengthIn: number, plain: boolean): Shape[] {
  const rear = -8.24 - lengthIn
  const adjustment = plain
    ? []
    : [
        edge(outline(corners(`-9.1,.56 ${rear + 0.2},.56 ${rear + 0.2},.84,.08 -9.1,.84,.08`))),
        fine(repeat(5, (i) => circle(-9.7 - i * 0.75, 0.7, 0.085))),
      ]
  return [
    edge(outline(corners(`-8.4,-.575 ${rear},-.575,.12 ${rear},.575,.12 -8.4,.575`))),
    turned({ from: rear + 0.1, to: -8.8, axis: 0, radius: 0.575 }),
    ...adjustment,
    edge(box(-8.46, -0.82, -8.34, 0.96, 0.05)),
    edge(box(-8.8, -0.7, -8.46, 0.7, 0.05)),
    fine([-0.42, -0.1, 0.26, 0.52].map((y) => segment(-8.8, y, -8.46, y)).join('')),
  ]
}

function sopmodStock(butt: number): Shape[] {
  const body = place(
    butt,
    '.5,-1.02,.12 1.5,-1.06,.4 5.6,-.86,.6 6.9,-.74,.14 7,-.6,.1 7,.98,.14 5.7,1.04,.2 4.9,1.2,.5 2.1,2.55,.8 1.35,3.9,.22 .5,3.96,.1',
  )
  const tube = box(butt + 0.95, -0.52, butt + 6.3, 0.5, 0.24)
  const web = place(butt, '1.1,.8,.14 4.6,.8,.14 4.1,1.1,.3 2.3,1.98,.6 1.1,2.3,.16')
  return [
    edge(body),
    light(place(butt, '.5,-1.02 1.5,-1.06,.4 5.6,-.86,.6 6.9,-.74 6.95,-.54 .5,-.72')),
    line(segment(butt + 0.5, -0.72, butt + 6.9, -0.54)),
    ...clipTo(body, hatch(rows(butt + 0.56, butt + 6.8, -1, -0.66, 3))),
    shade(place(butt, '2.1,2.55,.8 1.35,3.9,.22 .5,3.96 .5,3.5 1.1,3.4 1.8,2.3,.6 4.8,.98 4.9,1.2,.5')),
    raisedEdge(tube),
    ...clipTo(tube, turned({ from: butt + 1.3, to: butt + 6.25, axis: -0.01, radius: 0.5, lines: 9 })),
    line(segment(butt + 1.3, -0.5, butt + 1.3, 0.48)),
    fine(segment(butt + 1.38, -0.5, butt + 1.38, 0.48) + circle(butt + 1.12, 0, 0.1)),
    panel(web),
    ...detail(...clipTo(web, hatch(slants(butt + 1, 0.7, butt + 4.8, 2.4, 0.17, 0.9)))),
    opening(box(butt + 0.86, 2.72, butt + 1.42, 2.96, 0.12)),
    fine(segment(butt + 0.72, 2.5, butt + 0.72, 3.7)),
    edge(place(butt, '4.9,.98,.06 6.2,.98,.06 6.05,1.28,.12 5.1,1.36,.16')),
    fine(segment(butt + 5.2, 1.1, butt + 6, 1.1) + segment(butt + 5.2, 1.2, butt + 5.98, 1.18)),
    ...pin(butt + 5.95, 0.8, 0.09),
    line(segment(butt + 6.5, -0.66, butt + 6.5, 0.98)),
    fine(segment(butt + 6.57, -0.66, butt + 6.57, 0.98)),
    edge(place(butt, '0,-.78,.3 .5,-1.08,.05 .5,4.02,.05 .06,3.86,.25')),
    ...detail(fine(repeat(21, (i) => segment(butt + 0.02, -0.6 + i * 0.21, butt + 0.3, -0.66 + i * 0.21)))),
  ]
}

function skeletonStock(butt: number): Shape[] {
  const body = place(
    butt,
    '.42,-.86,.12 2,-.92,.5 5.7,-.74,.4 6.1,-.6,.12 6.1,.9,.16 5.2,1,.3 1.5,3.5,.5 .42,3.66,.12',
  )
  const hole = place(butt, '1.15,1.16,.2 4,1.16,.16 1.5,2.86,.3 1.15,2.9,.12')
  return [
    edge(body + hole),
    line(place(butt, '.9,.98,.2 4.9,.98,.2 .95,3.36,.3')),
    line(segment(butt + 0.42, 0.72, butt + 5.6, 0.72) + segment(butt + 0.42, -0.5, butt + 5.9, -0.44)),
    turned({ from: butt + 0.7, to: butt + 5.9, axis: 0.02, radius: 0.56, endRadius: 0.54, lines: 7 }),
    opening(box(butt + 4.1, -0.16, butt + 5.2, 0.1, 0.13) + box(butt + 2.6, -0.16, butt + 3.7, 0.1, 0.13)),
    ...pin(butt + 1.1, 0.1, 0.2),
    edge(place(butt, '4.7,.9,.06 5.8,.9,.06 5.6,1.16,.1 4.8,1.22,.1')),
    fine(segment(butt + 4.95, 1.02, butt + 5.66, 1)),
    edge(place(butt, '0,-.6,.24 .42,-.92,.05 .42,3.72,.05 .04,3.56,.22')),
    ...detail(fine(repeat(17, (i) => segment(butt + 0.02, -0.4 + i * 0.23, butt + 0.26, -0.46 + i * 0.23)))),
  ]
}

function place(butt: number, points: string): string {
  return outline(corners(points, butt))
}
