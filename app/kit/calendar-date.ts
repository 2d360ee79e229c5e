const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * A calendar date as our pages write it: `2026-11-20` is `Nov 20, 2026`. Not by the platform's formatter, for the
 * reason given in `count.ts`.
 */
export function formatCalendarDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${months[(month ?? 1) - 1]} ${day}, ${year}`
}

/** A calendar month: `2026-11` is `Nov 2026`. */
export function formatCalendarMonth(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${months[(number ?? 1) - 1]} ${year}`
}

/** The calendar day so many days after another one: `2026-02-28` plus one is `2026-03-01`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
