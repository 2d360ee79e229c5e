import { describe, expect, test } from 'vitest'
import { after, day, minute } from '#app/kit/clock.ts'
import { answeredAt, clockToleranceMs, isFresh, secondsLeft, verificationMs } from './rules.ts'

const answered = '2026-03-01T12:00:00.000Z'
const moment = new Date(answered)

describe('isFresh', () => {
  test('an answer lasts to the last millisecond of 30 days, and not one longer', () => {
    expect(verificationMs).toBe(30 * day)
    expect(isFresh(answered, moment)).toBe(true)
    expect(isFresh(answered, after(moment, verificationMs - 1))).toBe(true)
    expect(isFresh(answered, after(moment, verificationMs))).toBe(false)
  })

  test('an answer from the future is believed for a minute of clock difference only', () => {
    expect(isFresh(answered, after(moment, -clockToleranceMs))).toBe(true)
    expect(isFresh(answered, after(moment, -clockToleranceMs - 1))).toBe(false)
  })

  test.each(['', 'yes', 'true', '2026-13-40T00:00:00.000Z', 'NaN'])('%j is no instant', (value) => {
    expect(isFresh(value, moment)).toBe(false)
  })
})

describe('secondsLeft', () => {
  test('counts from the answer, so that the cookie ends with the record', () => {
    expect(secondsLeft(answered, moment)).toBe((30 * day) / 1_000)
    expect(secondsLeft(answered, after(moment, 29 * day))).toBe(day / 1_000)
  })

  test('is nothing for an answer that is over or was never given', () => {
    expect(secondsLeft(answered, after(moment, 31 * day))).toBe(0)
    expect(secondsLeft('never', moment)).toBe(0)
  })
})

describe('answeredAt', () => {
  test("is the browser's instant when the clocks agree within a minute", () => {
    expect(answeredAt(answered, after(moment, minute))).toBe(answered)
    expect(answeredAt(answered, after(moment, -minute))).toBe(answered)
  })

  test('is our own when the clocks differ, when nothing was sent, and when it is nonsense', () => {
    const now = after(moment, minute + 1)
    for (const sent of [answered, undefined, '', 'tomorrow']) {
      expect(answeredAt(sent, now)).toBe(now.toISOString())
    }
  })
})
