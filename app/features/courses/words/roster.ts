import { dateFormat } from '#app/kit/date-format.ts'
import type { RosterMark } from '../rules/roster.ts'

/** The words of the instructor's list. */
export const rosterWords = {
  title: 'Roster',
  csv: 'Download CSV',
  lanes: 'A lane is lit once its student is checked in.',
  empty: { title: 'Nobody yet', text: 'Students appear here as soon as their deposit is paid.' },
  canceled: 'This class was called off. Everybody is given back what they paid.',
  privacy:
    'Names and addresses are for this class only. Whoever has the link you came by sees this list: do not pass it on.',
  notFound: {
    title: 'Roster Not Found',
    text: 'Open the private link that the shop sent you, on this device. It ends two weeks after the class.',
  },
  noSuchStudent: 'This seat is not on the list any more.',
}

/** What each mark is called: its column, the button that sets it, the one that takes it back, and how it reads when set. */
export const markWords: Record<RosterMark, { column: string; set: string; unset: string; done: string }> = {
  checkedIn: { column: 'Checked in', set: 'Check in', unset: 'Undo check-in', done: 'In' },
  balancePaid: { column: 'Balance', set: 'Mark paid', unset: 'Undo payment', done: 'Paid' },
}

/** Seats of whose students nothing is known. */
export function unlistedWords(seats: number): string {
  return seats === 1
    ? 'One more seat was taken outside this shop: its student is not on this list.'
    : `${seats} more seats were taken outside this shop: their students are not on this list.`
}

/** When somebody was marked, as a clock there shows it: `8:52 AM`. */
export function formatClock(moment: Date, timeZone: string): string {
  return dateFormat('en-US', { timeStyle: 'short', timeZone }).format(moment).replace(/\s/g, ' ')
}
