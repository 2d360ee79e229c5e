import type { BuildState } from '#app/features/builds/rules.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { refusalWordsOf } from '#app/kit/refusal.ts'

export const inboxPath = '/staff/inbox'

const answerMessagesMs = 24 * hour

export function isLate(receivedAt: Date, now: Date): boolean {
  return now.getTime() - receivedAt.getTime() > answerMessagesMs
}

/** State privacy laws of the United States give 45 days to answer a request about one's data; one clock serves all of them. */
export function answerDataBy(receivedAt: Date): Date {
  return after(receivedAt, 45 * day)
}

const refusals: Record<string, string> = {
  not_requested: 'Only a message about legal matters can be a request about data.',
  no_such_message: 'There is no such message.',
  answered_meanwhile:
    'Somebody else answered since you opened this. Their answer is above. Send yours if it is still needed.',
  no_such_build: 'There is no such build. Builds without an order are deleted after two years.',
  reserved: 'Its deposit is paid: go on at the order.',
  in_checkout: 'Its sender is paying the deposit now. Try again in ten minutes.',
  refused_by_state: 'The state rules refuse it. It can only be declined.',
  not_buildable: 'Its parts do not go together. It can only be declined.',
  below_deposit: 'The final price is below the deposit.',
  day_past: 'This day is past.',
}

export const refusalWords = refusalWordsOf(refusals)

export const buildStateWords = {
  waiting: { kind: 'todo', word: 'Waits for a decision' },
  declined: { kind: 'void', word: 'Declined' },
  approved: { kind: 'wait', word: 'Price sent' },
  expired: { kind: 'soon', word: 'Price ended' },
  reserved: { kind: 'done', word: 'Reserved' },
} as const satisfies Record<BuildState, object>
