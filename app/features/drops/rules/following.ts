import { formatCount } from '#app/kit/count.ts'
import {
  countUnits,
  type DropLiveState,
  dropTopic,
  percentSold,
  type UnitChange,
  type UnitState,
} from '../rules.ts'

/** Marks the part of a page that shows a drop. Without `units` only its status is followed. */
export function followDrop(slug: string, { status, paused, units }: Partial<DropLiveState>, house = 0) {
  return {
    'data-live': dropTopic(slug),
    'data-status': status,
    'data-paused': String(paused),
    'data-units': units,
    'data-house': house || undefined,
  }
}

export type DropFigures = ReturnType<typeof figuresOf>

/** Counts a drop's units. `sold` leaves out those that are set aside for the house. */
export function figuresOf(units: readonly UnitState[], house = 0) {
  const counts = countUnits(units)
  return { ...counts, sold: counts.taken - house, percent: Math.round(percentSold(counts)) }
}

export function fillFigures(words: string, figures: DropFigures, some?: keyof DropFigures): string {
  if (some && figures[some] === 0) return ''
  return words.replaceAll(/\{(\w+)\}/g, (_, name: keyof DropFigures) => formatCount(figures[name]))
}

/** Puts a number in the place of `{}`. `site/drop.ts` does it for the chosen one, where an attribute has the template. */
export function withNumber(template: string, number: number | undefined): string {
  return template.replaceAll('{}', String(number ?? ''))
}

export function unitLabel(number: number, state: UnitState | 'house' | 'mine'): string {
  return `Number ${number}, ${state === 'house' ? 'set aside for the house' : state === 'mine' ? 'held for you' : state}`
}

/** The screen reader announcement of changed units: each number, or a summary when many change at once. */
export function changeWords(changes: readonly UnitChange[], openLeft: number): string {
  if (changes.length === 0) return ''
  if (changes.length > 3)
    return `${changes.length} numbers changed. ${openLeft} ${openLeft === 1 ? 'is' : 'are'} open now.`
  return changes.map(({ number, to }) => `Number ${number} ${changeVerbs[to]}.`).join(' ')
}

const changeVerbs: Record<UnitState, string> = {
  open: 'is open again',
  held: 'was just held',
  taken: 'was just taken',
}
