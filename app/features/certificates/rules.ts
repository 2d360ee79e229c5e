import { day, hour, minute } from '#app/kit/clock.ts'
import type { DropStatus, UnitState } from '../drops/rules.ts'
import type { Ending, Stage } from '#app/features/orders/rules.ts'

/** How many letters of a code are its signature. */
export const signatureLength = 12

/** A code as somebody typed it, without spaces and dashes. Look-alikes become the digit they were meant to be. */
export function tidyCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** A code in groups of four: `A017-4XDW-P9RT-HN3K`. */
export function groupCode(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-')
}

/** The number that a tidy code names; 0 when it names none. */
export function numberIn(code: string): number {
  return Number(/^[A-Z](\d{3})/.exec(code)?.[1] ?? 0)
}

/**
 * Where a unit stands, as the registry tells everyone. Coarser than what its buyer sees: how far a federal review has
 * come is nobody else's business, so everything between the filing and the hand-over is one standing.
 */
export const standings = [
  'to_come',
  'open',
  'held_back',
  'held',
  'reserved',
  'in_build',
  'in_transfer',
  'transferred',
  'taken',
  'never_made',
] as const
export type Standing = (typeof standings)[number]

const byStage: Record<Stage, Standing> = {
  reserved: 'reserved',
  in_build: 'in_build',
  form_filed: 'in_transfer',
  under_review: 'in_transfer',
  approved: 'in_transfer',
  at_dealer: 'in_transfer',
  transferred: 'transferred',
}

/** The standing of a unit, from its drop, its own state, and the stage of the order that took it. */
export function standingOf({
  drop,
  unit,
  stage,
}: {
  drop: { status: DropStatus; pausedAt: Date | null }
  unit: UnitState
  /** Missing on units that were taken before the shop kept orders. */
  stage?: Stage | Ending | undefined
}): Standing {
  if (unit === 'held') return 'held'
  if (unit === 'open') return openStanding(drop)
  if (stage === undefined) return 'taken'
  // A refund opens the unit in the same transaction; between two reads it may still look taken.
  return stage === 'canceled' || stage === 'refunded' ? openStanding(drop) : byStage[stage]
}

/** Does a unit in this standing belong to somebody? A certificate of one that does not is nothing to pay for. */
export function isOwned(standing: Standing): boolean {
  return ['reserved', 'in_build', 'in_transfer', 'transferred', 'taken'].includes(standing)
}

function openStanding({ status, pausedAt }: { status: DropStatus; pausedAt: Date | null }): Standing {
  if (status === 'archived') return 'never_made'
  if (status === 'coming_soon') return 'to_come'
  return pausedAt ? 'held_back' : 'open'
}

/** What is said beside the fields. */
export const askWords = {
  noDrop: 'Choose a drop',
  noNumber: 'Enter a number, like 17',
  noCode: 'Enter the code from the certificate',
  longCode: 'This is longer than any code of ours. It has 16 letters and digits.',
} as const

/** A run as the archive's figures are made of it. */
export type Run = {
  status: DropStatus
  totalUnits: number
  units: readonly UnitState[]
  launchDate: Date | null
  soldOutAt: Date | null
}

/** How long a run took to sell out, in milliseconds; `null` for one that did not, or of which that is not known. */
export function sellOutMs({ launchDate, soldOutAt }: Pick<Run, 'launchDate' | 'soldOutAt'>): number | null {
  if (!launchDate || !soldOutAt || soldOutAt <= launchDate) return null
  return soldOutAt.getTime() - launchDate.getTime()
}

/** How many of a run's units are taken. */
export function takenIn({ units }: Pick<Run, 'units'>): number {
  return units.filter((state) => state === 'taken').length
}

/** The archive in four figures. Runs that have not opened yet count as drops, and their units as units to come. */
export type Figures = {
  drops: number
  /** Units of the runs that have opened. */
  units: number
  taken: number
  /** Units of runs that have not opened yet. */
  toCome: number
  /** The shortest time in which a run sold out, in milliseconds. */
  fastestMs: number | null
}

/** Sums the archive up. */
export function figuresOf(runs: readonly Run[]): Figures {
  const opened = runs.filter(({ status }) => status !== 'coming_soon')
  const sum = (of: readonly Run[], count: (run: Run) => number) =>
    of.reduce((total, run) => total + count(run), 0)
  const times = runs.flatMap((run) => sellOutMs(run) ?? [])
  const units = sum(opened, ({ totalUnits }) => totalUnits)
  return {
    drops: runs.length,
    units,
    taken: sum(opened, takenIn),
    toCome: sum(runs, ({ totalUnits }) => totalUnits) - units,
    fastestMs: times.length ? Math.min(...times) : null,
  }
}

/** The address of the picture of a drop in which one unit's line stands out. */
export function linePath(slug: string, number: number, version: string): string {
  return `/art/vault/${slug}/${number}.svg?v=${version}`
}

const stops = [
  { label: '1 min', ms: minute },
  { label: '10 min', ms: 10 * minute },
  { label: '1 hour', ms: hour },
  { label: '6 hours', ms: 6 * hour },
  { label: '1 day', ms: day },
  { label: '1 week', ms: 7 * day },
  { label: '1 month', ms: 30 * day },
  { label: '6 months', ms: 182 * day },
  { label: '5 years', ms: 5 * 365 * day },
] as const

/** A logarithmic scale of time that holds every given length: its marks, and where a length stands on it, 0 to 1. */
export function timeScale(lengths: readonly number[]) {
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
  const first = Math.max(
    0,
    stops.findLastIndex(({ ms }) => ms < least),
  )
  const end = stops.findIndex(({ ms }) => ms >= most)
  const marks = stops.slice(first, (end < 0 ? stops.length : Math.max(end, first + 1)) + 1)
  const from = Math.log(marks[0]?.ms ?? 1)
  const span = Math.log(marks.at(-1)?.ms ?? 1) - from || 1
  return { marks, at: (ms: number) => Math.min(1, Math.max(0, (Math.log(ms) - from) / span)) }
}
