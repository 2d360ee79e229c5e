import { notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statement } from '#app/db/statement.server.ts'
import type { Enqueue } from '#app/db/work.server.ts'
import { dueJobs } from './tables.ts'

/** A job that is due. `onceKey` is null when any number of equal jobs may wait. */
export type DueJob = { job: string; payload: object; onceKey: string | null }

const maxPerCall = 200

/** Writes jobs through an open transaction: they run if, and only if, it commits. */
export function enqueueIn(tx: Db): Enqueue {
  return async (job, payload, { once, startAfter } = {}) => {
    await tx
      .insert(dueJobs)
      .values({ job, payload, onceKey: once ?? null, ...(startAfter && { startAfter }) })
  }
}

/**
 * A fragment of a statement that writes a job for every row of `from`. The statement is atomic, so its other changes
 * cannot happen without the jobs, and this costs no extra round trip.
 */
export function recordDueJob(job: string, payload: SQL, from: SQL): SQL {
  return sql`insert into ${dueJobs} (job, payload) select ${sql.raw(`'${job}'`)}, ${payload} from ${from}`
}

/** Which jobs a process has a queue for. All, where none are named. */
const isKnown = sql`(${sql.placeholder('known')}::text[] is null or job = any(${sql.placeholder('known')}::text[]))`

const take = statement<DueJob>(
  () => sql`
    delete from ${dueJobs}
    where ${dueJobs.id} in (
      select id from ${dueJobs} where start_after <= ${sql.placeholder('now')}::timestamptz and ${isKnown}
      order by start_after, id limit ${sql.raw(String(maxPerCall))} for update skip locked
    )
    returning job, payload, once_key as "onceKey"`,
)

const next = statement<{ due: string }>(
  () => sql`select greatest(start_after, 'epoch') as due from ${dueJobs} where ${isKnown}
    order by start_after limit 1`,
)

/** When the next of the known jobs may begin: long ago for jobs that may begin at once, `undefined` when none waits. */
export async function findDueJob(db: Db, known?: readonly string[]): Promise<Date | undefined> {
  const [first] = await next(db, { known: known ?? null })
  return first && new Date(first.due)
}

/**
 * Takes the known jobs that are due, in the transaction that puts them into their queues. Others stay where they are: one job
 * that no queue takes would hold up all of them.
 */
export async function takeDueJobs(
  tx: Db,
  now: Date,
  known?: readonly string[],
): Promise<Map<string, DueJob[]>> {
  const taken = await take(tx, { now: now.toISOString(), known: known ?? null })
  return Map.groupBy(taken, ({ job }) => job)
}

export async function listUnknownJobs(db: Db, known: readonly string[]): Promise<string[]> {
  const found = await db
    .selectDistinct({ job: dueJobs.job })
    .from(dueJobs)
    .where(notInArray(dueJobs.job, [...known]))
  return found.map(({ job }) => job)
}
