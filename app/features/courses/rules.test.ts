import { expect, test } from 'vitest'
import { parseSchedule, scheduleTo } from './rules/addresses.ts'
import { balanceCents, dayIn, monthsOf, refundableUntil, seatsLeft } from './rules.ts'
import { bookingFacts, formatHours, refundRule, seatsWords } from './words.ts'

const zone = 'America/New_York'

test('a deposit is refundable up to forty-eight hours before, to the instant', () => {
  expect(refundableUntil(new Date('2026-12-05T14:00:00Z'))).toEqual(new Date('2026-12-03T14:00:00Z'))
})

test('what is left to pay on the day is the price without the deposit', () => {
  expect(balanceCents({ priceCents: 15_000, depositCents: 7_500 })).toBe(7_500)
})

test('a held seat may come back, a taken one is gone', () => {
  expect(seatsLeft(['open', 'held', 'taken', 'taken'])).toBe(2)
  expect(seatsWords(['open', 'taken'])).toBe('1 of 2 seats left')
  expect(seatsWords(['taken', 'taken'])).toBe('Full')
})

test('the day of a class is the shop’s day', () => {
  expect(dayIn(zone, new Date('2026-12-01T03:00:00Z'))).toEqual({ year: 2026, month: 11, day: 30 })
})

test('a month has whole weeks from Sunday, with classes on their days', () => {
  const session = { startsAt: new Date('2026-12-05T14:00:00Z') }
  const [december, ...rest] = monthsOf([session], zone)
  expect(rest).toEqual([])
  expect(december?.key).toBe('2026-12')
  expect(december?.weeks.every((week) => week.length === 7)).toBe(true)
  const cells = december?.weeks.flat() ?? []
  expect(cells.filter(Boolean)).toHaveLength(31)
  expect(cells.findIndex((cell) => cell?.day === 1)).toBe(2) // 1 Dec 2026 is a Tuesday
  expect(cells.find((cell) => cell?.sessions.length)?.day).toBe(5)
})

test('months come in order, and one without a class is left out', () => {
  const sessions = ['2027-02-06T14:00:00Z', '2026-12-05T14:00:00Z'].map((at) => ({ startsAt: new Date(at) }))
  expect(monthsOf(sessions, zone).map(({ key }) => key)).toEqual(['2026-12', '2027-02'])
})

test('hours are told in the shop’s zone', () => {
  const session = {
    startsAt: new Date('2026-12-05T14:00:00Z'),
    endsAt: new Date('2026-12-05T22:00:00Z'),
  }
  expect(formatHours(session, zone)).toBe('9 AM to 5 PM')
})

test('the booking is told in the words of the shop', () => {
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
  }
  expect(bookingFacts(course)).toEqual([
    '$150 total',
    '$75 deposit now',
    '$75 balance on course day (cash or card)',
    '8 hours (typically 9 AM to 5 PM)',
    'Limited to 12 students',
    'Age 18+',
  ])
  expect(`${refundRule.refund} ${refundRule.noShow}`).toBe(
    'Deposit refundable up to 48 hours before the course date. No-shows forfeit the deposit.',
  )
})

test('the schedule is asked for by the address, and an unknown course is all of them', () => {
  const known = [{ slug: 'basic-pistol' }]
  const asked = { course: 'basic-pistol', view: 'calendar' } as const
  expect(scheduleTo(asked)).toBe('/ccw-training?course=basic-pistol&view=calendar#schedule')
  expect(parseSchedule(new URLSearchParams('course=basic-pistol&view=calendar'), known)).toEqual(asked)
  expect(parseSchedule(new URLSearchParams('course=other&view=poster'), known)).toEqual({
    course: null,
    view: 'list',
  })
  expect(scheduleTo({ course: null, view: 'list' })).toBe('/ccw-training#schedule')
})
