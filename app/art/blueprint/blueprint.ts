import type { Build, PartStep } from './build.ts'
import { BARREL_LIMIT_IN, OVERALL_LIMIT_IN, measure, type Measures } from './measure.ts'
import { type Frame, sheetFrame } from './frame.ts'
import { type Layer, layersOf } from './layers.ts'
import { atScale, pen, type Shape, draftingText, draftingTextWidth } from './shape.ts'
import { inches, repeat, segment } from './path.ts'

export interface DrawnLayer {
  readonly name: string
  readonly step: PartStep
  readonly ink: 'ink' | 'phantom'
  readonly focused: boolean
  readonly shapes: readonly Shape[]
}

/** Draw the contours, then the layers, then the drafting. */
export interface Sheet {
  readonly frame: Frame
  /** Drawn heavy underneath everything: later fills hide their inner half. */
  readonly contours: readonly ReturnType<typeof contourOf>[]
  readonly layers: readonly DrawnLayer[]
  readonly drafting: readonly Shape[]
}

export interface BlueprintOptions {
  /** Scale at which it will be seen; decides detail and the size of lettering. Default 28. */
  readonly pxPerInch?: number
  /** Steps in ink; the others are phantom. Default: all. */
  readonly chosen?: readonly PartStep[]
  readonly focus?: PartStep
  readonly dimensions?: boolean
  /** Part of the sheet shown, in inches. Default: the sheet with its dimension lines. */
  readonly frame?: Frame
  readonly terse?: boolean
  /** Marks 16 in and 26 in on the dimension lines. Default true. */
  readonly limits?: boolean
  readonly rulerY?: number
  /** Cap height of dimensions in pixels. Default 10.5. */
  readonly letteringPx?: number
  readonly barrelLineY?: number
  readonly overallLineY?: number
}

const BUTT_FOOT_Y = { sopmod: 4, skeleton: 3.7, brace: 4.2, 'folding-brace': 4.2 } as const

export function renderBlueprint(build: Build, options: BlueprintOptions = {}): Sheet {
  // A frame measured before layout can be zero wide; the lettering must not become infinitely large.
  const pxPerInch = Math.max(3, options.pxPerInch ?? 28)
  const measures = measure(build)
  const layers = layersOf(build, measures)
  const isInked = (layer: Layer) =>
    !layer.neverInked && (options.chosen === undefined || options.chosen.includes(layer.step))
  return {
    frame: options.frame ?? sheetFrame(measures, build.suppressor),
    contours: layers.filter(isInked).map(contourOf),
    layers: layers.map((layer) => ({
      name: layer.name,
      step: layer.step,
      ink: isInked(layer) ? 'ink' : 'phantom',
      focused: layer.step === options.focus && !layer.neverInked,
      shapes: atScale(layer.shapes, pxPerInch),
    })),
    drafting: options.dimensions === false ? [] : drafting(build, measures, { ...options, pxPerInch }),
  }
}

export function contourOf({ name, step, shapes }: Layer) {
  return { name, step, d: outerEdges(shapes).join('') }
}

export function outerEdges(shapes: readonly Shape[]): string[] {
  return shapes.filter(({ className }) => className.startsWith('bp-edge')).map(({ d }) => d)
}

/** Heights are inches on the sheet, lettering heights pixels. */
function drafting(
  build: Build,
  measures: Measures,
  {
    pxPerInch,
    barrelLineY = 4.55,
    overallLineY = 9.4,
    letteringPx = 10.5,
    ...options
  }: BlueprintOptions & { pxPerInch: number },
): Shape[] {
  const { breechX, muzzleX, buttX, barrelIn, overallIn } = measures
  const { terse = false, limits = true, rulerY } = options
  const px = 1 / pxPerInch
  const unit = terse ? '″' : ' IN'
  return [
    axis(measures),
    ...dimension({
      label: `${terse ? '' : 'BARREL '}${barrelIn.toFixed(1)}${unit}`,
      from: { x: breechX, footY: build.platform === 'scorpion' ? 1.3 : 1.5 },
      to: { x: muzzleX, footY: 0.5 },
      y: barrelLineY,
      share: 0.56,
      px,
      letteringPx,
    }),
    ...dimension({
      label: `${terse ? '' : 'OVERALL '}${overallIn.toFixed(1)}${unit}`,
      from: { x: buttX, footY: BUTT_FOOT_Y[build.stock] },
      to: { x: muzzleX, footY: barrelLineY + 4 * px },
      y: overallLineY,
      share: 0.5,
      px,
      letteringPx,
    }),
    ...(limits ? limitsOf(measures, barrelLineY, overallLineY, px) : []),
    ...(rulerY === undefined ? [] : ruler(buttX, rulerY, px)),
  ]
}

