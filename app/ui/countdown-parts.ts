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

/** `09:41`, or with hours `23:09:41`. */
export function formatLeft(until: Date, now: Date): string {
  const left = secondsLeft(until, now)
  const hours = Math.floor(left / 3_600)
  const short = `${twoDigits(Math.floor(left / 60) % 60)}:${twoDigits(left % 60)}`
  return hours > 0 ? `${hours}:${short}` : short
}

const marks = [
  { seconds: 0, words: 'The time is up.' },
  { seconds: 60, words: 'One minute left.' },
  { seconds: 120, words: 'Two minutes left.' },
  { seconds: 300, words: 'Five minutes left.' },
]

/** At five minutes, two, one, and zero. The text stays until the next mark, so that it is announced once. */
export function holdAnnouncement(left: number, total: number): string {
  return marks.find((mark) => left <= mark.seconds && mark.seconds < total)?.words ?? ''
}
