import { day } from '#app/kit/clock.ts'

/** How long a private link to an order opens it. Each mail brings a new one. */
export const linkMs = 90 * day
/** The same while nothing was paid or is being paid: a started checkout that nobody came back to. */
export const unpaidLinkMs = 2 * day
/** How long the row of a link that opens nothing any more is kept. */
export const endedLinkRetentionMs = 30 * day

/** States in which an order has nothing of its buyer's money and expects none. */
export const unpaidStates = ['held', 'expired', 'canceled'] as const

/**
 * What is hashed with the shop's own secret to compare an email with an order's, however it is written: a plain hash of an
 * address can be found by trying addresses.
 */
export function emailForLink(email: string): string {
  return `email for a lost link ${email.toLowerCase()}`
}
