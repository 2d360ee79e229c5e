import { expect, test } from 'vitest'
import { after, hour, day, minute } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import {
  parseSchedule,
  schedulePath,
  largestClass,
  balanceCents,
  maySchedule,
  nextOpenSession,
  refundableUntil,
  type SeatState,
  seatsLeft,
  type BookingTimeline,
  closesAt,
  mayCancel,
  mayReschedule,
  packSeats,
  refundNoticeMs,
  refundUntilAfterMove,
  seatStates,
  sessionState,
  unpackSeats,
  licenseState,
  weeklyMoments,
  isReminderDue,
  reminderDueAt,
} from './rules.ts'
import { bookingFacts, bookingSummary, refundRule, seatsWords, formatWhen, formatClassTime } from './words.ts'
import fc from 'fast-check'

const zone = 'America/New_York'

function classAt(moment: string, now = new Date(moment)) {
  const startsAt = new Date(moment)
  return { when: formatWhen({ startsAt, endsAt: after(startsAt, 8 * hour) }, zone, now) }
}

test('a class has one to twelve seats, and closes its roster before it begins', () => {
  const startsAt = new Date('2026-12-05T14:00:00Z')
  const plan = (capacity: number, noticeMs = hour) =>
    maySchedule({ startsAt, capacity, cutOffAt: after(startsAt, -noticeMs) })
  expect([plan(1), plan(12), plan(12, 0)]).toEqual([allowed, allowed, allowed])
  for (const capacity of [0, 13]) expect(plan(capacity)).toEqual(refuse('too_many_seats'))
  expect(plan(12, -1)).toEqual(refuse('closes_too_late'))
})

test('the balance is the price without the deposit', () => {
  expect(balanceCents({ priceCents: 15_000, depositCents: 7_500 })).toBe(7_500)
})

test('a held seat counts as left, a taken one does not', () => {
  expect(seatsLeft(['open', 'held', 'taken', 'taken'])).toBe(2)
  expect(seatsWords(['open', 'taken'])).toBe('1 of 2 seats left')
  expect(seatsWords(['taken', 'taken'])).toBe('Full')
  expect(seatsWords(['open'])).toBe('1 of 1 seat left')
})

test('the next class is the first with an open seat, or else the first', () => {
  const withSeats = (...seats: SeatState[]) => ({ seats })
  const full = withSeats('taken', 'taken')
  const held = withSeats('held', 'taken')
  const free = withSeats('taken', 'open')
  expect(nextOpenSession([full, held, free])).toBe(free)
  expect(nextOpenSession([full, held])).toBe(full)
  expect(nextOpenSession([])).toBeUndefined()
})

test('the time of a class is formatted for every use', () => {
  expect(classAt('2026-12-05T14:00:00Z').when).toEqual({
    isoDay: '2026-12-05',
    startIso: '2026-12-05T09:00:00-05:00',
    endIso: '2026-12-05T17:00:00-05:00',
    month: 'Dec',
    dayOfMonth: '05',
    day: 'Saturday, December 5',
    hours: '9 AM to 5 PM',
    full: 'Saturday, December 5, 9\u00A0AM to 5\u00A0PM EST',
  })
  expect(classAt('2026-12-05T14:30:00Z').when.hours).toBe('9:30 AM to 5:30 PM')
})

test('a class in another year says which', () => {
  expect(classAt('2027-09-04T13:00:00Z', new Date('2026-11-28T12:00:00Z')).when).toMatchObject({
    day: 'Saturday, September 4, 2027',
    full: 'Saturday, September 4, 2027, 9\u00A0AM to 5\u00A0PM EDT',
  })
  // The year is the shop's, not that of Greenwich.
  expect(classAt('2027-01-01T03:00:00Z', new Date('2026-12-31T12:00:00Z')).when.day).toBe(
    'Thursday, December 31',
  )
})

test('day and month of a class are in the shop’s zone', () => {
  expect(classAt('2027-01-01T03:00:00Z').when).toMatchObject({
    isoDay: '2026-12-31',
    month: 'Dec',
    dayOfMonth: '31',
    day: 'Thursday, December 31',
  })
})

test('classes on both sides of a daylight saving change begin at nine', () => {
  const lines = ['2027-03-13T14:00:00Z', '2027-03-14T13:00:00Z'].map((moment) =>
    classAt(moment).when.full.replaceAll('\u00A0', ' '),
  )
  expect(lines).toEqual(['Saturday, March 13, 9 AM to 5 PM EST', 'Sunday, March 14, 9 AM to 5 PM EDT'])
})

test('how many students a course takes is read from its own classes', () => {
  const of = (slug: string, seats: number) => ({ course: { slug }, seats: Array.from({ length: seats }) })
  const sessions = [of('pistol', 12), of('pistol', 2), of('other', 1)]
  expect(largestClass(sessions, 'pistol')).toBe(12)
  expect(largestClass(sessions, 'other')).toBe(1)
  expect(largestClass(sessions, 'none')).toBeNull()
})

