import { secondsLeft, twoDigits } from './countdown-parts.ts'

/** What is left of a hold, for example `09:41`; hours stand before it where there are any: `23:09:41`. */
export function formatLeft(until: Date, now: Date): string {
  const left = secondsLeft(until, now)
  const hours = Math.floor(left / 3_600)
  const short = `${twoDigits(Math.floor(left / 60) % 60)}:${twoDigits(left % 60)}`
  return hours > 0 ? `${hours}:${short}` : short
}

const marks = [
  { seconds: 0, words: 'The time is up.' },
  { seconds: 60, words: 'One minute left.' },
  { seconds: 300, words: 'Five minutes left.' },
]

/**
 * What a screen reader is told about a hold of which `left` seconds remain and which began with `total`: at five
 * minutes, at one and at zero, and nothing in between. The words stay until the next mark, so that they are said once.
 */
export function holdAnnouncement(left: number, total: number): string {
  return marks.find((mark) => left <= mark.seconds && mark.seconds < total)?.words ?? ''
}
