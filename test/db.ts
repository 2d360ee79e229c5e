import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { test as base, inject } from 'vitest'
import { type Db, openDb, queriesOver, webLimits } from '#app/db/db.server.ts'
import type { Enqueue, AppContext } from '#app/db/work.server.ts'
import { takeDueJobs } from '#app/jobs/due-jobs.server.ts'
import { minute } from '#app/kit/clock.ts'
import { testStart } from './moment.ts'
import { storeReference } from './reference.ts'

/** What a test queued and announced, and its clock. */
export type TestContext = AppContext & {
  queued: { job: string; payload: object }[]
  announced: string[]
  /** Hands the stored jobs on to the queue, as the worker does; they then appear in `queued`. */
  handOn: () => Promise<void>
  /** Sets the clock of this context. */
  setNow: (now: Date) => void
}

type Fixtures = { db: Db; ctx: TestContext; pool: pg.Pool }

const { pool } = openDb(await ownDatabase(), 24, { ...webLimits, connectMs: minute })
const emptying = await statementsThatEmpty(pool)
await storeReference(pool)

/** Empties every table, between the runs of a property. */
export async function emptyDatabase(): Promise<void> {
  await pool.query(emptying)
}

/** A migrated PostgreSQL database per worker, empty at the start of every test. */
export const test = base.extend<Fixtures>({
  // The empty pattern tells vitest that no other fixture is needed
  db: async ({}, use) => {
    await emptyDatabase()
    await use(queriesOver(pool))
  },
  /** The connection pool, for tests below queries. Shared by the tests of a worker. */
  pool: async ({ db: _emptied }, use) => {
    await use(pool)
  },
  ctx: async ({ db }, use) => {
    await use(testContext(db))
  },
})

/** A context with an in-memory queue and a fixed clock that tests set. */
export function testContext(db: Db, at = testStart): TestContext {
  let now = at
  const queued: TestContext['queued'] = []
  const announced: string[] = []
  const enqueue: Enqueue = async (job, payload) => {
    queued.push({ job, payload })
  }
  return {
    db,
    now: () => now,
    setNow: (moment) => {
      now = moment
    },
    enqueueIn: () => enqueue,
    announce: (topics) => announced.push(...topics),
    queued,
    announced,
    async handOn() {
      const due = await takeDueJobs(db, now)
      for (const rows of due.values()) queued.push(...rows.map(({ job, payload }) => ({ job, payload })))
    },
  }
}

async function ownDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const template = url.pathname.slice(1)
  const name = `${template}_${randomUUID().replaceAll('-', '')}` // begins alike, so that the setup finds it
  url.pathname = '/template1'
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}

/**
 * The statements that empty the database. Neither `truncate` nor `restart`: they create files, which takes a
 * hundred times as long as deleting a test's few rows. Triggers and foreign keys are off meanwhile.
 */
async function statementsThatEmpty(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ statement: string }>(`
    select format('delete from %I;', tablename) as statement from pg_tables where schemaname = 'public'
    union all
    select format('select setval(%L, %s, false);', sequencename, start_value) from pg_sequences where schemaname = 'public'`)
  const statements = rows.map(({ statement }) => statement).join('\n')
  return `set local session_replication_role = replica;\n${statements}`
}
