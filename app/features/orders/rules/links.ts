import { day } from '#app/kit/clock.ts'

/** How long a private link works. Each email has a new one. */
export const linkMs = 90 * day
/** The same for unpaid orders: a checkout that was started and abandoned. */
export const unpaidLinkMs = 2 * day
/** How long the link to everything that one email bought works. It opens more than one order, so it ends sooner. */
export const buyerLinkMs = day
/** How long the row of an ended link is stored. */
export const endedLinkRetentionMs = 30 * day

/** The page of everything that one email bought. */
export const buyerPagePath = '/orders/mine'

/** States without a payment, made or pending. */
export const unpaidStates = ['held', 'expired', 'canceled'] as const

/**
 * The text hashed with the shop's secret to compare emails without storing them: a plain hash could be found by
 * trying addresses.
 */
export function emailForLink(email: string): string {
  return `email for a lost link ${email.toLowerCase()}`
}
