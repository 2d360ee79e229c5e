import { expect, test } from 'vitest'
import { after, day, minute } from '#app/kit/clock.ts'
import { answeredAt, clockToleranceMs, isFresh, secondsLeft, verificationMs } from './rules.ts'

const answered = '2026-03-01T12:00:00.000Z'
const moment = new Date(answered)

test('an answer lasts to the last millisecond of 30 days, and a minute of clock difference is believed', () => {
  expect(verificationMs).toBe(30 * day)
  for (const [ms, isGood] of [
    [verificationMs - 1, true],
    [verificationMs, false],
    [-clockToleranceMs, true],
    [-clockToleranceMs - 1, false],
  ] as const)
    expect(isFresh(answered, after(moment, ms))).toBe(isGood)
  for (const value of ['', 'yes', '2026-13-40T00:00:00.000Z']) expect(isFresh(value, moment)).toBe(false)
  expect(secondsLeft(answered, after(moment, 29 * day))).toBe(day / 1_000)
  expect(secondsLeft('never', moment)).toBe(0)
})

test('the browser counts where the clocks agree within a minute, and we do elsewhere', () => {
  for (const ms of [minute, -minute]) expect(answeredAt(answered, after(moment, ms))).toBe(answered)
  const now = after(moment, minute + 1)
  for (const sent of [answered, undefined, '', 'tomorrow'])
    expect(answeredAt(sent, now)).toBe(now.toISOString())
})
