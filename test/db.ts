import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { test as base, inject } from 'vitest'
import { type AppContext, type Db, type Enqueue, openDb, queriesOver, webLimits } from '#app/db/db.server.ts'
import { and, isNull, lte } from 'drizzle-orm'
import { queuedJobs } from '#app/jobs/tables.ts'
import { minute } from '#app/kit/clock.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
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

const url = await ownDatabase()
/** A busy machine takes ten times as long as a shop may. */
const patient = {
  connectMs: minute,
  statementMs: 2 * minute,
  silenceMs: 3 * minute,
  idleInTransactionMs: minute,
}
const { pool } = openDb(url, 24, { ...webLimits, ...patient })
const emptier = await openEmptier(url)
const emptyingsBetweenVacuums = 50
let emptied = 0
await storeReference(pool)

/** Empties every table, between the runs of a property. */
export async function emptyDatabase(): Promise<void> {
  await emptier.query('select emptying.run()')
  if (++emptied % emptyingsBetweenVacuums === 0) await vacuum()
}

/** Deleted rows stay in their files, through which every later look at the table would go. */
async function vacuum(): Promise<void> {
  const { rows } = await emptier.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 100000`)
  if (rows.length) await emptier.query(`vacuum ${rows.map(({ name }) => name).join()}`)
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
    sign: keyedHashOf('test key'),
    announce: (topics) => announced.push(...topics),
    queued,
    announced,
    async handOn() {
      queued.push(...(await takeDueJobs(db, now)))
    },
  }
}

/** Takes the jobs that are due out of the queue. */
export async function takeDueJobs(db: Db, now: Date): Promise<{ job: string; payload: object }[]> {
  const taken = await db
    .delete(queuedJobs)
    .where(and(lte(queuedJobs.dueAt, now), isNull(queuedJobs.every)))
    .returning()
  return taken.toSorted((one, other) => one.id - other.id).map(({ job, payload }) => ({ job, payload }))
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
 * A connection that empties the database. Neither `truncate` nor `restart`: they create files, which takes a hundred times as
 * long as deleting a test's few rows. It has triggers and foreign keys off, and keeps the plan that looks for tables with rows.
 */
async function openEmptier(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, options: '-c session_replication_role=replica' })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const { rows: sequences } = await client.query<{ name: string; start: string }>(
    `select sequencename as name, start_value as start from pg_sequences where schemaname = 'public'`,
  )
  const statements = [
    ...tables.map(({ name }) => [`delete from public.${name}`, `exists (select from public.${name})`]),
    ...sequences.map(({ name, start }) => [
      `select setval('public.${name}', ${start}, false)`,
      `(select is_called from public.${name})`,
    ]),
  ]
  const needed = statements.map(([statement, isNeeded]) => `case when ${isNeeded} then $$${statement}$$ end`)
  await client.query('create schema emptying')
  await client.query(`create function emptying.run() returns void language plpgsql as $run$
    declare statement text;
    begin
      foreach statement in array array_remove(array[${needed.join(', ')}], null) loop
        execute statement;
      end loop;
    end $run$`)
  return client
}
