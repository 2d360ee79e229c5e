import { dateFormat } from './date-format.ts'

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
