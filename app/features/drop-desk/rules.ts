import type { DeskStatus } from '#app/features/drops/rules/desk-status.ts'

/** What may be done to a drop as a whole, as the last part of its address. */
const planVerbs = ['publication', 'launch', 'pause', 'resumption', 'end', 'archive', 'return'] as const
export type PlanVerb = (typeof planVerbs)[number]

/** Whether the last part of an address is a verb. */
export function isPlanVerb(text: string | undefined): text is PlanVerb {
  return (planVerbs as readonly string[]).includes(text ?? '')
}

/** What may be done at each status; the first is the one that comes next. */
const verbsAt: Record<DeskStatus, readonly PlanVerb[]> = {
  draft: ['publication', 'archive'],
  put_away: ['return'],
  scheduled: ['launch', 'pause', 'end'],
  announced: ['launch', 'pause', 'end'],
  live: ['pause', 'end'],
  paused: ['resumption', 'end'],
  sold_out: ['pause', 'end'],
  ended: ['archive'],
}

/** What may be done to a drop now. */
export function verbsFor(status: DeskStatus): readonly PlanVerb[] {
  return verbsAt[status]
}

/** The verbs that change what buyers can do, which ask for a sign-in of the last minutes. */
export function needsRecentSignIn(verb: PlanVerb): boolean {
  return verb !== 'archive' && verb !== 'return'
}

/** How many minutes of a launch the live board shows. */
export const boardMinutes = 15
