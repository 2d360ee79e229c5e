import type { Pool } from 'pg'
import { second, type Clock } from '#app/kit/clock.ts'
import { randomBytes } from 'node:crypto'
import type { Db } from './db.server.ts'
import { shopKeys } from './tables.ts'

/** The database's time is `offset` ahead of the monotonic clock, give or take `error`. In milliseconds. */
export type ClockReading = { offset: number; error: number }

const measureEveryMs = 30 * second
const readingsPerMeasurement = 5

/**
 * All processes share the database's time, and setting a machine's wall clock changes nothing. A later measurement counts where it is
 * more exact or proves the last one wrong, so a busy database does not make time jitter. @throws when the first fails.
 */
export async function startDatabaseClock(pool: Pool, measure = measureTime) {
  let known = await measure(pool)
  let measuring: Promise<void> | undefined
  const timer = setInterval(() => {
    measuring ??= measure(pool)
      .then((fresh) => {
        const isDisproved = Math.abs(fresh.offset - known.offset) > known.error + fresh.error
        if (isDisproved || fresh.error <= known.error) known = fresh
      })
      .catch(() => {}) // the database is away: the next one may succeed
      .finally(() => {
        measuring = undefined
      })
  }, measureEveryMs)
  timer.unref() // must not keep the process alive
  return {
    /** Needs no round trip. */
    now: () => new Date(performance.now() + known.offset),
    async stop() {
      clearInterval(timer)
      await measuring
    },
  }
}

export async function databaseTime(pool: Pool): Promise<Date> {
  return new Date(performance.now() + (await measureTime(pool)).offset)
}

/** The most exact of several readings on one connection, so that waiting for a free one is not measured. Errors are the database's own. */
async function measureTime(pool: Pool): Promise<ClockReading> {
  const client = await pool.connect()
  try {
    let best: ClockReading = { offset: Number.NaN, error: Infinity }
    for (let n = 0; n < readingsPerMeasurement; n++) {
      const before = performance.now()
      const { rows } = await client.query<{ at: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
      )
      const after = performance.now()
      const error = (after - before) / 2
      if (error < best.error) best = { offset: (rows[0]?.at ?? Number.NaN) - before - error, error }
    }
    return best
  } finally {
    client.release()
  }
}

const names = ['certificate', 'early-access', 'private-files', 'private-links', 'visitor'] as const

type KeyName = (typeof names)[number]

/** Of 256 random bits each. */
export type ShopKeys = Record<KeyName, string>

/** The same in every process on this database: when several start together, one of them makes the keys that are missing. */
export async function openShopKeys(db: Db, now: Clock): Promise<ShopKeys> {
  const made = names.map((name) => ({ name, value: randomBytes(32).toString('base64url'), createdAt: now() }))
  await db.insert(shopKeys).values(made).onConflictDoNothing()
  const stored = await db.select().from(shopKeys)
  return Object.fromEntries(stored.map(({ name, value }) => [name, value])) as ShopKeys
}
