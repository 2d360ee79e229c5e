import { brand } from '#app/kit/brand.ts'
import { after, hour, day } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { addDays, momentIn } from '#app/kit/dates.ts'
import { formatCertificateCode } from './roster.ts'
import type { courses, courseSessions, instructors } from './tables.ts'
import type { formatWhen } from './words.ts'

export const seatStates = ['open', 'held', 'taken'] as const
export type SeatState = (typeof seatStates)[number]

export const maxStudents = 12

export const defaultPlace = `${brand}, Miami, Florida`

export const refundNoticeMs = 48 * hour

const closingNoticeMs = 24 * hour

/** 48 elapsed hours, not two calendar days, so that a daylight saving change does not shorten it. */
export function refundableUntil(startsAt: Date): Date {
  return after(startsAt, -refundNoticeMs)
}

export function closesAt(startsAt: Date): Date {
  return after(startsAt, -closingNoticeMs)
}

export const registeredCourse = 'nra-basic-pistol'

type SessionPlan = { startsAt: Date; capacity: number; cutOffAt: Date }

export function maySchedule({ startsAt, capacity, cutOffAt }: SessionPlan) {
  if (capacity < 1 || capacity > maxStudents) return refuse('too_many_seats')
  return cutOffAt > startsAt ? refuse('closes_too_late') : allowed
}

export function balanceCents({ priceCents, depositCents }: { priceCents: number; depositCents: number }) {
  return priceCents - depositCents
}

export function seatsLeft(seats: readonly SeatState[]): number {
  return seats.filter((seat) => seat !== 'taken').length
}

export function largestClass(
  sessions: readonly { course: { slug: string }; seats: readonly unknown[] }[],
  slug: string,
): number | null {
  const sizes = sessions.filter(({ course }) => course.slug === slug).map(({ seats }) => seats.length)
  return sizes.length > 0 ? Math.max(...sizes) : null
}

export type Course = typeof courses.$inferSelect
export type Instructor = typeof instructors.$inferSelect

export type Session = typeof courseSessions.$inferSelect & {
  course: Course
  instructor: Instructor | null
  seats: SeatState[]
}

export type SessionWhen = ReturnType<typeof formatWhen>
export type SessionView = Session & { when: SessionWhen }

/** The first session with an open seat, or else the first one. Expects them in order of date. */
export function nextOpenSession<Listed extends Pick<Session, 'seats'>>(
  sessions: readonly Listed[],
): Listed | undefined {
  return sessions.find(({ seats }) => seats.includes('open')) ?? sessions[0]
}

/** `all_held`: no seat is open, but held ones may open again. */
type SessionState = 'open' | 'all_held' | 'full' | 'closed' | 'canceled'

export function sessionState(
  { cutOffAt, canceledAt, seats }: Pick<Session, 'cutOffAt' | 'canceledAt' | 'seats'>,
  now: Date,
): SessionState {
  if (canceledAt) return 'canceled'
  if (cutOffAt <= now) return 'closed'
  if (seats.includes('open')) return 'open'
  return seats.includes('held') ? 'all_held' : 'full'
}

export type BookingTimeline = {
  /** From the order line; set when the seat was booked or moved. */
  refundUntil: Date
  rescheduledAt: Date | null
  canceledAt: Date | null
  checkedInAt: Date | null
  movedAt: Date | null
  session: Pick<Session, 'startsAt' | 'cutOffAt' | 'canceledAt'>
}

/** May the student move to another session? Once, before the roster closes; after a move by the shop, until the class begins. */
export function mayReschedule(booking: BookingTimeline, now: Date) {
  const { session, rescheduledAt } = booking
  if (booking.canceledAt) return refuse('seat_given_up')
  if (session.canceledAt) return refuse('session_canceled')
  if (booking.movedAt) return now < session.startsAt ? allowed : refuse('class_begun')
  if (rescheduledAt) return refuse('moved_before')
  if (session.cutOffAt <= now) return refuse('list_closed')
  return allowed
}

export function mayCancel(booking: BookingTimeline, now: Date) {
  if (booking.canceledAt) return refuse('seat_given_up')
  if (booking.session.canceledAt) return refuse('session_canceled')
  if (booking.session.startsAt <= now || booking.checkedInAt) return refuse('class_begun')
  return { ok: true as const, isRefunded: now < booking.refundUntil }
}

/** A deposit that was already forfeited stays forfeited. */
export function refundUntilAfterMove(was: Date, newStartsAt: Date, now: Date): Date {
  return now < was ? refundableUntil(newStartsAt) : was
}

