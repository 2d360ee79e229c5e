import type { StatusKind, Tone } from '../console/components/shape.tsx'

/** How a class is shown in a row: shape, tone and word. */
export const statusLooks: Record<string, { kind: StatusKind; tone?: Tone; word: string }> = {
  allowed: { kind: 'done', word: 'Allowed' },
  restricted: { kind: 'review', tone: 'hold', word: 'Review' },
  prohibited: { kind: 'no', tone: 'stop', word: 'Refused' },
}

/** What an outcome is called. */
export const outcomeLooks: Record<string, { kind: StatusKind; tone?: Tone; word: string }> = {
  allowed: { kind: 'done', word: 'Allowed' },
  review: { kind: 'review', tone: 'hold', word: 'Review' },
  refused: { kind: 'no', tone: 'stop', word: 'Refused' },
}

/** Why a decision about a row was refused. */
export const refusalWords = {
  changed:
    'Somebody else changed this row while you read it. The row as it is now stands beside your values.',
  affected_changed:
    'Orders changed while you read. The list below is the one of now; look at it and confirm again.',
  nothing_to_do: 'Nothing differs from the row as it stands. Confirm it instead.',
  no_such_state: 'There is no such row.',
} as const

/** The kinds of dates in the calendar. */
export const dateWords = { begins: 'Begins', ends: 'Last day', stale: 'Turns stale' } as const
