import { day, minute, second } from '#app/kit/clock.ts'

export const recordKey = 'paco-age'

export const verificationMs = 30 * day

/** How far two clocks may be apart before the server stops believing the browser's. */
export const clockToleranceMs = minute

export const gatePath = '/age-gate'
export const restrictedPath = '/age-gate/restricted'

export function isOfTheGate(pathname: string): boolean {
  return pathname === gatePath || pathname.startsWith(`${gatePath}/`)
}

/** Unsubscribing takes one page and no age question (16 CFR 316.5). */
export function standsWithoutGate(pathname: string): boolean {
  return isOfTheGate(pathname) || pathname === '/subscriptions/unsubscribe'
}

export const searchSite = 'https://duckduckgo.com/'

/** Is an answer given at `timestamp` (ISO) still good: a real instant, not in the future, younger than 30 days? */
export function isFresh(timestamp: string, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(timestamp)
  return ageMs < verificationMs && ageMs >= -clockToleranceMs // false for NaN
}

/** Whole seconds an answer given at `timestamp` still lasts, so that cookie and record end at the same instant. */
export function secondsLeft(timestamp: string, now: Date): number {
  if (!isFresh(timestamp, now)) return 0
  return Math.floor((Date.parse(timestamp) + verificationMs - now.getTime()) / second)
}

/** The browser's own within a minute of our clock, else ours: no visitor may lengthen the 30 days, and no wrong clock keeps anybody out. */
export function answeredAt(sent: string | undefined, now: Date): string {
  const apartMs = Math.abs(Date.parse(sent ?? '') - now.getTime())
  return sent !== undefined && apartMs <= clockToleranceMs ? sent : now.toISOString()
}
