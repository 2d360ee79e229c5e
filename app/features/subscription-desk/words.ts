import type { ShownState } from './rules.ts'

/** Why a verb of the desk was refused. */
export const refusalWords = {
  not_on_list: 'This address is on no such list anymore.',
  not_found: 'There is no such announcement.',
  not_a_draft: 'It is scheduled or was sent: it can’t be changed. Cancel the schedule first.',
  changed: 'Another person changed it since you opened it. Read it again before it goes.',
  in_past: 'Choose a time that is still to come.',
  nobody: 'Nobody is on this list.',
  started: 'It has started: the emails are on their way.',
  not_scheduled: 'It is not scheduled.',
} as const

/** The states of an announcement, with their shapes. */
export const stateWords: Record<ShownState, { kind: 'todo' | 'sched' | 'half' | 'done'; word: string }> = {
  draft: { kind: 'todo', word: 'Draft' },
  scheduled: { kind: 'sched', word: 'Scheduled' },
  due: { kind: 'half', word: 'Goes out now' },
  sending: { kind: 'half', word: 'Sending' },
  sent: { kind: 'done', word: 'Sent' },
}

/** The heading of an announcement that is no longer a draft. */
export const sectionTitles: Partial<Record<ShownState, string>> = { scheduled: 'Schedule', due: 'Sending' }

/** `1 person`, `12 people`. */
export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}
