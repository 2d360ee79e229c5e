import type { Pen } from './pen-style.ts'
import { letteringPath, letteringWidth, type PlacedLettering } from '#app/art/pantograph/lettering.ts'

export interface Shape {
  readonly className: Pen
  /** SVG path data in inches: x 0 at the receiver face, y 0 on the bore, y downwards. */
  readonly d: string
  readonly clip?: string
  /** Left out where the drawing is shown smaller than `DETAIL_PX_PER_INCH`. */
  readonly detail?: true
}

/** Below this scale detail turns to mush: letters, screws' sockets and shading lines are dropped. */
const DETAIL_PX_PER_INCH = 17

export function pen(className: Pen, d: string): Shape {
  return { className, d }
}

/** Filled, and part of the heavy contour. */
export const edge = (d: string) => pen('bp-edge', d)
export const raisedEdge = (d: string) => pen('bp-edge bp-raised', d)
export const line = (d: string) => pen('bp-line', d)
/** A hairline. */
export const fine = (d: string) => pen('bp-fine', d)
export const hatch = (d: string) => pen('bp-hatch', d)
export const opening = (d: string) => pen('bp-void', d)
/** Washes. */
export const light = (d: string) => pen('bp-light', d)
export const shade = (d: string) => pen('bp-shade', d)

export function detail(...shapes: readonly Shape[]): Shape[] {
  return shapes.filter((shape) => shape.d !== '').map((shape) => ({ ...shape, detail: true }))
}

export function clipTo(d: string, ...shapes: readonly Shape[]): Shape[] {
  return shapes.map((shape) => ({ ...shape, clip: d }))
}

export function atScale(shapes: readonly Shape[], pxPerInch: number): Shape[] {
  if (pxPerInch >= DETAIL_PX_PER_INCH) return [...shapes]
  return shapes.filter((shape) => !shape.detail && shape.className !== 'bp-hatch')
}

/** Spacing of drafting lettering, wide enough to stay legible at 10 px. */
const DRAFTING_TRACKING = 0.1

/** Its place in inches on the sheet. */
export function engraving(text: string, place: PlacedLettering): Shape {
  return {
    ...pen('bp-engraving', letteringPath(text, { width: 0.95, tracking: 0.04, ...place })),
    detail: true,
  }
}

export function draftingText(text: string, place: PlacedLettering): string {
  return letteringPath(text, { tracking: DRAFTING_TRACKING, ...place })
}

/** Width in inches of drafting lettering, so that a dimension line can be broken around it. */
export function draftingTextWidth(text: string, height: number): number {
  return letteringWidth(text, { height, tracking: DRAFTING_TRACKING })
}
