import { expect, test } from 'vitest'
import { after, hour } from '#app/kit/clock.ts'
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
} from './rules.ts'
import { bookingFacts, bookingSummary, refundRule, seatsWords, formatWhen } from './words.ts'

const zone = 'America/New_York'

function classAt(moment: string, now = new Date(moment)) {
  const startsAt = new Date(moment)
  return { when: formatWhen({ startsAt, endsAt: after(startsAt, 8 * hour) }, zone, now) }
}

test('a deposit is refundable until exactly 48 hours before', () => {
  expect(refundableUntil(new Date('2026-12-05T14:00:00Z'))).toEqual(new Date('2026-12-03T14:00:00Z'))
})

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
