import { documentKindWords } from '#app/features/orders/words/documents.ts'
import { requestedDocuments } from '#app/features/reservations/rules/documents.ts'
import { mayDo, type StaffRole } from '#app/features/staff/rules.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import type { VerdictRow } from '../rules/verdict-rows.ts'
import type { LifeRecord } from '../store/life.server.ts'

const kinds = { waiting: 'todo', accepted: 'done', refused: 'no' } as const
const words = { waiting: 'not read yet', accepted: 'accepted', refused: 'refused' } as const

/** The documents that a buyer sent, newest first. Who may not read them sees what they are, and not what they are called. */
export function showDocuments({ documents }: LifeRecord, role: StaffRole, on: (moment: Date) => string) {
  const mayRead = mayDo(role, 'reviews.decide')
  return documents
    .map(({ id, kind, name, sentAt, state, bytes, type, decidedBy, reason }) => ({
      id: mayRead ? id : '',
      key: id,
      state,
      shape: kinds[state],
      words: `${documentKindWords[kind]}, ${words[state]}`,
      on: on(sentAt),
      file: mayRead ? `${name}, ${type === 'application/pdf' ? 'PDF' : 'picture'}, ${sizeWords(bytes)}` : '',
      decision: mayRead ? [decidedBy, reason].filter(Boolean).join(': ') : (decidedBy ?? ''),
    }))
    .toReversed()
}

/** What is requested of the buyer now, as rows of the verdict. */
export function showRequested({ reviews: [latest], documents }: LifeRecord): VerdictRow[] {
  const due = latest?.dueOn ? `By ${formatCalendarDate(latest.dueOn)}. ${latest.note}` : ''
  const states = {
    missing: { kind: 'wait', words: 'not sent yet', detail: due },
    waiting: { kind: 'todo', words: 'sent, and not read yet', detail: '' },
    accepted: { kind: 'done', words: 'accepted', detail: '' },
  } as const
  return requestedDocuments(latest, documents).map(({ kind, state }) => ({
    key: `document ${kind}`,
    kind: states[state].kind,
    words: `${documentKindWords[kind]}: ${states[state].words}`,
    detail: states[state].detail,
  }))
}

function sizeWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
