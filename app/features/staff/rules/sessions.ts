import { hour, minute } from '#app/kit/clock.ts'

/** A session ends this long after sign-in, however it is used, in milliseconds. */
export const sessionMs = 12 * hour
/** A session that was not used for this long has ended, in milliseconds. */
export const idleMs = 30 * minute
/** Money and rules are changed within this long of a sign-in, in milliseconds. */
export const recentMs = 10 * minute

export type SessionTimes = { createdAt: Date; lastSeenAt: Date; signedInAt: Date }

export function isOpen({ createdAt, lastSeenAt }: Omit<SessionTimes, 'signedInAt'>, now: Date): boolean {
  return now.getTime() < createdAt.getTime() + sessionMs && now.getTime() < lastSeenAt.getTime() + idleMs
}

export function isRecent({ signedInAt }: Pick<SessionTimes, 'signedInAt'>, now: Date): boolean {
  return now.getTime() < signedInAt.getTime() + recentMs
}
