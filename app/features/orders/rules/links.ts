import { day } from '#app/kit/clock.ts'

export const linkMs = 90 * day
export const unpaidLinkMs = 2 * day
/** How long the link to everything that one email bought works. It opens more than one order, so it ends sooner. */
export const buyerLinkMs = day
export const endedLinkRetentionMs = 30 * day

export const buyerPagePath = '/orders/mine'

export const unpaidStates = ['held', 'expired', 'canceled'] as const

/**
 * The text hashed with the shop's secret to compare emails without storing them: a plain hash could be found by
 * trying addresses.
 */
export function emailForLink(email: string): string {
  return `email for a lost link ${email.toLowerCase()}`
}
