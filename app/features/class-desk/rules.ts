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

/** What of a record changed, with what was stored before and what is stored now, for the audit log. */
export function changesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, string> {
  const text = (value: unknown) =>
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'string'
        ? value
        : JSON.stringify(value ?? null)
  return Object.fromEntries(
    Object.keys(after).flatMap((key) => {
      const [was, is] = [text(before[key]), text(after[key])]
      return was === is ? [] : [[key, `${was} → ${is}`]]
    }),
  )
}
