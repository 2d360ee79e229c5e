import { secondsLeft, twoDigits } from './countdown-parts.ts'

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