test('booking facts are the specification’s', () => {
  const course = {
    slug: 'nra-basic-pistol',
    name: 'NRA Basic Pistol Course',
    summary: '',
    hours: 8,
    priceCents: 15_000,
    depositCents: 7_500,
    minimumAge: 18,
    announcedFor: null,
    topics: [],
    bring: [],
    requirements: [],
    liveFireRounds: 0,
  }
  expect(bookingFacts(course, 12)).toEqual([
    '$150 total',
    '$75 deposit now',
    '$75 balance on course day (cash or card)',
    '8 hours (typically 9 AM to 5 PM)',
    'Limited to 12 students',
    'Age 18+',
  ])
  const saysOf = (largest: number | null) =>
    bookingFacts(course, largest).filter((fact) => fact.includes('student'))
  expect(saysOf(1)).toEqual(['Limited to 1 student'])
  expect(saysOf(null)).toEqual([])
  expect(bookingFacts({ ...course, requirements: ['Basic Pistol first'] }, null).at(-1)).toBe(
    'Basic Pistol first',
  )
  expect(bookingSummary({ ...course, hours: 4, depositCents: 5_000 }, 12)).toEqual([
    '4 hours',
    'Limited to 12 students, 18 and older',
    '$150: $50 deposit now, $100 on the day',
    'Deposit refundable up to 48 hours before',
  ])
  expect(bookingSummary({ ...course, hours: 1 }, null)).toEqual([
    '1 hour',
    'Age 18+',
    '$150: $75 deposit now, $75 on the day',
    'Deposit refundable up to 48 hours before',
  ])
  expect(`${refundRule.refund} ${refundRule.noShow}`).toBe(
    'Deposit refundable up to 48 hours before the course date. No-shows forfeit the deposit.',
  )
})

test('the schedule’s filter is in the URL, and an unknown course means all', () => {
  const known = [{ slug: 'basic-pistol' }]
  const filter = { course: 'basic-pistol' }
  expect(schedulePath(filter)).toBe('/ccw-training?course=basic-pistol#schedule')
  expect(parseSchedule(new URLSearchParams('course=basic-pistol'), known)).toEqual(filter)
  expect(parseSchedule(new URLSearchParams('course=other'), known)).toEqual({ course: null })
  expect(schedulePath({ course: null })).toBe('/ccw-training#schedule')
})

const moment = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2028-12-31T00:00:00Z'),
  noInvalidDate: true,
})

function booked(startsAt: Date, more: Partial<BookingTimeline> = {}): BookingTimeline {
  return {
    refundUntil: refundableUntil(startsAt),
    rescheduledAt: null,
    canceledAt: null,
    checkedInAt: null,
    movedAt: null,
    session: {
      startsAt,
      cutOffAt: closesAt(startsAt),
      canceledAt: null,
    },
    ...more,
  }
}

test('the refund deadline is 48 elapsed hours across a daylight saving change', () => {
  fc.assert(
    fc.property(moment, (startsAt) => {
      expect(startsAt.getTime() - refundableUntil(startsAt).getTime()).toBe(48 * hour)
    }),
  )
  // Clocks go forward on 14 March 2027: the wall shows an hour less than that of the class. They go back on 7 November.
  expect(formatClassTime(refundableUntil(new Date('2027-03-14T13:00:00Z')), zone)).toBe(
    'Friday, March 12, 8 AM EST',
  )
  expect(formatClassTime(refundableUntil(new Date('2027-11-07T14:00:00Z')), zone)).toBe(
    'Friday, November 5, 10 AM EDT',
  )
})

test('daylight saving between booking and class moves neither class nor deadline', () => {
  const startsAt = new Date('2027-03-20T13:00:00Z') // 9 AM in summer time, booked in winter time
  const life = booked(startsAt)
  const last = new Date('2027-03-18T12:59:59.999Z')
  expect(mayCancel(life, last)).toEqual({ ok: true, isRefunded: true })
  expect(mayCancel(life, after(last, 1))).toEqual({ ok: true, isRefunded: false })
})

test('a seat can be canceled until the class starts, with a refund until the deadline', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: -5 * day, max: 5 * day }), (startsAt, offset) => {
      const now = after(startsAt, offset)
      const wanted =
        offset < 0 ? { ok: true, isRefunded: offset < -refundNoticeMs } : { ok: false, why: 'class_begun' }
      expect(mayCancel(booked(startsAt), now)).toEqual(wanted)
    }),
  )
})

