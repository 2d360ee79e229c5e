import type { AgeClass } from '#app/features/compliance/rules/ages.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import type { StatusKind, Tone } from '../console/components/shape.tsx'

export const outcomeLooks: Record<string, { kind: StatusKind; tone?: Tone; word: string }> = {
  allowed: { kind: 'done', word: 'Allowed' },
  review: { kind: 'review', tone: 'hold', word: 'Review' },
  refused: { kind: 'no', tone: 'stop', word: 'Refused' },
}

export const refusalWords = {
  changed: 'Somebody else changed this row while you read it. Its current values are shown beside yours.',
  affected_changed:
    'Orders changed while you read. The list below is the one of now; look at it and confirm again.',
  nothing_to_do: 'Nothing differs from the current row. Confirm it instead.',
  no_such_state: 'There is no such row.',
  not_read_yet: 'The day on which it was read has not come yet.',
  rule_not_found: 'Somebody has deleted this rule.',
} as const

export const staleReading = (rules: readonly string[]) =>
  `Changed since you read them: ${rules.join(', ')}. Nothing was confirmed.`

export const ageWords: Record<AgeClass, string> = {
  rifle: 'Rifles',
  sbr: 'Short-barreled rifles',
  sbs: 'Short-barreled shotguns',
  handgun: 'Handguns',
  suppressor: 'Suppressors',
  aow: 'Any other weapons',
  receiver: 'Receivers',
  goods: 'Other goods',
  training: 'Seats in classes',
}

export const ageWhere = (state: string) => (state === 'US' ? 'Everywhere' : stateName(state))

const statusWords: Record<string, string> = {
  allowed: 'Allowed',
  restricted: 'Restricted',
  prohibited: 'Prohibited',
}

/** What the rule of a place says of a class: nothing leaves it to the state. */
export const ruleStatusWords = (status: string | null) =>
  status === null ? 'As its state' : (statusWords[status] ?? status)

export function ruleState({
  changes,
  isNew,
  isStale,
}: {
  changes: readonly unknown[]
  isNew: boolean
  isStale: boolean
}) {
  if (changes.length > 0) return { kind: 'wait', words: 'Proposed' } as const
  if (isNew) return { kind: 'todo', words: 'New' } as const
  return isStale
    ? ({ kind: 'over', words: 'Stale' } as const)
    : ({ kind: 'done', words: 'In force' } as const)
}
