// Marks that a phone at the range has not yet sent. Pure: the browser stores the queue, because the network is unreliable.
import type { RosterMark } from '#app/features/courses/rules/roster.ts'

/** One press: a mark of one student, set or taken back. */
export type QueuedMark = {
  id: string
  order: string
  mark: RosterMark
  to: 'set' | 'unset'
  score?: number | undefined
}

/** Adds a press. An earlier one of the same mark that still waits is replaced: the last word counts. */
export function enqueueMark(queue: readonly QueuedMark[], pressed: QueuedMark): QueuedMark[] {
  return [...queue.filter(({ order, mark }) => order !== pressed.order || mark !== pressed.mark), pressed]
}

/** The queue without a press that was answered, unless it was replaced meanwhile. */
export function dequeueMark(queue: readonly QueuedMark[], id: string): QueuedMark[] {
  return queue.filter((each) => each.id !== id)
}

/** What a row shows of its marks: words where set, or null. */
export type ShownMarks = Record<RosterMark, string | null> & { score: number | null }

/** A student's marks as they will be once the queue has been handed over. */
export function withQueue(marks: ShownMarks, order: string, queue: readonly QueuedMark[]): ShownMarks {
  return queue
    .filter((each) => each.order === order)
    .reduce<ShownMarks>((shown, { mark, to, score }) => {
      if (to === 'unset') return { ...shown, [mark]: null, ...(mark === 'checkedIn' && { liveFire: null }) }
      return {
        ...shown,
        [mark]: shown[mark] ?? 'now',
        ...(mark === 'checkedIn' && { noShow: null }),
        ...(mark === 'liveFire' && score !== undefined && { score }),
      }
    }, marks)
}

/** Reads a stored queue. What is not one is an empty queue. */
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
