import { dateFormat } from '#app/kit/date-format.ts'
import type { RosterMark } from '../rules/roster.ts'

/** The texts of the roster. */
export const rosterWords = {
  title: 'Roster',
  csv: 'Download CSV',
  lanes: 'A lane lights up when its student checks in.',
  empty: { title: 'No students yet', text: 'Students appear here as soon as their deposit is paid.' },
  canceled: 'This class was canceled. Every student gets a full refund.',
  privacy:
    'Use these names and email addresses for this class only. Anyone with your link can see this list, so please don’t share it.',
  notFound: {
    title: 'Roster Not Found',
    text: 'Open the private link we sent you on this device. It expires two weeks after the class.',
  },
  noSuchStudent: 'This seat is no longer on the roster.',
}

/** The labels of each mark: its column, the button that sets it, the one that undoes it, and the mark itself. */
export const markWords: Record<RosterMark, { column: string; set: string; unset: string; done: string }> = {
  checkedIn: { column: 'Checked in', set: 'Check in', unset: 'Undo check-in', done: 'In' },
  balancePaid: { column: 'Balance', set: 'Mark paid', unset: 'Undo payment', done: 'Paid' },
}

/** Says how many seats were booked before this shop kept orders. */
export function unlistedWords(seats: number): string {
  return seats === 1
    ? 'One more seat was booked outside this shop. Its student is not on this list.'
    : `${seats} more seats were booked outside this shop. Their students are not on this list.`
}

/** The time of a mark in the shop's zone: `8:52 AM`. */
export function formatClock(moment: Date, timeZone: string): string {
  return dateFormat('en-US', { timeStyle: 'short', timeZone }).format(moment).replace(/\s/g, ' ')
}
