import type { OwnColors } from '#app/art/art-theme.ts'
import type { ArtPhase } from '#app/art/art-phase.ts'
import type { ArtSubject } from '#app/art/drawing.ts'
import type { DropStatus, DropTheme, UnitState } from '../rules.ts'

/** Up to this size each unit has a line of its own: beyond, lines run together, and the page grows heavy. */
const maxOwnLines = 200

export const maxSharedLines = 100

export function unitsPerLine(total: number): number {
  return total <= maxOwnLines ? 1 : Math.ceil(total / maxSharedLines)
}

/** The line of a number, counted from 1. */
export function lineOf(number: number, total: number): number {
  return Math.ceil(number / unitsPerLine(total))
}

/** The states of a drawing's lines. A line is lit while any of its units is open, and fades once all of them are taken. */
export function artLines(units: readonly UnitState[]): UnitState[] {
  const size = unitsPerLine(units.length)
  if (size === 1) return [...units]
  return Array.from({ length: Math.ceil(units.length / size) }, (_, line) => {
    const states = units.slice(line * size, (line + 1) * size)
    return states.includes('open') ? 'open' : states.includes('held') ? 'held' : 'taken'
  })
}

/** The phase that a drop's artwork is in; none while its numbers are sold. */
export function artPhase(status: DropStatus): ArtPhase | undefined {
  if (status === 'live') return undefined
  return status === 'coming_soon' ? 'tease' : 'finished'
}

/** When a run ended: its last number was taken, or its window closed. Undefined before that. */
export function closedMoment(drop: {
  status: DropStatus
  soldOutAt: Date | null
  endDate: Date | null
}): Date | null {
  if (artPhase(drop.status) !== 'finished') return null
  return drop.soldOutAt ?? (drop.status === 'archived' ? drop.endDate : null)
}

type Drawn = { slug: string; theme: DropTheme; dropNumber: number; totalUnits: number; artSeed: string }

/** The themes that draw the number of a drop. The artwork of the others is the same under every number, and drawn once. */
const numbered: ReadonlySet<DropTheme> = new Set(['cyber', 'noir'])

export function artSubject({ slug, theme, dropNumber, totalUnits, artSeed }: Drawn): ArtSubject {
  const total = Math.ceil(totalUnits / unitsPerLine(totalUnits))
  return { slug: artSeed || slug, theme, dropNumber: numbered.has(theme) ? dropNumber : 0, total }
}

export function ownColorsOf({
  colorPrimary,
  colorAccent,
}: {
  colorPrimary: string | null
  colorAccent: string | null
}): OwnColors {
  return { ground: colorPrimary, accent: colorAccent }
}
