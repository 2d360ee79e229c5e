import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { minute, second } from '#app/kit/clock.ts'
import { sqlState } from './db.server.ts'

/** Advisory lock id. Any number will do, as long as all processes of the shop use the same one. */
const migrationLock = 7_226_000

const lockNotAvailable = '55P03'

const usualRetry = {
  /** For one lock. Meanwhile everything else that needs the table queues behind it, so it must be short. */
  lockMs: 3 * second,
  /** Between two tries, so that the queue behind the first one can empty. */
  pauseMs: 2 * second,
  /** For all tries together, and for another process that migrates. */
  limitMs: 10 * minute,
}

/**
 * All or nothing. Of several processes one migrates, the others wait. A lock is waited for briefly and then retried, so that a running
 * shop is not blocked. @throws Error when blocked for too long. @throws ForeignSchemaError when other migrations made the schema.
 */
export async function migrateDb(
  connectionString: string,
  migrationsFolder = 'db/migrations',
  { lockMs, pauseMs, limitMs } = usualRetry,
) {
  const client = new pg.Client({
    connectionString,
    application_name: 'paco migrate',
    connectionTimeoutMillis: 10 * second,
    keepAlive: true,
  })
  client.on('error', () => {}) // a lost connection fails the current statement
  const until = performance.now() + limitMs
  await client.connect()
  try {
    // Building an index has no time limit. Waiting for a lock has one.
    await client.query(`set statement_timeout = 0; set lock_timeout = ${lockMs}`)
    const takeLock = 'select pg_try_advisory_lock($1) as taken'
    while (!(await client.query<{ taken: boolean }>(takeLock, [migrationLock])).rows[0]?.taken) {
      if (performance.now() > until)
        throw new Error(
          `The schema could not be brought up to date: another process has been at it for ${limitMs / second} seconds.`,
        )
      await sleep(Math.min(pauseMs, second / 4))
    }
    await requireOwnSchema(client, migrationsFolder)
    for (;;) {
      try {
        await migrate(drizzle({ client }), { migrationsFolder })
        return
      } catch (error) {
        if (sqlState(error) !== lockNotAvailable) throw error
        if (performance.now() > until)
          throw new Error(
            `The schema could not be brought up to date: a table was in use for ${limitMs / second} seconds. End what uses it (pg_stat_activity lists it), then start again.`,
            { cause: error },
          )
      }
      await sleep(pauseMs)
    }
  } finally {
    await client.end() // ends the session, which releases the lock
  }
}

export class ForeignSchemaError extends Error {
  override name = 'ForeignSchemaError'
  constructor() {
    super(
      'This database was set up by other migrations than those of this version: by an unreleased version of the shop, or by another branch. It cannot be brought up to date, and nothing was changed. Start with an empty database (docs/operating.md, "Starting over"): choose another DATA_DIR or DATABASE_URL, or remove the old data.',
    )
  }
}

/** The migrator only compares times. Every migration that ran must be ours up to the newest that both know; a newer database is fine during an update. */
async function requireOwnSchema(client: pg.Client, migrationsFolder: string) {
  const { rows } = await client.query<{ known: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as known",
  )
  if (!rows[0]?.known) return
  const ran = await client.query<{ hash: string; at: number }>(
    'select hash, created_at::float8 as at from drizzle.__drizzle_migrations order by created_at',
  )
  const ours = readMigrationFiles({ migrationsFolder }).map(({ hash, folderMillis }) => ({
    hash,
    at: folderMillis,
  }))
  const newestOfBoth = Math.min(ran.rows.at(-1)?.at ?? 0, ours.at(-1)?.at ?? 0)
  const history = (migrations: { hash: string; at: number }[]) =>
    migrations.flatMap(({ hash, at }) => (at <= newestOfBoth ? [hash] : [])).join()
  if (history(ran.rows) !== history(ours)) throw new ForeignSchemaError()
}
