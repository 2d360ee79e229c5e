import type { Group, TodayView } from './rules.ts'

/** The groups of the day's work. */
export const groupWords: Record<Group, string> = {
  decide: 'To decide',
  money: 'Money',
  send: 'To send',
  dealers: 'Transfers',
  people: 'People',
  watch: 'Alerts',
}

/** What a list without items says. */
export const emptyWords: Record<TodayView, string> = {
  everyone: 'Reviews, goods to send, balances, refunds and alerts would be here. There are none.',
  mine: 'What you take is listed here. You have nothing.',
  snoozed: 'What somebody puts off for a day is listed here until it wakes. Nothing sleeps.',
}
