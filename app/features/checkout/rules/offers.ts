import { after, day, hour } from '#app/kit/clock.ts'

/** How long something that came back is held for the next in its waitlist (product decisions), in milliseconds. */
export const offerMs = day
/** Something is offered only where there is at least this long to take it, in milliseconds. */
export const minOfferMs = hour

/**
 * Until when something that is offered now is held: a day, but never past the moment its sale closes. `null`: too late to
 * offer it. `closesAt` is `null` where no end is set.
 */
export function offerUntil(closesAt: Date | null, now: Date): Date | null {
  const inADay = after(now, offerMs)
  const until = closesAt && closesAt < inADay ? closesAt : inADay
  return until.getTime() - now.getTime() < minOfferMs ? null : until
}
