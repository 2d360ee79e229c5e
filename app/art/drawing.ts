import type { ArtFrame } from './art-frames.ts'
import type { ArtTheme } from './art-theme.ts'

/** What an artwork is drawn from. The same subject always gives the same drawing. */
export type ArtSubject = {
  slug: string
  theme: ArtTheme
  dropNumber: number
  /** Units of the drop: the drawing has exactly as many lines. At least 1. */
  total: number
  /** Replaces the drop number where a theme shows it (cyber, noir): "23/50" on the home page. */
  lettering?: string
}

/** The parts of a drawing that never change while units are sold. */
export type Drawing = {
  /** Path data of each unit's line; unit n is at n - 1. */
  strokes: string[]
  /** Markup under the lines, and markup over them. Each is balanced together with the other. */
  before: string
  after: string
  pitch?: number
}

/** Draws one theme in one frame. `id` begins every id in the markup, so that two drawings can share a page. */
export type DrawTheme = (subject: ArtSubject, frame: ArtFrame, id: string) => Drawing

export function dropNumberText(dropNumber: number): string {
  return String(dropNumber).padStart(3, '0')
}

export type UnitState = 'open' | 'held' | 'taken'

export function strokeClass(state: UnitState, isMine: boolean): string {
  return isMine ? `u ${state} mine` : `u ${state}`
}
