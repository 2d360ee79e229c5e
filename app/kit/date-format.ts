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
