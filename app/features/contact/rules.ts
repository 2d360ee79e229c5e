import { day } from '#app/kit/clock.ts'

/** What a message can be about, as the specification lists it. */
export const subjects = ['technical', 'legal', 'orders', 'shipping', 'general'] as const
/** The subject of a message. */
export type Subject = (typeof subjects)[number]

/** A plain message, or one that asks what something costs: a conversion, or a package without a price. */
export const messageKinds = ['message', 'quote'] as const
export type MessageKind = (typeof messageKinds)[number]

/** The longest a message may be, in characters. */
export const mostCharacters = 4_000

/** How long a message is kept after it came in, in milliseconds. */
export const keepMessageMs = 730 * day

/** Whether a word is one of the subjects. */
export function isSubject(word: string | null | undefined): word is Subject {
  return (subjects as readonly (string | null | undefined)[]).includes(word)
}
