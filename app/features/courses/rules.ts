import { brand } from '#app/kit/brand.ts'
import { after, hour } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

/** A seat is open, held by an order, or taken. */
export const seatStates = ['open', 'held', 'taken'] as const
export type SeatState = (typeof seatStates)[number]

export const maxStudents = 12

/** The place of a session unless the operator names another. */
export const defaultPlace = `${brand}, Miami, Florida`

/** How long before a session its deposit stops being refundable, in milliseconds. */
export const refundNoticeMs = 48 * hour

/** How long before a session its roster closes by default, in milliseconds. */
const closingNoticeMs = 24 * hour

/**
 * The end of the refund period: 48 elapsed hours before the class, not two calendar days, so that a daylight saving change
 * does not shorten it.
 */
export function refundableUntil(startsAt: Date): Date {
  return after(startsAt, -refundNoticeMs)
}

/** When the roster of a session closes by default. */
export function closesAt(startsAt: Date): Date {
  return after(startsAt, -closingNoticeMs)
}

/** The course that the registration is for (specification, section 9), by slug. */
export const registeredCourse = 'nra-basic-pistol'

/** May a class have so many seats, and close its roster at `cutOffAt`? */
export function maySchedule({
  startsAt,
  capacity,
  cutOffAt,
}: {
  startsAt: Date
  capacity: number
  cutOffAt: Date
}) {
  if (capacity < 1 || capacity > maxStudents) return refuse('too_many_seats')
  return cutOffAt > startsAt ? refuse('closes_too_late') : allowed
}

/** What is left to pay on the day, in US cents. */
export function balanceCents({ priceCents, depositCents }: { priceCents: number; depositCents: number }) {
  return priceCents - depositCents
}

/** The seats that are not taken. Held ones count, because they may open again. */
export function seatsLeft(seats: readonly SeatState[]): number {
  return seats.filter((seat) => seat !== 'taken').length
}

/** How many students the largest class of a course takes; nothing while none is planned. */
export function largestClass(
  sessions: readonly { course: { slug: string }; seats: readonly unknown[] }[],
  slug: string,
): number | null {
  const sizes = sessions.filter(({ course }) => course.slug === slug).map(({ seats }) => seats.length)
  return sizes.length > 0 ? Math.max(...sizes) : null
}

/** A course. Prices are US cents. */
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
  /** What a student has to meet, besides the age. */
  requirements: string[]
  /** Rounds that each student fires in the instructor's presence; 0 for a course without live fire. */
  liveFireRounds: number
}

/** A class: a course on a day, with its seats in order. */
export type Session = {
  id: string
  course: Pick<Course, 'slug' | 'name' | 'hours' | 'priceCents' | 'depositCents'>
  startsAt: Date
  endsAt: Date
  place: string
  /** When the roster closes: no more sales and moves. */
  cutOffAt: Date
  /** When the shop canceled it. */
  canceledAt: Date | null
  seats: SeatState[]
}

/** When a session is, formatted in the shop's zone. Loaders format it, because a browser's first formatter is slow. */
export type SessionWhen = {
  /** The calendar date, for machines: `2026-12-05`. */
  isoDay: string
  /** When it begins and ends, for machines, with the zone's offset: `2026-12-05T09:00:00-05:00`. */
  startIso: string
  endIso: string
  /** The month of a date plate: `Dec`. */
  month: string
  /** The day of a date plate: `05`. */
  dayOfMonth: string
  /** The month as the calendar heads it: `December 2026`. */
  calendarMonth: string
  /** `Saturday, December 5`. */
  day: string
  /** `9 AM`. */
  startHour: string
  /** `9 AM to 5 PM`. */
  hours: string
  /** All of it: `Saturday, December 5, 9 AM to 5 PM EST`. */
  full: string
}

export type SessionView = Session & { when: SessionWhen }

/** The first session with an open seat, or else the first one. Expects them in order of date. */
export function nextOpenSession<Listed extends Pick<Session, 'seats'>>(
  sessions: readonly Listed[],
): Listed | undefined {
  return sessions.find(({ seats }) => seats.includes('open')) ?? sessions[0]
}

/** `all_held`: no seat is open, but held ones may open again. */
export type SessionState = 'open' | 'all_held' | 'full' | 'closed' | 'canceled'

