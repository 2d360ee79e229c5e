import type { StaffRight } from '#app/features/staff/rules.ts'
import { day } from '#app/kit/clock.ts'
import type { workItemMarks } from './tables.ts'

/** Days for a step that no median of ours measures. `choiceDays` are the buyer's, `answerDays` the dealer's before somebody calls. */
export const deskTerms = { priceSheetDays: 3, dealerDays: 3, choiceDays: 14, answerDays: 4 } as const

export const groups = ['decide', 'money', 'send', 'dealers', 'people', 'watch'] as const
export type Group = (typeof groups)[number]

export type WorkItem = {
  /** What it is about, the same every time it is found: `review 7KQ2M94T3B`. */
  key: string
  group: Group
  dueAt: Date
  subject: string
  detail: string
  to: string
  kind: 'review' | 'todo' | 'wait' | 'no' | 'soon'
  right: StaffRight
  amountCents?: number | undefined
}

export const jobsPath = '/staff/jobs'

export const orderPath = (orderId: string) => `/staff/orders/${orderId}`

export type Mark = Pick<typeof workItemMarks.$inferSelect, 'key' | 'assignedTo' | 'snoozedUntil' | 'doneAt'>

type MarkedItem = WorkItem & Omit<Mark, 'key'>

function withMarks(items: readonly WorkItem[], marks: readonly Mark[]): MarkedItem[] {
  const byKey = new Map(marks.map((mark) => [mark.key, mark]))
  const unmarked = { assignedTo: null, snoozedUntil: null, doneAt: null }
  return items.map((item) => ({ ...unmarked, ...byKey.get(item.key), ...item }))
}

const doneForMs = day

/** The most urgent first. What was called done sleeps for a day: the list is computed, so that nothing is lost by a wrong press. */
export function itemsNow(items: readonly WorkItem[], marks: readonly Mark[], now: Date): MarkedItem[] {
  return withMarks(items, marks)
    .filter(({ snoozedUntil, doneAt }) => {
      const isAsleep = snoozedUntil !== null && snoozedUntil > now
      const isDone = doneAt !== null && now.getTime() - doneAt.getTime() < doneForMs
      return !isAsleep && !isDone
    })
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.key.localeCompare(other.key))
}

/** Due when they wake. */
export function itemsAsleep(items: readonly WorkItem[], marks: readonly Mark[], now: Date): MarkedItem[] {
  return withMarks(items, marks)
    .flatMap((item) =>
      item.snoozedUntil !== null && item.snoozedUntil > now ? [{ ...item, dueAt: item.snoozedUntil }] : [],
    )
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
}

export const todayViews = ['everyone', 'mine', 'snoozed'] as const
export type TodayView = (typeof todayViews)[number]

export function dueWords(dueAt: Date, now: Date): { words: string; tone: 'stop' | 'hold' | undefined } {
  const days = Math.floor((dueAt.getTime() - now.getTime()) / day)
  if (days < 0) return { words: days === -1 ? 'Due' : `${-days - 1} d over`, tone: 'stop' }
  if (days === 0) return { words: 'Today', tone: 'hold' }
  return { words: `in ${days} d`, tone: undefined }
}
