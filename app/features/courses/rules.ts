import { after, hour } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

/** How a seat stands: it can be had, an order holds it, or it is gone. */
export const seatStates = ['open', 'held', 'taken'] as const
export type SeatState = (typeof seatStates)[number]

/** Students in a session at most. */
export const maxStudents = 12

/** Where sessions take place that name no other place. */
export const defaultPlace = 'PACo, Miami, Florida'

/** How long before a session its deposit stops being refundable, in milliseconds. */
export const refundNoticeMs = 48 * hour

/** How long before a session its list of students closes, where the operator names no other instant, in milliseconds. */
const closingNoticeMs = 24 * hour

/**
 * The last instant at which a deposit is refunded: forty-eight hours that pass, not two days of the calendar. Where the
 * clocks change in between, the wall shows another hour than that of the class; a promise of hours must not lose one.
 */
export function refundableUntil(startsAt: Date): Date {
  return after(startsAt, -refundNoticeMs)
}

/** When the list of students of a session closes, unless the operator names another instant. */
export function closesAt(startsAt: Date): Date {
  return after(startsAt, -closingNoticeMs)
}

/** The course that the registration is for (specification, section 9), by slug. */
export const registeredCourse = 'nra-basic-pistol'

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
  /** Where, in words. */
  place: string
  /** Until when seats are sold, and bookings move from and to this day. */
  cutOffAt: Date
  /** When the shop called it off. */
  canceledAt: Date | null
  seats: SeatState[]
}

/**
 * When a session is, as pages write it in the shop's zone. Loaders write it: a browser needs long to make its first
 * formatter, and would need it while the page comes to life.
 */
export type SessionWhen = {
  /** The calendar date, for machines: `2026-12-05`. */
  isoDay: string
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

/** A session as pages show it. */
export type SessionView = Session & { when: SessionWhen }

/** The next class that somebody can join: the first with a free seat, else the first there is. In the order of their dates. */
export function nextOpenSession<Listed extends Pick<Session, 'seats'>>(
  sessions: readonly Listed[],
): Listed | undefined {
  return sessions.find(({ seats }) => seats.includes('open')) ?? sessions[0]
}

/** Where a session stands for somebody who wants a seat. A held seat may come back: worth waiting for, not yet full. */
export type SessionState = 'open' | 'all_held' | 'full' | 'closed' | 'canceled'

/** Whether a seat of a session can be had at `now`, and if not, why. */
export function sessionState(
  { cutOffAt, canceledAt, seats }: Pick<Session, 'cutOffAt' | 'canceledAt' | 'seats'>,
  now: Date,
): SessionState {
  if (canceledAt) return 'canceled'
  if (cutOffAt <= now) return 'closed'
  if (seats.includes('open')) return 'open'
  return seats.includes('held') ? 'all_held' : 'full'
}

/** What a student may still do with a booking hangs on these instants. */
export type BookingTimeline = {
  /** The instant on the order's line, fixed when the seat was booked or moved. */
  refundUntil: Date
  rescheduledAt: Date | null
  canceledAt: Date | null
  checkedInAt: Date | null
  session: Pick<Session, 'startsAt' | 'cutOffAt' | 'canceledAt'>
}

/** May the student move to another day? Once, before the list of the session closes. */
export function mayReschedule(booking: BookingTimeline, now: Date) {
  const { session, rescheduledAt } = booking
  if (booking.canceledAt) return refuse('seat_given_up')
  if (session.canceledAt) return refuse('session_canceled')
  if (rescheduledAt) return refuse('moved_before')
  if (session.cutOffAt <= now) return refuse('list_closed')
  return allowed
}

/**
 * May the student give the seat up, and does the deposit come back? Until the class begins; with the deposit until the
 * instant of the booking.
 */
export function mayCancel(booking: BookingTimeline, now: Date) {
  if (booking.canceledAt) return refuse('seat_given_up')
  if (booking.session.canceledAt) return refuse('session_canceled')
  if (booking.session.startsAt <= now || booking.checkedInAt) return refuse('class_begun')
  return { ok: true as const, isRefunded: now < booking.refundUntil }
}

/**
 * Until when the deposit of a moved booking comes back: forty-eight hours before the new class, unless the time of the
 * old one had run out already. A deposit that was forfeited is not brought back by moving.
 */
export function refundUntilAfterMove(was: Date, newStartsAt: Date, now: Date): Date {
  return now < was ? refundableUntil(newStartsAt) : was
}

/** The live topic by which open pages hear of seats. One for all sessions: a page shows many, and may watch few topics. */
export const seatsTopic = 'seats'

/** What the live topic tells: the seats of every session to come, as `packSeats` writes them, by the id of the session. */
export type LiveSeats = { readonly [sessionId: string]: string }

/** Seat states as one letter each, in the order of their numbers: how they travel to open pages. */
export function packSeats(seats: readonly SeatState[]): string {
  return seats.map((seat) => seat[0]).join('')
}

const seatByLetter: Record<string, SeatState> = { o: 'open', h: 'held', t: 'taken' }

/** Reads what `packSeats` wrote. An unknown letter counts as taken, which promises nothing. */
export function unpackSeats(packed: string): SeatState[] {
  return Array.from(packed, (letter) => seatByLetter[letter] ?? 'taken')
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

/** A month of sessions: weeks of seven days from Sunday, `null` where the month has no day. */
export type Month<Listed> = {
  /** `2026-12`. */
  key: string
  /** `December 2026`. */
  name: string
  weeks: ({ day: number; sessions: Listed[] } | null)[][]
}

/** Every month that has a session, in order, with the sessions on their days. */
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
      const wanted = `${key}-${String(day).padStart(2, '0')}`
      return { day, sessions: sessions.filter(({ when }) => when.isoDay === wanted) }
    })
    const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
    return { key, name, weeks }
  })
}
