import { dateFormat } from '#app/kit/dates.ts'

/** Rounded up to whole seconds, so that it shows zero exactly when the time is up. */
export function countdownParts(until: Date, now: Date) {
  const left = secondsLeft(until, now)
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3_600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
    ended: left === 0,
  }
}

/** Rounded up; 0 once past. */
export function secondsLeft(until: Date, now: Date): number {
  return Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1_000))
}

export function twoDigits(figure: number): string {
  return String(figure).padStart(2, '0')
}

/** Assembled from parts, because browsers and servers join them differently and both must render the same page. */
export function formatInstant(instant: Date, timeZone: string): string {
  const parts = dateFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
    timeZoneName: 'short',
  }).formatToParts(instant)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const day = `${of('month')} ${of('day')}, ${of('year')}`
  return `${day}, ${of('hour')}:${of('minute')} ${of('dayPeriod')} ${of('timeZoneName')}`
}
