import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Pool } from 'pg'
import { test as databaseTest } from '#test/db.ts'
import { type ClockReading, startDatabaseClock } from './clock-and-keys.server.ts'

const measure = vi.fn<() => Promise<ClockReading>>()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  measure.mockReset()
})

/** The database's time is `ahead` of the monotonic clock, and read too late by `late`, which the reading cannot know. */
const reads = (ahead: number, { late = 0, error = 1 } = {}) =>
  measure.mockResolvedValue({ offset: ahead + late, error })

async function open() {
  const clock = await startDatabaseClock({} as Pool, measure)
  onTestFinished(() => clock.stop())
  return { ...clock, ahead: () => clock.now().getTime() - Math.trunc(performance.now()) }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('the clock shows the database’s time, whatever the machine’s clock says', async () => {
  reads(1_200_000)
  const clock = await open()
  vi.setSystemTime(0)
  await pass(10_000)
  expect(clock.ahead()).toBe(1_200_000)
})

test('a less exact measurement does not make time jump', async () => {
  reads(5_000)
  const clock = await open()
  reads(5_000, { late: 190, error: 200 })
  await pass(30_000)
  expect(measure).toHaveBeenCalledTimes(2)
  expect(clock.ahead()).toBe(5_000)
})

test('a more exact measurement replaces an earlier one', async () => {
  reads(5_000, { late: 190, error: 200 })
  const clock = await open()
  reads(5_000)
  await pass(30_000)
  expect(clock.ahead()).toBe(5_000)
})

test('a jump of the database’s clock is followed, also by a less exact measurement', async () => {
  reads(5_000)
  const clock = await open()
  reads(65_000, { error: 20 })
  await pass(30_000)
  expect(clock.ahead()).toBe(65_000)
})

test('clocks that drift apart are synchronized again', async () => {
  reads(0)
  const clock = await open()
  for (let turn = 1; turn <= 100; turn++) {
    reads(turn * 2, { error: 1.5 }) // 67 parts per million, never as exact as the first
    await pass(30_000)
  }
  expect(Math.abs(clock.ahead() - 200)).toBeLessThanOrEqual(3)
})

test('while the database is unreachable the clock runs on, and it is measured again afterwards', async () => {
  reads(5_000)
  const clock = await open()
  measure.mockRejectedValue(new Error('away'))
  await pass(300_000)
  expect(clock.ahead()).toBe(5_000)
  reads(7_000)
  await pass(30_000)
  expect(clock.ahead()).toBe(7_000)
})

test('the clock does not open before its first measurement', async () => {
  measure.mockRejectedValue(new Error('away'))
  await expect(open()).rejects.toThrow('away')
})

test('a stopped clock measures no more', async () => {
  reads(0)
  const clock = await open()
  await clock.stop()
  await pass(300_000)
  expect(measure).toHaveBeenCalledOnce()
})

databaseTest('the clock reads a real database', async ({ pool }) => {
  vi.useRealTimers()
  const clock = await startDatabaseClock(pool)
  onTestFinished(() => clock.stop())
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at')
  expect(Math.abs(clock.now().getTime() - Number(rows[0]?.at))).toBeLessThan(1_000)
})
