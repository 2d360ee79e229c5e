import { memoize } from './memoize.ts'

/** Memoized: creating one costs a hundred times as much as using it. */
export const dateFormat = memoize(
  60,
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

/** For programs and comparison: `2026-12-05`. en-CA writes dates as ISO does. */
export function formatIsoDay(moment: Date, timeZone: string): string {
  return dateFormat('en-CA', { dateStyle: 'short', timeZone }).format(moment)
}

export function formatDay(moment: Date, timeZone: string): string {
  return dateFormat('en-US', { dateStyle: 'medium', timeZone }).format(moment)
}

/** The day of an instant in a zone in full, for emails and running text: `November 20, 2026`. */
export function formatLongDay(moment: Date, timeZone: string): string {
  return dateFormat('en-US', { dateStyle: 'long', timeZone }).format(moment)
}

/** An instant in a zone as short as a dense table wants it: `Nov 20 9:05 AM`, with the year where it is not this one. */
export function formatStamp(moment: Date, timeZone: string, now: Date): string {
  const isOfThisYear = isSameYear(moment, now, timeZone)
  const day = dateFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(moment)
  const time = dateFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(moment)
  return isOfThisYear ? `${day} ${time}` : `${day}, ${yearOf(moment, timeZone)} ${time}`
}

export function isSameYear(one: Date, other: Date, timeZone: string): boolean {
  return yearOf(one, timeZone) === yearOf(other, timeZone)
}

const yearOf = (moment: Date, timeZone: string) => formatIsoDay(moment, timeZone).slice(0, 4)

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

/** The first of an hour that it shows twice. Undefined for no date and time, and for a time that the clock skips. */
export function momentIn(zone: string, shown: string): Date | undefined {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/.exec(shown) ?? []
  if (!date || !time) return undefined
  const guess = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(guess)) return undefined
  // A zone is at most fourteen hours off, and shifts by an hour or less: the right instant is among these.
  const offsets = [guess - 15 * 3_600_000, guess + 15 * 3_600_000].map((at) => offsetAt(zone, at))
  const moments = offsets.map((offset) => guess - offset).toSorted((a, b) => a - b)
  const found = moments.find((at) => clockAt(zone, at) === `${date} ${time}`)
  return found === undefined ? undefined : new Date(found)
}

/** Midnight; where a clock skips it, the day begins at one. */
export function startOfDay(zone: string, day: string): Date | undefined {
  return momentIn(zone, `${day} 00:00`) ?? momentIn(zone, `${day} 01:00`)
}

export function shownIn(zone: string, moment: Date): string {
  return clockAt(zone, moment.getTime())
}

export function zonedIso(zone: string, moment: Date): string {
  const minutes = Math.round(offsetAt(zone, moment.getTime()) / 60_000)
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const offset = [hours, rest].map((part) => String(part).padStart(2, '0')).join(':')
  return `${clockAt(zone, moment.getTime()).replace(' ', 'T')}:00${minutes < 0 ? '-' : '+'}${offset}`
}

function offsetAt(zone: string, at: number): number {
  return Date.parse(`${clockAt(zone, at).replace(' ', 'T')}Z`) - Math.floor(at / 60_000) * 60_000
}

/** What a clock in the zone shows, as `momentIn` reads it: `2026-12-05 09:00`. en-CA writes dates as ISO does. */
export function clockAt(zone: string, at: number): string {
  const format = dateFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return format.format(new Date(at)).replace(', ', ' ')
}

/** `Q4 2026` or `2027`, null once over: a visitor reads no date of the past. Words without a year are kept. */
export function expectedPeriod(text: string | null, now: Date): string | null {
  const year = /\b20\d\d\b/.exec(text ?? '')?.[0]
  if (!text || !year) return text
  const quarter = Number(/\bQ([1-4])\b/i.exec(text)?.[1] ?? 4)
  return Date.UTC(Number(year), quarter * 3) > now.getTime() ? text : null
}
