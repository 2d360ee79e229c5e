import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statement } from '#app/db/statement.server.ts'
import { dueJobs } from './tables.ts'

/** Handed on at once; the rest a moment later. */
const maxConcurrent = 200

/**
 * A piece of a statement that writes down a job for every row of `from`: all of one statement is done or nothing, so
 * whatever made the job necessary cannot happen without it, and it costs no round trip of its own.
 */
export function recordDueJob(job: string, payload: SQL, from: SQL): SQL {
  return sql`insert into ${dueJobs} (job, payload) select ${sql.raw(`'${job}'`)}, ${payload} from ${from}`
}

const take = statement<{ job: string; payload: object }>(
  () => sql`
    delete from ${dueJobs}
    where ${dueJobs.id} in (select id from ${dueJobs} order by id limit ${sql.raw(String(maxConcurrent))} for update skip locked)
    returning job, payload`,
)

const first = statement(() => sql`select 1 from ${dueJobs} limit 1`)

/** Since when a job waits to be handed on: long ago, or `undefined` when none does. */
export async function findDueJob(db: Db): Promise<Date | undefined> {
  return (await first(db, {})).length > 0 ? new Date(0) : undefined
}

/** Hands jobs that were written down on to their queues, in the transaction that takes them out. */
export async function enqueueDueJobs(
  tx: Db,
  insert: (job: string, payloads: object[]) => Promise<void>,
): Promise<void> {
  const due = await take(tx, {})
  const byJob = Map.groupBy(due, ({ job }) => job)
  for (const [job, rows] of byJob)
    await insert(
      job,
      rows.map(({ payload }) => payload),
    )
}
