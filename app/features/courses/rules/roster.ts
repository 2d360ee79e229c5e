import { after, day } from '#app/kit/clock.ts'

/** How long a roster stays open after its class, to record payments. In milliseconds. */
export const rosterOpenMs = 14 * day

/** Whether a roster can still be opened. It expires because it holds personal data. */
export function isRosterOpen({ endsAt }: { endsAt: Date }, now: Date): boolean {
  return now < after(endsAt, rosterOpenMs)
}

export const rosterMarks = ['checkedIn', 'balancePaid'] as const
export type RosterMark = (typeof rosterMarks)[number]

/** One student of a roster. Money is US cents. */
export type RosterRow = {
  orderId: string
  /** Counted from 1. */
  seat: number
  name: string
  email: string
  /** Paid and not refunded. */
  depositCents: number
  /** What is due on the day. */
  balanceCents: number
  checkedInAt: Date | null
  balancePaidAt: Date | null
}

/** The totals of a roster. */
export function rosterTotals(rows: readonly RosterRow[]) {
  return {
    students: rows.length,
    checkedIn: rows.filter(({ checkedInAt }) => checkedInAt).length,
    dueCents: rows.reduce((sum, row) => sum + (row.balancePaidAt ? 0 : row.balanceCents), 0),
    paidCents: rows.reduce((sum, row) => sum + (row.balancePaidAt ? row.balanceCents : 0), 0),
  }
}
