import { after, hour } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

/** What is marked about a student, in the order of the day. The balance is no mark: it is money, with an order of its own. */
export const rosterMarks = ['checkedIn', 'waiver', 'liveFire', 'noShow'] as const
export type RosterMark = (typeof rosterMarks)[number]

/** The column of each mark. */
export const markColumns = {
  checkedIn: 'checkedInAt',
  waiver: 'waiverAt',
  liveFire: 'liveFireAt',
  noShow: 'noShowAt',
} as const satisfies Record<RosterMark, string>

/** When each mark was set, or null. */
export type Marks = Record<(typeof markColumns)[RosterMark], Date | null> & { liveFireScore: number | null }

/** One student of a roster. Money is US cents. */
export type RosterRow = Marks & {
  orderId: string
  /** Counted from 1. */
  seat: number
  name: string
  email: string
  phone: string
  /** Paid and not refunded. */
  depositCents: number
  /** What is due on the day. */
  balanceCents: number
  /** The order that paid the balance, with when. */
  balancePaid: { orderId: string; paidAt: Date } | null
  isWalkIn: boolean
  /** The shop moved the class and the student has not answered. */
  isMoveOpen: boolean
  /** The code of the certificate that holds. */
  certificate: string | null
}

/** How long before a class its students may be checked in, in milliseconds. */
const doorsMs = 12 * hour

/** Whether a mark may be set now. Taking one back is always possible. */
export function maySet(mark: RosterMark, marks: Marks, { startsAt }: { startsAt: Date }, now: Date) {
  if (mark === 'checkedIn' && now < after(startsAt, -doorsMs)) return refuse('too_early')
  if ((mark === 'liveFire' || mark === 'noShow') && now < startsAt) return refuse('class_not_begun')
  if (mark === 'liveFire' && !marks.checkedInAt) return refuse('not_checked_in')
  if (mark === 'liveFire' && !marks.waiverAt) return refuse('no_waiver')
  if (mark === 'noShow' && marks.checkedInAt) return refuse('checked_in')
  return allowed
}

/** What a mark changes besides itself: who comes after all is no no-show; a score goes with its mark. */
export function alongWith(mark: RosterMark, isSet: boolean): Partial<Marks> {
  if (mark === 'checkedIn' && isSet) return { noShowAt: null }
  if (mark === 'checkedIn' || (mark === 'liveFire' && !isSet))
    return { liveFireAt: null, liveFireScore: null }
  return {}
}

/** The totals of a roster. */
export function rosterTotals(rows: readonly RosterRow[]) {
  const count = (column: (typeof markColumns)[RosterMark]) => rows.filter((row) => row[column]).length
  return {
    students: rows.length,
    checkedIn: count('checkedInAt'),
    waivers: count('waiverAt'),
    liveFire: count('liveFireAt'),
    noShows: count('noShowAt'),
    certificates: rows.filter(({ certificate }) => certificate).length,
    dueCents: rows.reduce((sum, row) => sum + (row.balancePaid || row.noShowAt ? 0 : row.balanceCents), 0),
    paidCents: rows.reduce((sum, row) => sum + (row.balancePaid ? row.balanceCents : 0), 0),
  }
}

/** Whether a text names a mark. */
export function isRosterMark(text: string): text is RosterMark {
  return (rosterMarks as readonly string[]).includes(text)
}
