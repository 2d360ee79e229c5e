import type { Build, PartStep } from './build.ts'
import { type Classification, classify } from './classify.ts'
import { drafting } from './drafting.ts'
import { type Frame, sheetFrame } from './frame.ts'
import { type Layer, layersOf } from './layers.ts'
import { measure } from './measure.ts'
import { atScale, type Shape } from './shape.ts'

/** A piece of the drawing as shown: in ink when its step is chosen, in phantom line while it is not. */
export interface DrawnLayer {
  readonly name: string
  readonly step: PartStep
  readonly ink: 'ink' | 'phantom'
  /** The step being chosen now; drawn in the accent. */
  readonly focused: boolean
  readonly shapes: readonly Shape[]
}

/** Outer edges of one inked piece, drawn heavy underneath everything: later fills hide their inner half. */
export interface Contour {
  readonly name: string
  readonly step: PartStep
  readonly d: string
}

/** A drawing as plain data: draw the contours, then the layers, then the drafting. */
export interface Sheet {
  readonly frame: Frame
  readonly contours: readonly Contour[]
  readonly layers: readonly DrawnLayer[]
  /** Bore axis, dimensions, limits and ruler; empty without dimensions. */
  readonly drafting: readonly Shape[]
}

/** The sheet of a whole build, with the lengths it was drawn from. */
export interface Blueprint extends Sheet {
  readonly barrelIn: number
  readonly overallIn: number
  readonly classification: Classification
}

/** How a build is shown. Everything is optional: by default the whole rifle is inked and dimensioned. */
export interface BlueprintOptions {
  /** Scale at which it will be seen; decides detail and the size of lettering. Default 28. */
  readonly pxPerInch?: number
  /** Steps in ink; the others are phantom. Default: all. */
  readonly chosen?: readonly PartStep[]
  readonly focus?: PartStep
  /** Default true. */
  readonly dimensions?: boolean
  /** Part of the sheet shown, in inches. Default: the sheet with its dimension lines. */
  readonly frame?: Frame
  /** Lengths without words, for small screens. */
  readonly terse?: boolean
  /** Marks 16 in and 26 in on the dimension lines. Default true. */
  readonly limits?: boolean
  /** Draws a ruler from the butt at this height. */
  readonly rulerY?: number
  /** Cap height of dimensions in pixels. Default 10.5. */
  readonly letteringPx?: number
  readonly barrelLineY?: number
  readonly overallLineY?: number
}

const BUTT_FOOT_Y = { sopmod: 4, skeleton: 3.7, brace: 4.2, 'folding-brace': 4.2 } as const

/** Draws a build: outer silhouette and styling, from the outer dimensions of its parts. Pure and deterministic. */
export function renderBlueprint(build: Build, options: BlueprintOptions = {}): Blueprint {
  // A frame measured before layout can be zero wide; the lettering must not become infinitely large.
  const pxPerInch = Math.max(3, options.pxPerInch ?? 28)
  const measures = measure(build)
  const layers = layersOf(build, measures)
  const isInked = (layer: Layer) =>
    !layer.neverInked && (options.chosen === undefined || options.chosen.includes(layer.step))
  const plan = {
    pxPerInch,
    barrelLineY: options.barrelLineY ?? 4.55,
    overallLineY: options.overallLineY ?? 9.4,
    receiverFootY: build.platform === 'scorpion' ? 1.3 : 1.5,
    buttFootY: BUTT_FOOT_Y[build.stock],
    letteringPx: options.letteringPx ?? 10.5,
    terse: options.terse ?? false,
    limits: options.limits ?? true,
    rulerY: options.rulerY ?? null,
  }
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
    drafting: options.dimensions === false ? [] : drafting(measures, plan),
    barrelIn: measures.barrelIn,
    overallIn: measures.overallIn,
    classification: classify(measures),
  }
}

/** The heavy contour of a layer. */
export function contourOf({ name, step, shapes }: Layer): Contour {
  return { name, step, d: outerEdges(shapes).join('') }
}

/** Outlines (path data) of the shapes that make the outer edge. */
export function outerEdges(shapes: readonly Shape[]): string[] {
  return shapes.filter(({ className }) => className.startsWith('bp-edge')).map(({ d }) => d)
}
