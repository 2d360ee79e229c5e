import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type Clock, second } from '#app/kit/clock.ts'

export type DatabaseClock = {
  /** Needs no round trip. */
  now: Clock
  stop: () => Promise<void>
}

/** In milliseconds. */
type TimeSources = {
  /** Reads it `count` times on one connection, each with what the monotonic clock showed before and after. */
  readDatabase: (count: number) => Promise<ClockReading[]>
  /** Increases evenly, whatever happens to the machine's wall clock. */
  monotonic: () => number
  /** The machine's wall clock: nothing is decided by it. */
  wall: () => number
}

/** One reading of the database's clock, taken some time between `before` and `after`. In milliseconds. */
export type ClockReading = { before: number; database: number; after: number }

type Parts = TimeSources & { log: Pick<Logger, 'warn'> }

const measureEveryMs = 30 * second
const readingsPerMeasurement = 5

/** How far two monotonic clocks may drift apart, as a share of the elapsed time: 100 parts per million. */
const maxDrift = 100e-6

/** A wall clock that is off by more than this makes logs confusing, so the operator is warned. In milliseconds. */
const maxWallErrorMs = 5 * second

/** Moved by more than this against the monotonic clock, the wall clock was set or the machine was asleep. In milliseconds. */
const wallStepMs = second

export function startDatabaseClock(pool: Pool, log: Pick<Logger, 'warn'>): Promise<DatabaseClock> {
  const monotonic = () => performance.now()
  const wall = () => Date.now()
  return createDatabaseClock({ readDatabase: (count) => readDatabaseTime(pool, count), monotonic, wall, log })
}

/**
 * All processes share the database's time, and setting a machine's wall clock changes nothing. A later measurement counts where it is
 * more exact, including drift, or proves the last one wrong, so a busy database does not make time jitter. @throws when the first fails.
 */
export async function createDatabaseClock(parts: Parts): Promise<DatabaseClock> {
  const { readDatabase, monotonic, wall, log } = parts
  let known: Estimate | undefined
  let wallAhead = Number.NaN
  let isWallWrong = false
  let timer: NodeJS.Timeout | undefined
  let measuring: Promise<void> | undefined
  let isStopped = false

  async function measure() {
    wallAhead = wall() - monotonic()
    const readings = await readDatabase(readingsPerMeasurement)
    const best = readings.map(estimateFrom).toSorted((one, other) => one.error - other.error)[0]
    if (!best) return
    known = known ? better(known, best) : best
    judgeWall(wall() - monotonic() - best.offset)
  }

  function measureAgain(retryMs: number) {
    const fail = () => measureIn(retryMs, Math.min(retryMs * 2, measureEveryMs))
    measuring ??= measure()
      .then(() => measureIn(measureEveryMs), fail)
      .finally(() => {
        measuring = undefined
      })
  }

  function measureIn(delayMs: number, retryMs = second) {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => measureAgain(retryMs), delayMs)
    timer.unref() // must not keep the process alive
  }

  function judgeWall(aheadMs: number) {
    const wasWrong = isWallWrong
    isWallWrong = Math.abs(aheadMs) > maxWallErrorMs
    if (isWallWrong && !wasWrong)
      log.warn(
        { aheadSeconds: Math.round(aheadMs / second) },
        "This machine's clock is wrong by the database's, which is the one that counts",
      )
  }

  await measure()
  measureIn(measureEveryMs)
  return {
    now() {
      const moment = monotonic()
      // The monotonic clock stops while a machine sleeps, and an embedded database follows the wall clock.
      if (Math.abs(wall() - moment - wallAhead) > wallStepMs && !isStopped) measureAgain(second)
      return new Date(moment + (known?.offset ?? 0))
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await measuring
    },
  }
}

export async function databaseTime(pool: Pool): Promise<Date> {
  const [reading] = await readDatabaseTime(pool, 1)
  return new Date(reading?.database ?? Number.NaN)
}

/** The offset from the monotonic clock. It was right to within `error` when it was measured, at `at`. */
type Estimate = { offset: number; error: number; at: number }

function estimateFrom({ before, database, after }: ClockReading): Estimate {
  return { offset: database - (before + after) / 2, error: (after - before) / 2, at: after }
}

function better(known: Estimate, fresh: Estimate): Estimate {
  const errorNow = known.error + (fresh.at - known.at) * maxDrift
  const isDisproved = Math.abs(fresh.offset - known.offset) > errorNow + fresh.error
  return isDisproved || fresh.error <= errorNow ? fresh : known
}

/** Reads on one connection, so that waiting for a free one is not measured. Errors are the database's own. */
async function readDatabaseTime(pool: Pool, count: number): Promise<ClockReading[]> {
  const client = await pool.connect()
  try {
    const readings: ClockReading[] = []
    while (readings.length < count) {
      const before = performance.now()
      const { rows } = await client.query<{ at: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
      )
      readings.push({ before, database: rows[0]?.at ?? Number.NaN, after: performance.now() })
    }
    return readings
  } finally {
    client.release()
  }
}
