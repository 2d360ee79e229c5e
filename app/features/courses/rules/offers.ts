import { after, day, hour } from '#app/kit/clock.ts'

/** How long a seat that came free is kept for the next in line (product decisions), in milliseconds. */
export const offerMs = day
/** A seat is offered only where there is at least this long to take it, in milliseconds. */
export const leastOfferMs = hour

/** Until when a seat offered now is kept: a day, but never past the moment the list closes. `null`: too late to offer it. */
export function offerUntil(cutOffAt: Date, now: Date): Date | null {
  const until = new Date(Math.min(after(now, offerMs).getTime(), cutOffAt.getTime()))
  return until.getTime() - now.getTime() < leastOfferMs ? null : until
}
