import { after, day, hour } from '#app/kit/clock.ts'

/** How long a returned item is held for the next on its waitlist (product decisions), in milliseconds. */
export const offerMs = day
export const minOfferMs = hour

/**
 * When an offer made now ends: in a day, but never after sales close. `null`: too late to offer. `closesAt` is `null`
 * without an end of sales.
 */
export function offerUntil(closesAt: Date | null, now: Date): Date | null {
  const inADay = after(now, offerMs)
  const until = closesAt && closesAt < inADay ? closesAt : inADay
  return until.getTime() - now.getTime() < minOfferMs ? null : until
}
