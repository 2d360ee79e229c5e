import { z } from 'zod'
import type { StatusKind } from '#app/features/console/components/status.tsx'
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

type VerbFacts = { label: string; button: string; isStop?: boolean; at: readonly DeskStatus[] }

/** What may be done, and at which status; the first at a status is the one that comes next. */
export const planVerbs = {
  publication: { label: 'Publish', button: 'Publish it', at: ['draft'] },
  launch: { label: 'Launch now', button: 'Launch it now', at: ['scheduled', 'announced'] },
  pause: {
    label: 'Pause',
    button: 'Pause reservations',
    isStop: true,
    at: ['scheduled', 'announced', 'live', 'sold_out'],
  },
  resumption: { label: 'Resume', button: 'Resume reservations', at: ['paused'] },
  end: {
    label: 'End early',
    button: 'End it for good',
    isStop: true,
    at: ['scheduled', 'announced', 'live', 'paused', 'sold_out'],
  },
  discard: { label: 'Discard', button: 'Discard it', isStop: true, at: ['draft'] },
} as const satisfies Record<string, VerbFacts>
export type PlanVerb = keyof typeof planVerbs

export const verbFacts = (verb: PlanVerb): VerbFacts => planVerbs[verb]

export function verbsAt(status: DeskStatus): PlanVerb[] {
  return (Object.keys(planVerbs) as PlanVerb[]).filter((verb) => verbFacts(verb).at.includes(status))
}

export function isPlanVerb(text: string | undefined): text is PlanVerb {
  return Object.hasOwn(planVerbs, text ?? '')
}

export type BoardUnitState = UnitState | 'house'