test('a seat moves once, until its roster closes', () => {
  const startsAt = new Date('2026-12-05T14:00:00Z')
  const closing = closesAt(startsAt)
  expect(mayReschedule(booked(startsAt), after(closing, -1))).toEqual({ ok: true })
  expect(mayReschedule(booked(startsAt), closing)).toMatchObject({ why: 'list_closed' })
  const before = after(closing, -hour)
  expect(mayReschedule(booked(startsAt, { rescheduledAt: before }), before)).toMatchObject({
    why: 'moved_before',
  })
  expect(mayReschedule(booked(startsAt, { canceledAt: before }), before)).toMatchObject({
    why: 'seat_given_up',
  })
  const moved = booked(startsAt, { movedAt: before, rescheduledAt: before })
  expect(mayReschedule(moved, after(startsAt, -1))).toEqual({ ok: true })
  expect(mayReschedule(moved, startsAt)).toMatchObject({ why: 'class_begun' })
  const { session } = booked(startsAt)
  const canceledSession = booked(startsAt, { session: { ...session, canceledAt: before } })
  expect(mayReschedule(canceledSession, before)).toMatchObject({ why: 'session_canceled' })
  expect(mayCancel(canceledSession, before)).toMatchObject({ why: 'session_canceled' })
  expect(mayCancel(booked(startsAt, { checkedInAt: before }), before)).toMatchObject({ why: 'class_begun' })
})

test('moving neither restores a forfeited deposit nor forfeits a refundable one', () => {
  fc.assert(
    fc.property(moment, moment, moment, (was, newStart, now) => {
      const until = refundUntilAfterMove(refundableUntil(was), newStart, now)
      expect(until).toEqual(refundableUntil(now < refundableUntil(was) ? newStart : was))
      expect(now < until && now >= refundableUntil(was)).toBe(false)
    }),
  )
})

test('a session is open while a seat is open', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const session = { cutOffAt: after(now, minute), canceledAt: null }
  expect(sessionState({ ...session, seats: ['taken', 'open', 'held'] }, now)).toBe('open')
  expect(sessionState({ ...session, seats: ['taken', 'held'] }, now)).toBe('all_held')
  expect(sessionState({ ...session, seats: ['taken'] }, now)).toBe('full')
  expect(sessionState({ ...session, cutOffAt: now, seats: ['open'] }, now)).toBe('closed')
  expect(sessionState({ ...session, canceledAt: now, seats: ['open'] }, now)).toBe('canceled')
})

test('packed seats unpack unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...seatStates), { maxLength: 12 }), (seats) => {
      expect(unpackSeats(packSeats(seats))).toEqual(seats)
    }),
  )
  expect(unpackSeats('o?')).toEqual(['open', 'taken'])
})

const anyDay = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a class in several weeks keeps its hour when clocks change', () => {
  expect(weeklyMoments(zone, { day: '2026-10-31', time: '09:00' }, 2)).toEqual([
    new Date('2026-10-31T13:00:00Z'),
    new Date('2026-11-07T14:00:00Z'),
  ])
  const shown = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', timeZone: zone })
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 26 }), (first, weeks) => {
      const moments = weeklyMoments(zone, { day: first, time: '09:00' }, weeks) ?? []
      expect(moments).toHaveLength(weeks)
      expect(new Set(moments.map((moment) => shown.format(moment))).size).toBe(1)
    }),
  )
})

test('a time that the clock skips in one of the weeks is none', () => {
  expect(weeklyMoments(zone, { day: '2027-03-07', time: '02:30' }, 2)).toBeUndefined()
  expect(weeklyMoments(zone, { day: '2027-03-07', time: '02:30' }, 1)).toHaveLength(1)
})

test('a license is warned of for its last thirty days, and is good on its last', () => {
  const today = '2026-12-01'
  expect(licenseState('2027-01-01', today)).toBe('good')
  expect(licenseState('2026-12-31', today)).toBe('ending')
  expect(licenseState('2026-12-01', today)).toBe('ending')
  expect(licenseState('2026-11-30', today)).toBe('ended')
})

const startsAt = new Date('2027-03-14T13:00:00Z')
const longAgo = after(startsAt, -60 * day)

test('a reminder falls due seven days and one day before', () => {
  expect(reminderDueAt('week', startsAt)).toEqual(new Date('2027-03-07T13:00:00Z'))
  expect(reminderDueAt('day', startsAt)).toEqual(new Date('2027-03-13T13:00:00Z'))
})

test.each([
  ['week', 7 * day + 1, false],
  ['week', 7 * day, true],
  ['week', 5 * day + 1, true],
  ['week', 5 * day, false],
  ['day', day + 1, false],
  ['day', day, true],
  ['day', 1, true],
  ['day', 0, false],
] as const)('the reminder of the %s is due %i ms before the class: %s', (kind, beforeMs, isDue) => {
  expect(isReminderDue(kind, startsAt, longAgo, after(startsAt, -beforeMs))).toBe(isDue)
})

test('a booking after the reminder was due gets none', () => {
  const now = after(startsAt, -20 * hour)
  expect(isReminderDue('day', startsAt, after(startsAt, -25 * hour), now)).toBe(true)
  expect(isReminderDue('day', startsAt, after(startsAt, -24 * hour), now)).toBe(false)
})
