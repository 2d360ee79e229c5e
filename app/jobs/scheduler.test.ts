import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Scheduler, createScheduler } from './scheduler.server.ts'

const start = new Date('2026-11-20T12:00:00Z')
const inSeconds = (seconds: number) => new Date(start.getTime() + seconds * 1_000)

let due: Date | undefined
let scheduler: Scheduler
const startedAt: string[] = []
const nextDue = vi.fn(async () => due)
const startWork = vi.fn(async () => {})
const log = { error: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  startedAt.length = 0
  due = undefined
  nextDue.mockReset().mockImplementation(async () => due)
  startWork.mockReset().mockImplementation(async () => {
    startedAt.push(new Date().toISOString().slice(11, 23))
    due = undefined
  })
  log.error.mockReset()
})

afterEach(async () => {
  await scheduler.stop()
  vi.useRealTimers()
})

async function begin() {
  scheduler = createScheduler({ nextDue, startWork, maxWaitMs: 60_000, now: () => new Date(), log })
  await vi.advanceTimersByTimeAsync(0)
}

test('work starts at the due instant, once', async () => {
  due = inSeconds(12.5)
  await begin()
  await vi.advanceTimersByTimeAsync(12_499)
  expect(startWork).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(startedAt).toEqual(['12:00:12.500'])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(startWork).toHaveBeenCalledOnce()
})

test('overdue work starts at once', async () => {
  due = inSeconds(-3_600)
  await begin()
  expect(startedAt).toEqual(['12:00:00.000'])
})

test('work starts at the due instant even when the next check no longer returns it', async () => {
  const instants = [inSeconds(1), inSeconds(3)]
  nextDue.mockImplementation(async () => instants.find((instant) => instant > new Date()))
  await begin()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(startedAt).toEqual(['12:00:01.000', '12:00:03.000'])
})

test('a check follows after the maximum wait, since another process may have changed what is due', async () => {
  due = inSeconds(7_200)
  await begin()
  due = inSeconds(61)
  await vi.advanceTimersByTimeAsync(60_999)
  expect(nextDue).toHaveBeenCalledTimes(2)
  expect(startWork).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(startedAt).toEqual(['12:01:01.000'])
})

test('rescheduling brings a nearer instant forward', async () => {
  await begin()
  due = inSeconds(5)
  await vi.advanceTimersByTimeAsync(2_000)
  scheduler.reschedule()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(startedAt).toEqual(['12:00:05.000'])
})

test('rescheduling during a check is not lost', async () => {
  const answer = Promise.withResolvers<Date | undefined>()
  nextDue.mockImplementationOnce(() => answer.promise)
  await begin()
  due = inSeconds(1)
  scheduler.reschedule()
  expect(nextDue).toHaveBeenCalledOnce()
  answer.resolve(undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(startedAt).toEqual(['12:00:01.000'])
})

test('work that stays due is started again with growing delays', async () => {
  due = inSeconds(0)
  startWork.mockImplementation(async () => {
    startedAt.push(new Date().toISOString().slice(11, 23))
  })
  await begin()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(startedAt).toEqual(['12:00:00.000', '12:00:00.250', '12:00:00.750', '12:00:01.750'])
  due = inSeconds(4) // done at last: the next instant is met exactly again
  await vi.advanceTimersByTimeAsync(2_250)
  expect(startedAt.slice(4)).toEqual(['12:00:04.000', '12:00:04.250'])
})

test('a failed check or start is logged and retried', async () => {
  due = inSeconds(0)
  nextDue.mockRejectedValueOnce(new Error('the database is away'))
  startWork.mockRejectedValueOnce(new Error('the queue is away'))
  await begin()
  expect(startWork).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(log.error).toHaveBeenCalledTimes(2)
  expect(startedAt).toEqual(['12:00:00.500'])
})

test('a stopped scheduler starts nothing, and waits for the check in progress', async () => {
  const answer = Promise.withResolvers<Date | undefined>()
  nextDue.mockImplementationOnce(() => answer.promise)
  await begin()
  let hasStopped = false
  const stopping = scheduler.stop().then(() => {
    hasStopped = true
    return hasStopped
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(hasStopped).toBe(false)
  answer.resolve(inSeconds(0))
  expect(await stopping).toBe(true)
  scheduler.reschedule()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(startWork).not.toHaveBeenCalled()
  expect(nextDue).toHaveBeenCalledOnce()
})
