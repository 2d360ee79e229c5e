import type { BoardUnitState } from '#app/features/drops/rules/board.ts'
import { hasRefusalWords, refusalWords as holdRefusals } from '#app/features/drops/words.ts'
import type { DeskStatus } from '#app/features/drops/rules/desk-status.ts'
import type { PreviewDay } from '#app/features/drops/rules/preview.ts'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import type { PlanVerb } from './rules.ts'
import type { Outcome } from './flows.server.ts'

/** A drop's status with its shape. */
export const statusWords: Record<DeskStatus, { kind: StatusKind; word: string }> = {
  draft: { kind: 'half', word: 'Draft' },
  put_away: { kind: 'void', word: 'Archived' },
  scheduled: { kind: 'sched', word: 'Scheduled' },
  announced: { kind: 'wait', word: 'Announced, no date' },
  live: { kind: 'live', word: 'Live' },
  paused: { kind: 'pause', word: 'Paused' },
  sold_out: { kind: 'done', word: 'Sold out' },
  ended: { kind: 'todo', word: 'Ended' },
}

/** The days of a preview. */
export const dayWords: Record<PreviewDay, string> = {
  before: 'Before',
  opening: 'Opening',
  half: 'Half out',
  'sold-out': 'Sold out',
}

/** What a verb is called: its link, its sheet, and its button. */
export const verbWords: Record<PlanVerb, { label: string; button: string; isStop?: boolean }> = {
  publication: { label: 'Publish', button: 'Publish it' },
  launch: { label: 'Launch now', button: 'Launch it now' },
  pause: { label: 'Pause', button: 'Pause reservations', isStop: true },
  resumption: { label: 'Resume', button: 'Resume reservations' },
  end: { label: 'End early', button: 'End it for good', isStop: true },
  archive: { label: 'Archive', button: 'Archive it' },
  return: { label: 'Restore', button: 'Restore it' },
}

type Why = Exclude<Outcome, { ok: true }>['why']

/** Why a verb came to nothing. */
export const refusalWords: Record<Why, string> = {
  plan_not_found: 'There is no such drop.',
  drop_not_found: 'There is no such drop.',
  slug_taken: 'Another drop has this address.',
  changed:
    'Somebody changed this drop since you loaded it. Its current state is shown: check it, then press again.',
  conflict: 'Somebody changed the same fields. Theirs are shown beside yours; saving again keeps yours.',
  not_allowed: 'Nothing was saved: some fields may not be changed now.',
  not_ready: 'Nothing was done: the list has open points.',
  new_version: 'Buyers rely on what you changed. It needs a new version: confirm it, and save again.',
  number_in_use: 'Nothing was saved: one of these numbers was held or sold at this moment.',
  not_coming_soon: 'It is already open, or over.',
  archived: 'The run is closed.',
  still_open: 'Only drafts and ended drops are archived. End it first.',
  already_published: 'It is already published.',
  not_published: 'It is not published yet.',
  not_put_away: 'It is not archived.',
}

/** Why a new plan could not be begun. */
export const beginWords = {
  plan_not_found: 'There is no drop to copy at this address.',
  slug_taken: 'Another drop has the address that this name makes. Choose another name.',
  no_address: 'Give it a name with at least one letter or digit.',
} as const

/** A unit on the live board. */
export const unitWords: Record<BoardUnitState, string> = {
  open: 'open',
  held: 'held',
  taken: 'sold',
  house: 'house',
}

const troubles: Record<string, string> = {
  declined: 'Card declined',
  unknown: 'Gateway silent',
  expired: 'Hold ran out',
}

/** The errors of an order. */
export function troubleWords(kind: string): string {
  return troubles[kind] ?? kind
}

const limits: Record<string, string> = {
  buyer_limit: 'One buyer’s limit: same browser',
  mail_limit: 'One buyer’s limit: same email',
  held_limit: 'One buyer held too much at once',
  cooling_down: 'Let the same number go twice: one minute',
  more_proof: 'Crowded network: more proof asked',
  try_again: 'Someone else was faster',
}

/** Why a hold was refused, as the page says it to the buyer. */
export function refusedHoldWords(why: string): string {
  if (hasRefusalWords(why)) return holdRefusals[why].title
  return limits[why] ?? 'Refused for another reason'
}

/** How fast the gateway answers: the median and the slowest payment of the last minutes. */
export function answerWords(answers: { medianMs: number; slowestMs: number } | undefined): string {
  if (!answers) return 'no payment yet'
  const seconds = (ms: number) => (ms < 100 ? 'under 0.1' : (ms / 1_000).toFixed(1))
  return `${seconds(answers.medianMs)} s, slowest ${seconds(answers.slowestMs)} s`
}
