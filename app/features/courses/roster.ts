import { after, hour } from '#app/kit/clock.ts'
import { allowed, refuse, refusalWordsOf } from '#app/kit/refusal.ts'
import { countOf } from '#app/kit/text.ts'

/** What is marked about a student, in the order of the day. The balance is no mark: it is money, with an order of its own. */
export const rosterMarks = ['checkedIn', 'waiver', 'liveFire', 'noShow'] as const
export type RosterMark = (typeof rosterMarks)[number]

export const markColumns = {
  checkedIn: 'checkedInAt',
  waiver: 'waiverAt',
  liveFire: 'liveFireAt',
  noShow: 'noShowAt',
} as const satisfies Record<RosterMark, string>

export type Marks = Record<(typeof markColumns)[RosterMark], Date | null>

const doorsMs = 12 * hour

export function maySet(mark: RosterMark, marks: Marks, { startsAt }: { startsAt: Date }, now: Date) {
  if (mark === 'checkedIn' && now < after(startsAt, -doorsMs)) return refuse('too_early')
  if ((mark === 'liveFire' || mark === 'noShow') && now < startsAt) return refuse('class_not_begun')
  if (mark === 'liveFire' && !marks.checkedInAt) return refuse('not_checked_in')
  if (mark === 'liveFire' && !marks.waiverAt) return refuse('no_waiver')
  if (mark === 'noShow' && marks.checkedInAt) return refuse('checked_in')
  return allowed
}

export function alongWith(mark: RosterMark, isSet: boolean): Partial<Marks> {
  if (mark === 'checkedIn' && isSet) return { noShowAt: null }
  return mark === 'checkedIn' ? { liveFireAt: null } : {}
}

type Counted = {
  marks: ShownMarks
  balanceCents: number
  balancePaid: object | null
  certificate: object | null
}

export function rosterTotals(students: readonly Counted[]) {
  const owing = students.filter(({ balancePaid, marks }) => !balancePaid && !marks.noShow)
  return {
    students: students.length,
    checkedIn: students.filter(({ marks }) => marks.checkedIn).length,
    certificates: students.filter(({ certificate }) => certificate).length,
    dueCents: owing.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
  }
}

export function isRosterMark(text: string): text is RosterMark {
  return (rosterMarks as readonly string[]).includes(text)
}

export type CertificateFacts = {
  course: string
  hours: number
  liveFireRounds: number
  heldOn: string
  place: string
  instructor: string
  licenses: { name: string; number: string }[]
}

/** An instructor's license. `expiresOn` is the last day on which it is good. */
export type License = { name: string; number: string; expiresOn: string }

export type CertificateBasis = Pick<Marks, 'checkedInAt' | 'liveFireAt' | 'noShowAt'> & {
  liveFireRounds: number
  instructor: { licenses: readonly License[] } | null
  heldOn: string
}

export type CertificateGap =
  | 'no_live_fire_course'
  | 'not_attended'
  | 'not_fired'
  | 'no_instructor'
  | 'no_license'

export function licensesOn(licenses: readonly License[], day: string): License[] {
  return licenses.filter(({ expiresOn }) => expiresOn >= day)
}

/** The instructor, licensed on the day, saw the student attend and fire: without any of these there is nothing to certify. */
export function certificateGap(basis: CertificateBasis): CertificateGap | null {
  const { liveFireRounds, instructor, heldOn, checkedInAt, liveFireAt, noShowAt } = basis
  if (liveFireRounds === 0) return 'no_live_fire_course'
  if (!checkedInAt || noShowAt) return 'not_attended'
  if (!liveFireAt) return 'not_fired'
  if (!instructor) return 'no_instructor'
  return licensesOn(instructor.licenses, heldOn).length === 0 ? 'no_license' : null
}

export function formatCertificateCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

export const certificateCodeLength = 12

export const acceptedBy =
  'Whether a certificate of training is accepted, and for what, is decided by the authority that you show it to.'

export const certificateWords = {
  title: 'Certificate of Training',
  subject: 'Certificate of training in the safe handling of firearms',
  of: 'This certifies that',
  completed: 'completed the course',
  record: 'Instructor’s record',
  valid: { title: 'This certificate is valid', text: 'It says the following, and nothing else.' },
  revoked: {
    title: 'This certificate is no longer valid',
    text: 'We took it back because the record that it rested on was corrected.',
  },
  download: 'Certificate as PDF',
} as const

export function attendedWords({ hours, liveFireRounds }: CertificateFacts): string {
  return `The student attended ${hours === 1 ? 'the hour' : `all ${hours} hours`} of the course. The instructor observed the student safely handle and fire a firearm with live ammunition, at least ${countOf(liveFireRounds, 'round')}, in the instructor’s physical presence, and keeps a record of it.`
}

