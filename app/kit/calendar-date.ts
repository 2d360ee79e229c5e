const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Not by the platform's formatter, for the reason given in `count.ts`. */
export function formatCalendarDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${months[(month ?? 1) - 1]} ${day}, ${year}`
}

export function formatCalendarMonth(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${months[(number ?? 1) - 1]} ${year}`
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
