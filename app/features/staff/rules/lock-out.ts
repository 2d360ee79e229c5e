import { day, minute } from '#app/kit/clock.ts'

export type Tries = { times: number; lastAt: Date; lockedUntil: Date | null }

/** How many tries in a row lock. An address may belong to a whole shop, so it has room for several people. */
export const triesPerLock = { account: 5, address: 30 } as const

/** The first lock, in milliseconds. Each further one is twice as long, up to a day. */
const firstLockMs = 15 * minute
/** After this long without a try nothing is remembered, in milliseconds. */
const forgetMs = day

export function isLocked(tries: Tries | undefined, now: Date): boolean {
  return Boolean(tries?.lockedUntil && tries.lockedUntil > now)
}

/**
 * Counts a try before it is judged, so that tries side by side are all counted. The last one of its row is still judged, and
 * locks those after it. A try that signs in takes its count back.
 */
export function countTry(before: Tries | undefined, perLock: number, now: Date): Tries {
  const isRemembered = before && now.getTime() - before.lastAt.getTime() < forgetMs
  const times = isRemembered ? before.times + 1 : 1
  const lockMs = Math.min(day, firstLockMs * 2 ** (times / perLock - 1))
  const lockedUntil = times % perLock === 0 ? new Date(now.getTime() + lockMs) : null
  return { times, lastAt: now, lockedUntil }
}