/** The live topic of seats. One for all sessions, because a page shows many and may watch few topics. */
export const seatsTopic = 'seats'

export type LiveSeats = { readonly [sessionId: string]: string }

export function packSeats(seats: readonly SeatState[]): string {
  return seats.map((seat) => seat[0]).join('')
}

const seatByLetter: Record<string, SeatState> = { o: 'open', h: 'held', t: 'taken' }

/** Decodes `packSeats`. An unknown letter counts as taken. */
export function unpackSeats(packed: string): SeatState[] {
  return Array.from(packed, (letter) => seatByLetter[letter] ?? 'taken')
}

export const maxWeeks = 26

/** As the shop's clock shows it: at 9 AM it stays 9 AM when clocks change. Undefined where the clock skips the time on one of the days. */
export function weeklyMoments(
  zone: string,
  { day, time }: { day: string; time: string },
  weeks: number,
): Date[] | undefined {
  const moments = Array.from({ length: weeks }, (_, week) =>
    momentIn(zone, `${addDays(day, week * 7)} ${time}`),
  )
  return moments.every((moment) => moment !== undefined) ? moments : undefined
}

const licenseWarningDays = 30

export function licenseState(expiresOn: string, today: string): 'good' | 'ending' | 'ended' {
  if (expiresOn < today) return 'ended'
  return expiresOn <= addDays(today, licenseWarningDays) ? 'ending' : 'good'
}

type When = { startsAt: Date; endsAt: Date; place: string }

/** Whether students must be notified: another time or another place. Seats, instructor and closing time are ours. */
export function isMoved(before: When, after: When): boolean {
  return (
    before.startsAt.getTime() !== after.startsAt.getTime() ||
    before.endsAt.getTime() !== after.endsAt.getTime() ||
    before.place !== after.place
  )
}

export const noticeKinds = ['booked', 'week', 'day', 'class_canceled', 'canceled'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export type ReminderKind = Extract<NoticeKind, 'week' | 'day'>

/** `untilMs` is the latest useful time, for a shop that was down. */
export const reminders = {
  week: { fromMs: 7 * day, untilMs: 5 * day },
  day: { fromMs: day, untilMs: 0 },
} as const satisfies Record<ReminderKind, { fromMs: number; untilMs: number }>

export function reminderDueAt(kind: ReminderKind, startsAt: Date): Date {
  return after(startsAt, -reminders[kind].fromMs)
}

/** Whether to send a reminder. Nobody is reminded who booked or moved (`knownSince`) after it was due. */
export function isReminderDue(kind: ReminderKind, startsAt: Date, knownSince: Date, now: Date): boolean {
  const dueAt = reminderDueAt(kind, startsAt)
  return knownSince < dueAt && dueAt <= now && now < after(startsAt, -reminders[kind].untilMs)
}

export type ScheduleFilter = { course: string | null }

export function parseSchedule(query: URLSearchParams, courses: readonly { slug: string }[]): ScheduleFilter {
  const course = query.get('course')
  return { course: courses.some(({ slug }) => slug === course) ? course : null }
}

export function schedulePath({ course }: ScheduleFilter): string {
  return `/ccw-training${course ? `?${new URLSearchParams({ course })}` : ''}#schedule`
}

export const schedulingPaths = ['/course-registration/scheduling', '/ccw-training/register'] as const

const widgetFramePath = '/course-registration/calendar'

/** Whether the operator's external calendar is a script rather than a page: its URL ends in `.js`. */
export function isWidgetScript(url: string): boolean {
  return new URL(url).pathname.endsWith('.js')
}

export function widgetFrame(url: string): string {
  return isWidgetScript(url) ? widgetFramePath : url
}

export type SchedulingFilter = ScheduleFilter & { session: string | null }

export function parseScheduling(
  query: URLSearchParams,
  courses: readonly { slug: string }[],
  sessions: readonly { id: string }[],
): SchedulingFilter {
  const session = query.get('session')
  return {
    ...parseSchedule(query, courses),
    session: sessions.some(({ id }) => id === session) ? session : null,
  }
}

export function schedulingUrl(path: string, { course, session }: SchedulingFilter): string {
  const query = new URLSearchParams({
    ...(course && { course }),
    ...(session && { session }),
  }).toString()
  return `${path}${query && `?${query}`}`
}

export function registerPath(args: { course: string } | { session: string }): string {
  return schedulingUrl('/ccw-training/register', { course: null, session: null, ...args })
}

export function certificatePath(code: string): string {
  return `/vault?code=${formatCertificateCode(code)}`
}

export function registrationPath(course: string): string {
  return `/course-registration?${new URLSearchParams({ course })}`
}
