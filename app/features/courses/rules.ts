import { dateFormat } from '#app/kit/date-format.ts'
import { after, hour } from '#app/kit/clock.ts'

/** How a seat stands: it can be had, an order holds it, or it is gone. */
export const seatStates = ['open', 'held', 'taken'] as const
export type SeatState = (typeof seatStates)[number]

/** Students in a session at most. */
export const mostStudents = 12

/** How long before a session its deposit stops being refundable, in milliseconds. */
export const refundNoticeMs = 48 * hour

/** The last instant at which a deposit is refunded. */
export function refundableUntil(startsAt: Date): Date {
  return after(startsAt, -refundNoticeMs)
}

/** What is left to pay on the day, in US cents. */
export function balanceCents({ priceCents, depositCents }: { priceCents: number; depositCents: number }) {
  return priceCents - depositCents
}

/** Seats nobody has taken. A held one may come back, so it counts. */
export function seatsLeft(seats: readonly SeatState[]): number {
  return seats.filter((seat) => seat !== 'taken').length
}

/** A course as pages show it. Prices in US cents. */
export type Course = {
  slug: string
  name: string
  summary: string
  hours: number
  priceCents: number
  depositCents: number
  minimumAge: number
  announcedFor: string | null
  topics: string[]
  bring: string[]
}

/** A course on a day, with its seats in order. */
export type Session = {
  id: string
  course: Pick<Course, 'slug' | 'name' | 'hours' | 'priceCents' | 'depositCents'>
  startsAt: Date
  endsAt: Date
  seats: SeatState[]
}

/** Who teaches, by role. */
export type InstructorRole = {
  slug: string
  role: string
  summary: string
  requirements: string[]
  /** Names and slugs of the courses the role teaches. */
  teaches: Pick<Course, 'slug' | 'name'>[]
}

/** Calendar parts of a moment in a zone, months counted from 1. */
export type CalendarDay = { year: number; month: number; day: number }

/** The calendar day on which a moment falls in a zone. */
export function dayIn(zone: string, moment: Date): CalendarDay {
  const [year = 0, month = 0, day = 0] = isoDay(zone, moment).split('-').map(Number)
  return { year, month, day }
}

/** A month of sessions: weeks of seven days from Sunday, `null` where the month has no day. */
export type Month<Listed> = {
  /** `2026-12`. */
  key: string
  year: number
  month: number
  weeks: ({ day: number; sessions: Listed[] } | null)[][]
}

/** Every month from the first session to the last, with the sessions on their days. */
export function monthsOf<Listed extends { startsAt: Date }>(
  sessions: readonly Listed[],
  zone: string,
): Month<Listed>[] {
  const keys = new Set(sessions.map(({ startsAt }) => isoDay(zone, startsAt).slice(0, 7)))
  return [...keys].toSorted().map((key) => {
    const [year = 0, month = 0] = key.split('-').map(Number)
    const blank = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
    const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
    const cells = Array.from({ length: Math.ceil((blank + length) / 7) * 7 }, (_, at) => {
      const day = at - blank + 1
      if (day < 1 || day > length) return null
      const wanted = `${key}-${String(day).padStart(2, '0')}`
      return { day, sessions: sessions.filter(({ startsAt }) => isoDay(zone, startsAt) === wanted) }
    })
    const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
    return { key, year, month, weeks }
  })
}

/** The calendar date of a moment in a zone, `2026-12-05`. en-CA writes dates as ISO does. */
export function isoDay(zone: string, moment: Date): string {
  return dateFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moment)
}
