import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { test as databaseTest } from '#test/db.ts'
import { createDatabaseClock, type ClockReading, startDatabaseClock } from './database-clock.server.ts'

const start = Date.parse('2026-11-20T12:00:00Z')

let passed: number
let databaseAhead: number
let wallAhead: number
let roundTrips: { there: number; back: number }[]

const log = { warn: vi.fn() }
const monotonic = () => 5_000 + passed
const wall = () => start + passed + wallAhead
const database = () => start + passed + databaseAhead

const readDatabase = vi.fn<(count: number) => Promise<ClockReading[]>>()

beforeEach(() => {
  vi.useFakeTimers()
  passed = 0
  databaseAhead = 0
  wallAhead = 0
  roundTrips = []
  log.warn.mockReset()
  readDatabase.mockReset().mockImplementation(async (count) => {
    await Promise.resolve() // nothing is read before the caller continues
    return Array.from({ length: count }, (_, index) => {
      const { there, back } = roundTrips[index] ?? { there: 1, back: 1 }
      const before = monotonic()
      passed += there
      const read = database()
      passed += back
      return { before, database: read, after: monotonic() }
    })
  })
})

afterEach(() => {
  vi.useRealTimers()
})

async function open() {
  const clock = await createDatabaseClock({ readDatabase, monotonic, wall, log })
  onTestFinished(() => clock.stop())
  return clock
}

async function pass(ms: number) {
  passed += ms
  await vi.advanceTimersByTimeAsync(ms)
}

const errorOf = (shown: Date) => shown.getTime() - database()

test("the clock shows the database's time, whatever the machine's clock says", async () => {
  databaseAhead = 20 * 60_000
  const clock = await open()
  expect(clock.now()).toEqual(new Date(database()))
  await pass(10_000)
  expect(clock.now()).toEqual(new Date(database()))
})

test('two processes with different wall clocks show the same time', async () => {
  const one = await open()
  wallAhead = -3_600_000
  const other = await open()
  expect(one.now()).toEqual(other.now())
})

test('setting the wall clock changes nothing', async () => {
  const clock = await open()
  wallAhead = 20 * 60_000
  expect(errorOf(clock.now())).toBe(0)
  await pass(60_000)
  expect(errorOf(clock.now())).toBe(0)
})

test('of several readings the one with the shortest round trip counts, at its middle', async () => {
  roundTrips = [
    { there: 300, back: 0 },
    { there: 2, back: 2 },
    { there: 0, back: 80 },
  ]
  readDatabase.mockImplementationOnce((count) => readDatabase(count - 2))
  expect(errorOf((await open()).now())).toBe(0)
})

test('a less exact measurement does not make time jump', async () => {
  const clock = await open()
  roundTrips = Array.from({ length: 5 }, () => ({ there: 400, back: 0 }))
  await pass(30_000)
  expect(readDatabase).toHaveBeenCalledTimes(2)
  expect(errorOf(clock.now())).toBe(0)
})

test('a more exact measurement replaces an earlier one', async () => {
  roundTrips = Array.from({ length: 5 }, () => ({ there: 400, back: 0 }))
  const clock = await open()
  expect(errorOf(clock.now())).toBe(200)
  roundTrips = []
  await pass(30_000)
  expect(errorOf(clock.now())).toBe(0)
})

test("a jump of the database's clock is followed, also by a less exact measurement", async () => {
  const clock = await open()
  databaseAhead = 60_000
  roundTrips = Array.from({ length: 5 }, () => ({ there: 20, back: 20 }))
  await pass(30_000)
  expect(errorOf(clock.now())).toBe(0)
})

test('clocks that drift apart are synchronized again', async () => {
  const clock = await open()
  for (let turn = 0; turn < 100; turn++) {
    databaseAhead += 2 // 67 parts per million
    await pass(30_000)
  }
  expect(Math.abs(errorOf(clock.now()))).toBeLessThanOrEqual(3)
})

test('after the machine slept, time is measured again at once', async () => {
  const clock = await open()
  databaseAhead = 600_000
  wallAhead = 600_000
  clock.now()
  await vi.advanceTimersByTimeAsync(0)
  expect(errorOf(clock.now())).toBe(0)
  expect(readDatabase).toHaveBeenCalledTimes(2)
})

test('while the database is unreachable the clock runs on, and it is measured again soon afterwards', async () => {
  const clock = await open()
  readDatabase.mockRejectedValue(new Error('away'))
  await pass(300_000)
  expect(errorOf(clock.now())).toBe(0)
  const tries = readDatabase.mock.calls.length
  expect(tries).toBeGreaterThan(8)
  expect(tries).toBeLessThan(20)
  readDatabase
    .mockReset()
    .mockImplementation(async () => [{ before: monotonic(), database: database(), after: monotonic() }])
  databaseAhead = 2_000
  await pass(30_000)
  expect(errorOf(clock.now())).toBe(0)
})

test('the clock does not open before its first measurement', async () => {
  readDatabase.mockRejectedValue(new Error('away'))
  await expect(open()).rejects.toThrow('away')
})

test('a machine clock that is off by more than five seconds is warned of once', async () => {
  wallAhead = 4_900
  await open()
  expect(log.warn).not.toHaveBeenCalled()
  wallAhead = -5_100
  await pass(90_000)
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ aheadSeconds: -5 }, expect.stringContaining('clock'))
})

test('a stopped clock measures no more', async () => {
  const clock = await open()
  await clock.stop()
  await pass(300_000)
  wallAhead = 60_000
  clock.now()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readDatabase).toHaveBeenCalledOnce()
})

databaseTest('the clock reads a real database', async ({ pool }) => {
  vi.useRealTimers()
  const clock = await startDatabaseClock(pool, log)
  onTestFinished(() => clock.stop())
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at')
  expect(Math.abs(clock.now().getTime() - Number(rows[0]?.at))).toBeLessThan(1_000)
})