function axis({ buttX, tipX }: Measures): Shape {
  const d = segment(buttX - 0.25, 0, buttX - 1.1, 0) + segment(tipX + 0.25, 0, tipX + 1.9, 0)
  return pen('bp-axis', d)
}

type Foot = { readonly x: number; readonly footY: number }

type Dimension = {
  label: string
  from: Foot
  to: Foot
  y: number
  share: number
  px: number
  letteringPx: number
}

function dimension({ label, from, to, y, share, px, letteringPx }: Dimension): Shape[] {
  const height = letteringPx * px
  const room = draftingTextWidth(label, height) + 14 * px
  const middle = from.x + (to.x - from.x) * share
  // A line too short to be broken carries its label underneath.
  const tight = to.x - from.x < room + 34 * px
  const run = tight
    ? segment(from.x, y, to.x, y)
    : segment(from.x, y, middle - room / 2, y) + segment(middle + room / 2, y, to.x, y)
  const extension = (foot: Foot) => segment(foot.x, foot.footY + 5 * px, foot.x, y + 6 * px)
  const baseline = tight ? y + height + 9 * px : y + height / 2
  return [
    pen('bp-dimension', extension(from) + extension(to) + run),
    pen('bp-arrow', arrowhead(to.x, y, 1, px) + arrowhead(from.x, y, -1, px)),
    pen('bp-dimension-text', draftingText(label, { x: middle, y: baseline, height, anchor: 'middle' })),
  ]
}

function arrowhead(x: number, y: number, direction: 1 | -1, px: number): string {
  const half = inches(1.9 * px)
  return `M${inches(x)} ${inches(y)}l${inches(-direction * 9 * px)} ${-half}l0 ${2 * half}Z`
}

function limitsOf(
  { breechX, muzzleX, buttX }: Measures,
  barrelLineY: number,
  overallLineY: number,
  px: number,
): Shape[] {
  const marks = [
    { limit: BARREL_LIMIT_IN, x: breechX + BARREL_LIMIT_IN, y: barrelLineY },
    { limit: OVERALL_LIMIT_IN, x: buttX + OVERALL_LIMIT_IN, y: overallLineY },
  ]
  const runs = marks.map(({ x, y }) => (x > muzzleX ? segment(muzzleX, y, x, y) : '')).join('')
  return [
    ...(runs === '' ? [] : [pen('bp-limit-run', runs)]),
    ...marks.flatMap(({ limit, x, y }) => limitMark(limit, x, y, muzzleX - x, px)),
  ]
}

function limitMark(limit: number, x: number, y: number, room: number, px: number): Shape[] {
  const height = 8.5 * px
  // Inside the dimension the line runs on past the mark: the number stands above it, clear of the line at the end.
  const anchor = room < draftingTextWidth(`${limit}`, height) / 2 + 3 * px ? 'end' : 'middle'
  const lettering =
    room > 2 * px
      ? draftingText(`${limit}`, { x, y: y - 10 * px, height, anchor })
      : draftingText(room < 0 ? `${limit} IN` : `${limit}`, { x: x + 7 * px, y: y + 4.2 * px, height })
  return [pen('bp-limit', segment(x, y - 7 * px, x, y + 7 * px)), pen('bp-limit-text', lettering)]
}

function ruler(zeroX: number, y: number, px: number): Shape[] {
  const ticks = repeat(34, (i) => segment(zeroX + i, y, zeroX + i, y + (i % 5 === 0 ? 9 : 5) * px))
  const numbers = repeat(7, (i) =>
    draftingText(`${i * 5}`, { x: zeroX + i * 5, y: y + 22 * px, height: 8 * px, anchor: 'middle' }),
  )
  return [pen('bp-ruler', ticks), pen('bp-ruler-text', numbers)]
}

/** A clip's place in the list is its number. */
export function clipsOf(shapes: Iterable<Shape>): string[] {
  const clips = new Set<string>()
  for (const shape of shapes) if (shape.clip !== undefined) clips.add(shape.clip)
  return [...clips]
}

export function shapesOf(sheet: Sheet): Shape[] {
  return [...sheet.layers.flatMap((layer) => layer.shapes), ...sheet.drafting]
}
