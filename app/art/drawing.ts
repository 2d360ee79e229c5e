import type { ArtFrame } from './art-frames.ts'
import type { ArtTheme } from './art-theme.ts'

/** The same subject always gives the same drawing. */
export type ArtSubject = {
  slug: string
  theme: ArtTheme
  dropNumber: number
  /** Units of the drop: the drawing has exactly as many lines. At least 1. */
  total: number
  /** Replaces the drop number where a theme shows it (cyber, noir): "23/50" on the home page. */
  lettering?: string
}

export type Drawing = {
  /** Unit n is at n - 1. */
  strokes: string[]
  /** Under and over the lines: each is balanced together with the other. */
  before: string
  after: string
  pitch?: number
}

/** `id` begins every id in the markup, so that two drawings can share a page. */
export type DrawTheme = (subject: ArtSubject, frame: ArtFrame, id: string) => Drawing

export function dropNumberText(dropNumber: number): string {
  return String(dropNumber).padStart(3, '0')
}

export type UnitState = 'open' | 'held' | 'taken'

export function strokeClass(state: UnitState, isMine: boolean): string {
  return isMine ? `u ${state} mine` : `u ${state}`
}
