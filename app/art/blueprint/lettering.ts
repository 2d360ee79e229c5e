import { letteringPath, letteringWidth } from '#app/art/pantograph/lettering.ts'
import type { Shape } from './shape.ts'

/** Baseline position and cap height in inches on the sheet. */
interface LetteringPlace {
  readonly x: number
  readonly y: number
  readonly height: number
  /** Spacing between letters as a share of the cap height. */
  readonly tracking?: number
  readonly anchor?: 'start' | 'middle' | 'end'
}

/** Spacing of drafting lettering, wide enough to stay legible at 10 px. */
const DRAFTING_TRACKING = 0.1

export function engraving(text: string, place: LetteringPlace): Shape {
  const d = letteringPath(text, { width: 0.95, tracking: 0.04, ...place })
  return { className: 'bp-engraving', d, detail: true }
}

export function draftingText(text: string, place: LetteringPlace): string {
  return letteringPath(text, { tracking: DRAFTING_TRACKING, ...place })
}

/** Width in inches of drafting lettering, so that a dimension line can be broken around it. */
export function draftingTextWidth(text: string, height: number): number {
  return letteringWidth(text, { height, tracking: DRAFTING_TRACKING })
}
