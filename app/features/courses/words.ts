import { zonedIso } from '#app/kit/zoned-time.ts'
import { dateFormat, formatIsoDay, isSameYear } from '#app/kit/date-format.ts'
import { countOf } from '#app/kit/count.ts'
import { formatCents } from '#app/kit/money.ts'
import {
  balanceCents,
  type Course,
  type SeatState,
  seatsLeft,
  type Session,
  type SessionWhen,
  type SessionView,
} from './rules.ts'

/** The facts of a booking (specification, section 9), with what its classes take. */
export function bookingFacts(course: Course, largest: number | null): string[] {
  const { total, deposit, balance } = sumsOf(course)
  return [
    `${total} total`,
    `${deposit} deposit now`,
    `${balance} balance on course day (cash or card)`,
    course.hours === 8 ? '8 hours (typically 9 AM to 5 PM)' : countOf(course.hours, 'hour'),
    ...(largest === null ? [] : [sizeWords(largest)]),
    `Age ${course.minimumAge}+`,
    ...course.requirements,
  ]
}

/** The same in short, for pages that are about more than courses. */
export function bookingSummary(course: Course, largest: number | null): string[] {
  const { total, deposit, balance } = sumsOf(course)
  return [
    course.hours === 8 ? '8 hours, typically 9 AM to 5 PM' : countOf(course.hours, 'hour'),
    largest === null ? `Age ${course.minimumAge}+` : `${sizeWords(largest)}, ${course.minimumAge} and older`,
    `${total}: ${deposit} deposit now, ${balance} on the day`,
    'Deposit refundable up to 48 hours before',
  ]
}

const sizeWords = (largest: number) => `Limited to ${countOf(largest, 'student')}`

function sumsOf({ priceCents, depositCents }: Course) {
  const balance = formatCents(balanceCents({ priceCents, depositCents }))
  return { total: formatCents(priceCents), deposit: formatCents(depositCents), balance }
}

/** The refund rule of a deposit (specification, section 9). */
export const refundRule = {
  refund: 'Deposit refundable up to 48 hours before the course date.',
  noShow: 'No-shows forfeit the deposit.',
}

/** `5 of 12 seats left`, or `Full`. */
export function seatsWords(seats: readonly SeatState[]): string {
  const left = seatsLeft(seats)
  return left === 0 ? 'Full' : `${left} of ${countOf(seats.length, 'seat')} left`
}

/** A session with its formatted times. Call it in loaders. */
export function toSessionView(session: Session, zone: string, now: Date): SessionView {
  return { ...session, when: formatWhen(session, zone, now) }
}

/** Every format in which pages show when a session is. Call it in loaders. */
export function formatWhen(
  session: Pick<Session, 'startsAt' | 'endsAt'>,
  zone: string,
  now: Date,
): SessionWhen {
  const { startsAt } = session
  const isoDay = formatIsoDay(startsAt, zone)
  return {
    isoDay,
    startIso: zonedIso(zone, startsAt),
    endIso: zonedIso(zone, session.endsAt),
    month: dateFormat('en-US', { month: 'short', timeZone: zone }).format(startsAt),
    dayOfMonth: isoDay.slice(-2),
    calendarMonth: dateFormat('en-US', { month: 'long', year: 'numeric', timeZone: zone }).format(startsAt),
    day: formatSessionDay(startsAt, zone, now),
    startHour: formatHour(startsAt, zone),
    hours: formatHours(session, zone),
    full: keepTimeTogether(formatSession(session, zone, now)),
  }
}

/** A formatted session in which no line breaks between an hour and its AM or PM. */
function keepTimeTogether(session: string): string {
  return session.replaceAll(/ (?=[AP]M\b)/g, '\u00A0')
}

/**
 * The day a session is on: `Saturday, November 28`, with the year where it is not the one of `now`. Without `now` the year is always there:
 * mails and orders are read again later.
 */
export function formatSessionDay(moment: Date, timeZone: string, now?: Date): string {
  const isOfThisYear = now !== undefined && isSameYear(moment, now, timeZone)
  return dateFormat('en-US', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isOfThisYear && { year: 'numeric' }),
    timeZone,
  }).format(moment)
}

/** `9 AM to 5 PM` in the shop's zone. */
function formatHours({ startsAt, endsAt }: Pick<Session, 'startsAt' | 'endsAt'>, zone: string): string {
  return `${formatHour(startsAt, zone)} to ${formatHour(endsAt, zone)}`
}

/** `9 AM` */
export function formatHour(moment: Date, timeZone: string): string {
  const isWhole = moment.getUTCMinutes() === 0
  return dateFormat('en-US', {
    hour: 'numeric',
    ...(!isWhole && { minute: '2-digit' }),
    timeZone,
  })
    .format(moment)
    .replace(/\s/g, ' ')
}

/** The short name of a zone on that day: `EST`. */
export function zoneWords(moment: Date, timeZone: string): string {
  const parts = dateFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** `Saturday, December 5, 9 AM to 5 PM EST`, with the year as `formatSessionDay` has it. */
export function formatSession(
  session: Pick<Session, 'startsAt' | 'endsAt'>,
  zone: string,
  now?: Date,
): string {
  const { startsAt } = session
  return `${formatSessionDay(startsAt, zone, now)}, ${formatHours(session, zone)} ${zoneWords(startsAt, zone)}`
}
