import { after, day, minute } from '#app/kit/clock.ts'

/**
 * How long paid orders are gathered into one mail to staff, in milliseconds. The first after a quiet time is mailed at once; the
 * mail about those that follow goes out this long after it.
 */
export const gatherOrdersMs = 5 * minute

/**
 * How long orders may be added to a mail, in milliseconds. One that waits longer does so because the mail server is away. Its job is
 * tried for two days, and after these nothing may be added to it any more.
 */
const openMailMs = day

type StaffMailTimes = { openedAt: Date; closedAt: Date | null }

/**
 * Whether an order that is paid at `now` is added to this mail. One that was opened by a clock far ahead goes out when that time has
 * come: nothing is added to it any more.
 */
export function isGathering({ openedAt, closedAt }: StaffMailTimes, now: Date): boolean {
  const isOfNow = openedAt <= after(now, gatherOrdersMs)
  return closedAt === null && isOfNow && now < after(openedAt, openMailMs)
}

/** The bounds of `isGathering` for the time at which an open mail was opened: later than `after`, at the latest `until`. */
export function gatheringSince(now: Date): { after: Date; until: Date } {
  return { after: after(now, -openMailMs), until: after(now, gatherOrdersMs) }
}

export function nextMailAt(previous: StaffMailTimes | undefined, now: Date): Date {
  if (!previous?.closedAt) return now
  const closedAt = previous.closedAt < now ? previous.closedAt : now // a clock that was ahead delays nothing
  const free = after(closedAt, gatherOrdersMs)
  return free > now ? free : now
}
