import { dateFormat, formatIsoDay, isSameYear, zonedIso } from '#app/kit/dates.ts'
import { countOf } from '#app/kit/text.ts'
import { formatCents } from '#app/kit/money.ts'
import {
  balanceCents,
  type Course,
  type SeatState,
  seatsLeft,
  type Session,
  type SessionView,
} from './rules.ts'
import type { SeatRefusal } from './store/seats.server.ts'
import type { ChangeRefusal } from './store/changes.server.ts'

type Sold = Pick<Course, 'hours' | 'priceCents' | 'depositCents' | 'minimumAge' | 'requirements'>

export function bookingFacts(course: Sold, largest: number | null): string[] {
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

export function bookingSummary(course: Sold, largest: number | null): string[] {
  const { total, deposit, balance } = sumsOf(course)
  return [
    course.hours === 8 ? '8 hours, typically 9 AM to 5 PM' : countOf(course.hours, 'hour'),
    largest === null ? `Age ${course.minimumAge}+` : `${sizeWords(largest)}, ${course.minimumAge} and older`,
    `${total}: ${deposit} deposit now, ${balance} on the day`,
    'Deposit refundable up to 48 hours before',
  ]
}

const sizeWords = (largest: number) => `Limited to ${countOf(largest, 'student')}`

function sumsOf({ priceCents, depositCents }: Sold) {
  const balance = formatCents(balanceCents({ priceCents, depositCents }))
  return { total: formatCents(priceCents), deposit: formatCents(depositCents), balance }
}

export const refundRule = {
  refund: 'Deposit refundable up to 48 hours before the course date.',
  noShow: 'No-shows forfeit the deposit.',
}

export function seatsWords(seats: readonly SeatState[]): string {
  const left = seatsLeft(seats)
  return left === 0 ? 'Full' : `${left} of ${countOf(seats.length, 'seat')} left`
}

export function toSessionView(session: Session, zone: string, now: Date): SessionView {
  return { ...session, when: formatWhen(session, zone, now) }
}

type Times = Pick<Session, 'startsAt' | 'endsAt'>

export function formatWhen(session: Times, zone: string, now: Date) {
  const { startsAt } = session
  const isoDay = formatIsoDay(startsAt, zone)
  return {
    isoDay,
    startIso: zonedIso(zone, startsAt),
    endIso: zonedIso(zone, session.endsAt),
    month: dateFormat('en-US', { month: 'short', timeZone: zone }).format(startsAt),
    dayOfMonth: isoDay.slice(-2),
    day: formatSessionDay(startsAt, zone, now),
    hours: formatHours(session, zone),
    full: keepTimeTogether(formatSession(session, zone, now)),
  }
}

function keepTimeTogether(session: string): string {
  return session.replaceAll(/ (?=[AP]M\b)/g, '\u00A0')
}

/** With the year where it is not the one of `now`. Without `now` the year is always there: mails and orders are read again later. */
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

function formatHours({ startsAt, endsAt }: Times, zone: string): string {
  return `${formatHour(startsAt, zone)} to ${formatHour(endsAt, zone)}`
}

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

function zoneWords(moment: Date, timeZone: string): string {
  const parts = dateFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

export function formatSession(session: Times, zone: string, now?: Date) {
  const { startsAt } = session
  return `${formatSessionDay(startsAt, zone, now)}, ${formatHours(session, zone)} ${zoneWords(startsAt, zone)}`
}

export function formatClassTime(moment: Date, timeZone: string): string {
  return `${formatSessionDay(moment, timeZone, moment)}, ${formatHour(moment, timeZone)} ${zoneWords(moment, timeZone)}`
}

/** What happens to the deposit of a canceled seat. `returnedCents` is what is refunded; 0 means forfeited. */
export function moneyAfterCanceling(by: 'student' | 'shop', returnedCents: number): string {
  if (by === 'shop') return 'Your deposit is refunded in full to the card you paid with.'
  return returnedCents > 0
    ? `${formatCents(returnedCents)} is refunded to the card you paid with. When it posts depends on your bank.`
    : 'The refund deadline had passed, so the deposit is forfeited.'
}

export function reminderRefundText(refundUntil: Date | null, now: Date, timeZone: string): string {
  return refundUntil && now < refundUntil
    ? `You can cancel for a full refund of the deposit until ${formatClassTime(refundUntil, timeZone)}.`
    : 'The refund deadline has passed. If you can’t make it, please release your seat on its page so someone else can have it.'
}

export const wizardSteps = ['Course info', 'Scheduling', 'Payment', 'Confirmation'] as const

export const checkoutWords = {
  attestation: 'I am {age} or older, and I accept that no-shows forfeit the deposit.',
  success: { title: 'Payment Successful', text: 'Your course registration deposit has been processed.' },
  failure: {
    title: 'Payment Failed',
    text: 'There was an error processing your payment. Please try again.',
  },
  busy: 'Processing...',
} as const

export const seatRefusalWords: Record<
  SeatRefusal | 'key_reused' | 'try_again' | 'none_chosen',
  { title: string; text: string }
> = {
  session_not_found: {
    title: 'This date is no longer available',
    text: 'Choose another date. Nothing was charged.',
  },
  session_full: {
    title: 'This class is full',
    text: 'Join the waitlist, or choose another date. Nothing was charged.',
  },
  session_all_held: {
    title: 'All remaining seats are on hold',
    text: 'The last seats are held for students who are checking out or were next on the waitlist. Join the waitlist to be next, or choose another date.',
  },
  session_closed: {
    title: 'Registration for this date has closed',
    text: 'The roster has gone to the instructor. Choose another date.',
  },
  session_canceled: { title: 'This class was canceled', text: 'Choose another date.' },
  key_reused: {
    title: 'This form was already used',
    text: 'It held a seat on another date. Choose your date again.',
  },
  try_again: {
    title: 'Someone else got there first',
    text: 'The open seats just changed. Please try again.',
  },
  none_chosen: { title: 'No date selected', text: 'Choose a date first.' },
}

export function isSeatRefusal(why: string): why is keyof typeof seatRefusalWords {
  return Object.hasOwn(seatRefusalWords, why)
}

export function refundWords(refundUntil: Date, now: Date, zone: string): string {
  return now < refundUntil
    ? `The deposit is refundable until ${formatClassTime(refundUntil, zone)}.`
    : 'This class starts in less than 48 hours, so the deposit is not refundable.'
}

export function cancelRuleWords(refundUntil: Date, now: Date, zone: string): string {
  return now < refundUntil
    ? `Cancel before ${formatClassTime(refundUntil, zone)} for a full refund of the deposit. After that it is forfeited.`
    : `The deposit was refundable until ${formatClassTime(refundUntil, zone)}. If you cancel now or don’t show up, you forfeit it.`
}

export function moveRuleWords(
  verdict: { ok: true } | { ok: false; why: ChangeRefusal },
  cutOffAt: Date,
  zone: string,
): string {
  return verdict.ok
    ? `You can move to another date once, until ${formatClassTime(cutOffAt, zone)}.`
    : changeRefusalWords[verdict.why]
}

export const seatOverWords = {
  given_up: {
    title: 'You canceled this seat',
    text: 'The refund deadline had passed, so the deposit is forfeited.',
  },
  returned: {
    title: 'This seat was canceled and refunded',
    text: 'The deposit is refunded to the card you paid with. Your order page shows the status.',
  },
  class_canceled: {
    title: 'This class was canceled',
    text: 'We’re sorry. Your deposit is refunded in full; there is nothing you need to do.',
  },
} as const

export const changeRefusalWords: Record<ChangeRefusal, string> = {
  not_paid: 'This seat is no longer yours, so nothing was changed.',
  refund_under_way: 'Your deposit is already being refunded.',
  line_unreadable: 'We have to look at this seat ourselves. Write to us at /contact with your order code.',
  seat_given_up: 'This seat was already canceled.',
  session_canceled: 'This class was canceled. Your deposit is refunded automatically.',
  moved_before: 'This seat was already moved once. Write to us if you can’t make it.',
  list_closed: 'The roster has gone to the instructor, so the seat can no longer be moved.',
  class_begun: 'The class has started.',
  still_refundable: 'The deposit is still refundable. Cancel with a refund instead.',
  other_course: 'Choose another date of the same course.',
  try_again: 'The open seats just changed. Please try again.',
  session_not_found: 'This date is no longer available. Choose another one.',
  session_full: 'This class is full. Choose another date.',
  session_all_held: 'All remaining seats on this date are on hold. Choose another date.',
  session_closed: 'Registration for this date has closed. Choose another date.',
}