export const gapWords: Record<CertificateGap, string | null> = {
  no_live_fire_course: null,
  not_attended: null,
  not_fired: null,
  no_instructor: 'No instructor is named for this class, so no certificate is made.',
  no_license: 'The instructor has no license that is good on this day, so no certificate is made.',
}

export const classesPath = '/staff/classes'

export const rosterPath = (sessionId: string) => `${classesPath}/${encodeURIComponent(sessionId)}`

export const dayMethods = ['cash', 'terminal', 'check'] as const
export type DayMethod = (typeof dayMethods)[number]

// Marks that a phone at the range has not yet sent. Pure: the browser stores the queue, because the network is unreliable.

export type QueuedMark = {
  id: string
  order: string
  mark: RosterMark
  to: 'set' | 'unset'
}

/** Adds a press. An earlier one of the same mark that still waits is replaced: the last word counts. */
export function enqueueMark(queue: readonly QueuedMark[], pressed: QueuedMark): QueuedMark[] {
  return [...queue.filter(({ order, mark }) => order !== pressed.order || mark !== pressed.mark), pressed]
}

export function dequeueMark(queue: readonly QueuedMark[], id: string): QueuedMark[] {
  return queue.filter((each) => each.id !== id)
}

export type ShownMarks = Record<RosterMark, string | null>

export function withQueue(marks: ShownMarks, order: string, queue: readonly QueuedMark[]): ShownMarks {
  return queue
    .filter((each) => each.order === order)
    .reduce<ShownMarks>((shown, { mark, to }) => {
      if (to === 'unset') return { ...shown, [mark]: null, ...(mark === 'checkedIn' && { liveFire: null }) }
      return {
        ...shown,
        [mark]: shown[mark] ?? 'now',
        ...(mark === 'checkedIn' && { noShow: null }),
      }
    }, marks)
}

export function parseQueue(stored: string | null): QueuedMark[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isQueued) : []
  } catch {
    return []
  }
}

function isQueued(each: unknown): each is QueuedMark {
  return (
    typeof each === 'object' &&
    each !== null &&
    'id' in each &&
    'order' in each &&
    'mark' in each &&
    'to' in each
  )
}

export const markWords: Record<RosterMark, { column: string; set: string; unset: string }> = {
  checkedIn: { column: 'In', set: 'Check in', unset: 'Undo check-in' },
  waiver: { column: 'Waiver', set: 'Waiver signed', unset: 'Undo waiver' },
  liveFire: { column: 'Live fire', set: 'Live fire seen', unset: 'Undo live fire' },
  noShow: { column: 'No-show', set: 'No-show', unset: 'Undo no-show' },
}

export const methodWords: Record<DayMethod, string> = {
  cash: 'Cash',
  terminal: 'Card terminal',
  check: 'Check',
}

const refusalTexts: Record<string, string> = {
  course_not_found: 'This course is not taught any more. Choose another one.',
  instructor_not_found: 'This instructor is gone. Choose another one.',
  session_not_found: 'This class is gone.',
  session_canceled: 'This class was canceled.',
  session_over: 'This class is over.',
  session_in_the_past: 'Choose a time that has not passed.',
  too_many_seats: 'A class has between 1 and 12 seats.',
  closes_too_late: 'The roster closes before the class begins.',
  seats_booked: 'More seats than that are booked or on hold. Seats never go below those.',
  no_such_moment: 'The clock skips this time on one of the days. Choose another time.',
  day_differs: 'That is not the day of this class.',
  not_on_roster: 'This student has no seat in this class any more.',
  too_early: 'Students are checked in on the day, from twelve hours before the class.',
  class_not_begun: 'The class has not begun.',
  not_checked_in: 'Check the student in first.',
  no_waiver: 'The waiver comes before live fire.',
  checked_in: 'The student is checked in. Undo that first.',
  nothing_due: 'Nothing is due for this seat.',
  balance_paid: 'The balance is paid already.',
  balance_held: 'A payment of this balance is under way.',
  amount_differs: 'The amount is not what is due now. Look at the new amount and take that.',
  payment_under_way: 'A payment is under way for this. Look at its order.',
  stock_gone: 'The seat was gone when the money was recorded. The order refunds itself: look at it.',
  session_full: 'No seat is free. Add one, up to twelve, or use the waitlist.',
  session_all_held: 'The free seats are on hold: for buyers who are paying, or for the waitlist.',
  session_closed: 'The class is over.',
  try_again: 'Another person took the seat at this moment. Try again.',
}

export const refusalWords = refusalWordsOf(refusalTexts)
