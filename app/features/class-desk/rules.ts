/** The desk of classes. */
export const classesPath = '/staff/classes'

/** The roster of a session. */
export const rosterPath = (sessionId: string) => `${classesPath}/${encodeURIComponent(sessionId)}`

/** How money is taken on the day. */
export const dayMethods = ['cash', 'terminal', 'check'] as const
export type DayMethod = (typeof dayMethods)[number]

/** The month that an address names, or that of today: `2026-12`. */
export function monthOf(typed: string | null, today: string): string {
  return typed !== null && /^20\d{2}-(0[1-9]|1[0-2])$/.test(typed) ? typed : today.slice(0, 7)
}