/** Whether a session has an open seat at `now`, and if not, why. */
export function sessionState(
  { cutOffAt, canceledAt, seats }: Pick<Session, 'cutOffAt' | 'canceledAt' | 'seats'>,
  now: Date,
): SessionState {
  if (canceledAt) return 'canceled'
  if (cutOffAt <= now) return 'closed'
  if (seats.includes('open')) return 'open'
  return seats.includes('held') ? 'all_held' : 'full'
}

/** The times that decide what a student may still do with a booking. */
export type BookingTimeline = {
  /** From the order line; set when the seat was booked or moved. */
  refundUntil: Date
  rescheduledAt: Date | null
  canceledAt: Date | null
  checkedInAt: Date | null
  /** The shop moved the class, and the student has not answered. */
  isMoveOpen: boolean
  session: Pick<Session, 'startsAt' | 'cutOffAt' | 'canceledAt'>
}

/** May the student move to another session? Once, before the roster closes; after a move by the shop, until the class begins. */
export function mayReschedule(booking: BookingTimeline, now: Date) {
  const { session, rescheduledAt } = booking
  if (booking.canceledAt) return refuse('seat_given_up')
  if (session.canceledAt) return refuse('session_canceled')
  if (booking.isMoveOpen) return now < session.startsAt ? allowed : refuse('class_begun')
  if (rescheduledAt) return refuse('moved_before')
  if (session.cutOffAt <= now) return refuse('list_closed')
  return allowed
}

/** May the student cancel the seat, and is the deposit refunded? Possible until the class starts. */
export function mayCancel(booking: BookingTimeline, now: Date) {
  if (booking.canceledAt) return refuse('seat_given_up')
  if (booking.session.canceledAt) return refuse('session_canceled')
  if (booking.session.startsAt <= now || booking.checkedInAt) return refuse('class_begun')
  return { ok: true as const, isRefunded: now < booking.refundUntil }
}

/**
 * The refund deadline of a moved booking: 48 hours before the new class. A deposit that was already forfeited stays
 * forfeited.
 */
export function refundUntilAfterMove(was: Date, newStartsAt: Date, now: Date): Date {
  return now < was ? refundableUntil(newStartsAt) : was
}

/** The live topic of seats. One for all sessions, because a page shows many and may watch few topics. */
export const seatsTopic = 'seats'

/** The state of the live topic: the packed seats of every upcoming session, by session id. */
export type LiveSeats = { readonly [sessionId: string]: string }

/** Encodes seat states as one letter each, in order of seat numbers. */
export function packSeats(seats: readonly SeatState[]): string {
  return seats.map((seat) => seat[0]).join('')
}

const seatByLetter: Record<string, SeatState> = { o: 'open', h: 'held', t: 'taken' }

/** Decodes `packSeats`. An unknown letter counts as taken. */
export function unpackSeats(packed: string): SeatState[] {
  return Array.from(packed, (letter) => seatByLetter[letter] ?? 'taken')
}

/** An instructor role and what it requires. */
export type InstructorRole = {
  slug: string
  role: string
  summary: string
  requirements: string[]
  /** Names and slugs of the courses the role teaches. */
  teaches: Pick<Course, 'slug' | 'name'>[]
}

/** A month of sessions: weeks of seven days from Sunday, `null` where the month has no day. */
export type Month<Listed> = {
  /** `2026-12`. */
  key: string
  /** `December 2026`. */
  name: string
  weeks: ({ day: number; sessions: Listed[] } | null)[][]
}

/** Every month with a session, in order. */
export function monthsOf<Listed extends { when: Pick<SessionWhen, 'isoDay' | 'calendarMonth'> }>(
  sessions: readonly Listed[],
): Month<Listed>[] {
  const names = new Map(sessions.map(({ when }) => [when.isoDay.slice(0, 7), when.calendarMonth]))
  const inOrder = [...names].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return inOrder.map(([key, name]) => {
    const [year = 0, month = 0] = key.split('-').map(Number)
    const blank = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
    const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
    const cells = Array.from({ length: Math.ceil((blank + length) / 7) * 7 }, (_, at) => {
      const day = at - blank + 1
      if (day < 1 || day > length) return null
      const isoDay = `${key}-${String(day).padStart(2, '0')}`
      return { day, sessions: sessions.filter(({ when }) => when.isoDay === isoDay) }
    })
    const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
    return { key, name, weeks }
  })
}
