import { after, day, minute } from '#app/kit/clock.ts'

export const requestKinds = ['access', 'correct', 'delete'] as const
export type RequestKind = (typeof requestKinds)[number]

export const fieldMessages = {
  kind: 'Choose what you ask for',
  email: 'Enter the email that you used here',
  wrongEmail: 'Enter an address with a domain, like name@example.com',
  longEmail: 'This address is too long',
  details: 'Say what is wrong and what is right',
  longDetails: 'Keep this under 2,000 characters',
  order: 'An order code has ten letters and digits. Leave it empty if you have none.',
} as const

/**
 * How long the shop has to answer, counted from the day of asking. State privacy laws of the United States give 45 days;
 * one clock serves all of them.
 */
const answerWithinMs = 45 * day
export const confirmForMs = 7 * day
export const keepUnconfirmedMs = 14 * day
/** Asking for the same again sooner than this is a double press and sends no second mail. */
export const askAgainMs = minute

export function dueOf(requestedAt: Date): Date {
  return after(requestedAt, answerWithinMs)
}

/** Does the link of a request still confirm it? A confirmed request stays confirmed, whenever its link is opened. */
export function isLinkOpen(
  { requestedAt, confirmedAt }: { requestedAt: Date; confirmedAt: Date | null },
  now: Date,
) {
  return confirmedAt !== null || now.getTime() - requestedAt.getTime() < confirmForMs
}

/** The private page of a request. The secret is in the query, which is never logged. */
export function requestLink(publicUrl: string, requestId: string, token: string): string {
  return `${publicUrl}/privacy/requests/${requestId}?key=${token}`
}

export const requestPath = '/privacy'
export const requestProof = 'data-request'
