import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import {
  type BookingTimeline,
  closesAt,
  mayCancel,
  mayReschedule,
  packSeats,
  refundableUntil,
  refundNoticeMs,
  refundUntilAfterMove,
  seatStates,
  sessionState,
  unpackSeats,
} from './rules.ts'
import { formatClassTime } from './words.ts'

const zone = 'America/New_York'
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
    isMoveOpen: false,
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
