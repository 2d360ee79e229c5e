import { letteringPath, letteringWidth, type PlacedLettering } from '#app/art/pantograph/lettering.ts'
import { pen, type Shape } from './shape.ts'

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
