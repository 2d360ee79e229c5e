import { momentIn } from '#app/kit/zoned-time.ts'

/** Days from one to another, both of them included, each as `2026-11-22`. */
export type Days = { from: string; to: string }

export function parseDay(text: string | null): string | undefined {
  if (text === null || !/^20\d{2}-\d{2}-\d{2}$/.test(text)) return undefined
  const at = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(at) && isoDay(at) === text ? text : undefined
}

export function shiftDay(day: string, days: number): string {
  const at = new Date(`${day}T00:00Z`)
  return isoDay(at.setUTCDate(at.getUTCDate() + days))
}

export function parseMonth(text: string | null): string | undefined {
  return text !== null && /^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined
}

export function shiftMonth(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00Z`)
  return isoDay(at.setUTCMonth(at.getUTCMonth() + months)).slice(0, 7)
}

export function daysOfMonth(month: string): Days {
  return { from: `${month}-01`, to: shiftDay(`${shiftMonth(month, 1)}-01`, -1) }
}

/**
 * From the first moment of the first day until the first of the day behind the last, by the clock of a zone: a day is 23 or
 * 25 hours long where that clock is changed.
 */
export function periodOf({ from, to }: Days, timeZone: string): { from: Date; to: Date } {
  return { from: startOf(from, timeZone), to: startOf(shiftDay(to, 1), timeZone) }
}

const maxDays = 3_660

export function parseDays(from: string | null, to: string | null): Days | undefined {
  const days = { from: parseDay(from), to: parseDay(to) }
  if (!days.from || !days.to || days.from > days.to) return undefined
  return shiftDay(days.from, maxDays) > days.to ? { from: days.from, to: days.to } : undefined
}

/** Where a clock skips midnight, the day begins at one. */
function startOf(day: string, timeZone: string): Date {
  const start = momentIn(timeZone, `${day} 00:00`) ?? momentIn(timeZone, `${day} 01:00`)
  if (!start) throw new Error(`${day} has no beginning in ${timeZone}`)
  return start
}

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)
