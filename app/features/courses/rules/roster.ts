import { after, day } from '#app/kit/clock.ts'

/** How long after a class its list of students can still be opened: to settle what was paid on the day. In milliseconds. */
export const rosterOpenMs = 14 * day

/** Can the list of students still be opened? It holds names and addresses: it does not stay open for ever. */
export function isRosterOpen({ endsAt }: { endsAt: Date }, now: Date): boolean {
  return now < after(endsAt, rosterOpenMs)
}

/** What an instructor marks on the list. */
export const rosterMarks = ['checkedIn', 'balancePaid'] as const
export type RosterMark = (typeof rosterMarks)[number]

/** One student on the list. Cents are US cents. */
export type RosterRow = {
  orderId: string
  /** Counted from 1. */
  seat: number
  name: string
  email: string
  /** What was paid and not given back. */
  depositCents: number
  /** What is due on the day. */
  balanceCents: number
  checkedInAt: Date | null
  balancePaidAt: Date | null
}

/** What the list adds up to. */
export function rosterTotals(rows: readonly RosterRow[]) {
  return {
    students: rows.length,
    checkedIn: rows.filter(({ checkedInAt }) => checkedInAt).length,
    dueCents: rows.reduce((sum, row) => sum + (row.balancePaidAt ? 0 : row.balanceCents), 0),
    paidCents: rows.reduce((sum, row) => sum + (row.balancePaidAt ? row.balanceCents : 0), 0),
  }
}
