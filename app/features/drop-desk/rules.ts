import { z } from 'zod'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import type { UnitState } from '#app/features/drops/rules.ts'
import type { DeskStatus, PreviewDay } from '#app/features/drops/rules/plan.ts'

export const statusWords: Record<DeskStatus, { kind: StatusKind; word: string }> = {
  draft: { kind: 'half', word: 'Draft' },
  scheduled: { kind: 'sched', word: 'Scheduled' },
  announced: { kind: 'wait', word: 'Announced, no date' },
  live: { kind: 'live', word: 'Live' },
  paused: { kind: 'pause', word: 'Paused' },
  sold_out: { kind: 'done', word: 'Sold out' },
  ended: { kind: 'todo', word: 'Ended' },
}

export const dayWords: Record<PreviewDay, string> = {
  before: 'Before',
  opening: 'Opening',
  half: 'Half out',
  'sold-out': 'Sold out',
}

export const revisionInput = z.coerce.number().int().min(1)

const planVerbs = ['publication', 'launch', 'pause', 'resumption', 'end', 'discard'] as const
export type PlanVerb = (typeof planVerbs)[number]

export function isPlanVerb(text: string | undefined): text is PlanVerb {
  return (planVerbs as readonly string[]).includes(text ?? '')
}

export const verbWords: Record<PlanVerb, { label: string; button: string; isStop?: boolean }> = {
  publication: { label: 'Publish', button: 'Publish it' },
  launch: { label: 'Launch now', button: 'Launch it now' },
  pause: { label: 'Pause', button: 'Pause reservations', isStop: true },
  resumption: { label: 'Resume', button: 'Resume reservations' },
  end: { label: 'End early', button: 'End it for good', isStop: true },
  discard: { label: 'Discard', button: 'Discard it', isStop: true },
}

/** What may be done at each status; the first is the one that comes next. */
export const verbsAt: Record<DeskStatus, readonly PlanVerb[]> = {
  draft: ['publication', 'discard'],
  scheduled: ['launch', 'pause', 'end'],
  announced: ['launch', 'pause', 'end'],
  live: ['pause', 'end'],
  paused: ['resumption', 'end'],
  sold_out: ['pause', 'end'],
  ended: [],
}

export type BoardUnitState = UnitState | 'house'
