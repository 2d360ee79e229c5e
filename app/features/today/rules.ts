import type { StaffRight } from '#app/features/staff/rules.ts'
import { day } from '#app/kit/clock.ts'

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

export type Mark = {
  key: string
  assignedTo: string | null
  snoozedUntil: Date | null
  doneAt: Date | null
}

export type MarkedItem = WorkItem & { assignedTo: string | null }

const doneForMs = day

/** The most urgent first. What was called done sleeps for a day: the list is computed, so that nothing is lost by a wrong press. */
export function itemsNow(items: readonly WorkItem[], marks: readonly Mark[], now: Date): MarkedItem[] {
  const byKey = new Map(marks.map((mark) => [mark.key, mark]))
  return items
    .filter(({ key }) => {
      const { snoozedUntil = null, doneAt = null } = byKey.get(key) ?? {}
      const isAsleep = snoozedUntil !== null && snoozedUntil > now
      const isDone = doneAt !== null && now.getTime() - doneAt.getTime() < doneForMs
      return !isAsleep && !isDone
    })
    .map((item) => ({ ...item, assignedTo: byKey.get(item.key)?.assignedTo ?? null }))
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.key.localeCompare(other.key))
}

export function itemsAsleep(items: readonly WorkItem[], marks: readonly Mark[], now: Date): MarkedItem[] {
  const byKey = new Map(marks.map((mark) => [mark.key, mark]))
  return items
    .flatMap((item) => {
      const { snoozedUntil = null, assignedTo = null } = byKey.get(item.key) ?? {}
      return snoozedUntil !== null && snoozedUntil > now
        ? [{ ...item, assignedTo, wakesAt: snoozedUntil }]
        : []
    })
    .toSorted((one, other) => one.wakesAt.getTime() - other.wakesAt.getTime())
    .map(({ wakesAt: dueAt, ...item }) => ({ ...item, dueAt }))
}

export const todayViews = ['everyone', 'mine', 'snoozed'] as const
export type TodayView = (typeof todayViews)[number]

export function dueWords(dueAt: Date, now: Date): { words: string; tone: 'stop' | 'hold' | undefined } {
  const days = Math.floor((dueAt.getTime() - now.getTime()) / day)
  if (days < 0) return { words: days === -1 ? 'Due' : `${-days - 1} d over`, tone: 'stop' }
  if (days === 0) return { words: 'Today', tone: 'hold' }
  return { words: `in ${days} d`, tone: undefined }
}
