import { and, desc, eq, isNotNull, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import { CronExpressionParser } from 'cron-parser'
import { clearStaleAlerts, syncAlerts } from '#app/alerts/alerts.server.ts'
import type { Db, Enqueue, UnitOfWork } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import type { Job } from './job.ts'
import { queuedJobs } from './tables.ts'

/** Writes jobs through an open transaction: they run if, and only if, it commits. */
export function enqueueIn(tx: Db): Enqueue {
  return async (job, payload, { once, startAfter } = {}) => {
    await tx
      .insert(queuedJobs)
      .values({ job, payload, onceKey: once ?? null, ...(startAfter && { dueAt: startAfter }) })
  }
}

/** In the same statement, so its other changes cannot happen without the jobs, at no extra round trip. */
export function recordDueJob(job: string, payload: SQL, from: SQL): SQL {
  return sql`insert into ${queuedJobs} (job, payload) select ${sql.raw(`'${job}'`)}, ${payload} from ${from}`
}

/** A job in hand. `run` is the number of this run, which tells it from a later one of the same job. */
export type ClaimedJob = { id: number; job: string; payload: object; run: number; isScheduled: boolean }

/** How a run ended: done, if it has neither `dueAt` nor a `fault`. A `fault` without `dueAt` puts the job aside. */
export type EndedRun = {
  id: number
  run: number
  runs: number
  dueAt: Date | null
  fault: string | null
  isPutAside: boolean
}

const settleAndClaim = statement<ClaimedJob>(
  () => sql`
    with ended as (
      select id, run, runs, "dueAt" as due_at, fault, "isPutAside" as is_put_aside from jsonb_to_recordset(${value('ended')}::jsonb)
        as ended (id bigint, run int, runs int, "dueAt" timestamptz, fault text, "isPutAside" boolean)
    ),
    done as (
      delete from ${queuedJobs} using ended
      where queued_jobs.id = ended.id and queued_jobs.runs = ended.run and ended.due_at is null and not is_put_aside
    ),
    noted as (
      insert into ${queuedJobs} (job, payload, due_at, runs, queued_at, failed_at, fault)
      select job, payload, 'infinity', ended.run, queued_at, ${value('now')}::timestamptz, ended.fault from ${queuedJobs}
      join ended on queued_jobs.id = ended.id and queued_jobs.runs = ended.run
      where is_put_aside and every is not null
    ),
    waiting as (
      update ${queuedJobs} set due_at = coalesce(ended.due_at, 'infinity'), runs = ended.runs, fault = ended.fault,
        failed_at = case when is_put_aside and every is null then ${value('now')}::timestamptz end
      from ended
      where queued_jobs.id = ended.id and queued_jobs.runs = ended.run and (ended.due_at is not null or is_put_aside)
    ),
    due as (
      select next.* from jsonb_each_text(${value('free')}::jsonb) as kind (name, free)
      cross join lateral (
        select id, job, once_key from ${queuedJobs}
        where job = kind.name and due_at <= ${value('now')}::timestamptz and id <> all(${value('held')}::bigint[])
        order by due_at, id limit kind.free::int for update skip locked
      ) next
    ),
    chosen as (
      select distinct on (job, coalesce('key ' || once_key, id::text)) id, job, once_key from due
      order by job, coalesce('key ' || once_key, id::text), id
    ),
    twins as (
      delete from ${queuedJobs} using (
        select twin.id from ${queuedJobs} twin
        join chosen on twin.job = chosen.job and twin.once_key = chosen.once_key and twin.id <> chosen.id
        where twin.due_at <= ${value('now')}::timestamptz and twin.id <> all(${value('held')}::bigint[]) for update of twin skip locked
      ) other
      where queued_jobs.id = other.id
    )
    update ${queuedJobs} set runs = runs + 1, due_at = ${value('until')}::timestamptz from chosen
    where queued_jobs.id = chosen.id
    returning queued_jobs.id::float8 as id, queued_jobs.job, payload, runs as run, every is not null as "isScheduled"`,
)

/** How long a process keeps a job without a word. Then it is taken for dead, and the job runs again. */
const leaseMs = 60_000

/** A claimed job is due again when its process no longer keeps it; one in `held` still runs here and is not claimed. */
export function exchangeJobs(
  db: Db,
  now: Date,
  ended: readonly EndedRun[],
  free: ReadonlyMap<string, number>,
  held: readonly number[] = [],
): Promise<ClaimedJob[]> {
  return settleAndClaim(db, {
    now: now.toISOString(),
    until: after(now, leaseMs).toISOString(),
    ended: JSON.stringify(ended),
    free: JSON.stringify(Object.fromEntries(free)),
    held,
  })
}

const keep = statement<{ id: number }>(
  () => sql`
    update ${queuedJobs} set due_at = ${value('until')}::timestamptz
    from jsonb_to_recordset(${value('held')}::jsonb) as held (id bigint, run int)
    where queued_jobs.id = held.id and queued_jobs.runs = held.run and failed_at is null returning queued_jobs.id::float8 as id`,
)

/** Says that the runs go on, and returns the ids of those that are still this process's own. */
export async function keepJobs(
  db: Db,
  now: Date,
  running: readonly Pick<ClaimedJob, 'id' | 'run'>[],
): Promise<Set<number>> {
  const held = JSON.stringify(running.map(({ id, run }) => ({ id, run })))
  const kept = await keep(db, { until: after(now, leaseMs).toISOString(), held })
  return new Set(kept.map(({ id }) => id))
}

export function nextRunOf(every: string, now: Date, timeZone: string): Date {
  return CronExpressionParser.parse(every, { currentDate: now, tz: timeZone }).next().toDate()
}

/** Brings the schedules to those of the code. A run that was due while the shop was down is made up for once. */
export async function writeSchedules(db: Db, jobs: readonly Job[], now: Date, timeZone: string) {
  const timed = jobs.flatMap(({ name, every }) =>
    every ? [{ job: name, payload: {}, every, dueAt: nextRunOf(every, now, timeZone) }] : [],
  )
  const isGone = notInArray(queuedJobs.job, ['', ...timed.map(({ job }) => job)])
  await db.delete(queuedJobs).where(and(isNotNull(queuedJobs.every), isGone))
  // One that has begun is due again when its process dies, or at its retry: another process that starts takes it no sooner.
  const kept = sql`case when ${queuedJobs.runs} > 0 then ${queuedJobs.dueAt} when ${queuedJobs.every} = excluded.every then least(${queuedJobs.dueAt}, excluded.due_at) else excluded.due_at end`
  // One by one: a statement that holds several would deadlock with a process that records the ends of their runs.
  for (const schedule of timed)
    await db
      .insert(queuedJobs)
      .values(schedule)
      .onConflictDoUpdate({
        target: queuedJobs.job,
        targetWhere: isNotNull(queuedJobs.every),
        set: { every: sql`excluded.every`, dueAt: kept },
      })
}

export async function listFailedJobs(db: Db) {
  const rows = await db
    .select()
    .from(queuedJobs)
    .where(isNotNull(queuedJobs.failedAt))
    .orderBy(desc(queuedJobs.failedAt), desc(queuedJobs.id))
  return rows.map((row) => ({
    ...row,
    failedAt: row.failedAt ?? row.queuedAt,
    fault: row.fault ?? 'No reason was noted.',
  }))
}

/** The names of due jobs that this version does not know. They wait for one that does. */
async function listUnknownJobs(db: Db, known: readonly string[], now: Date): Promise<string[]> {
  const found = await db
    .selectDistinct({ job: queuedJobs.job })
    .from(queuedJobs)
    .where(and(lte(queuedJobs.dueAt, now), isNull(queuedJobs.every), notInArray(queuedJobs.job, [...known])))
  return found.map(({ job }) => job)
}

export async function retryFailedJobs(
  tx: Db,
  which: { id: number } | { job: string } | 'all',
): Promise<number> {
  const chosen =
    which === 'all' ? undefined : 'id' in which ? eq(queuedJobs.id, which.id) : eq(queuedJobs.job, which.job)
  const again = await tx
    .update(queuedJobs)
    .set({ failedAt: null, runs: 0, dueAt: sql`'-infinity'` })
    .where(and(isNotNull(queuedJobs.failedAt), chosen))
    .returning({ id: queuedJobs.id })
  return again.length
}

const failedDays = 90

export async function forgetFailedJobs(tx: Db, now: Date): Promise<void> {
  await tx.delete(queuedJobs).where(lte(queuedJobs.failedAt, after(now, -failedDays * day)))
}

/** A failing item is tried again within 15 minutes. One not tried for this long was settled in another way. */
const staleMs = hour

export async function alertOfFailedJobs(work: UnitOfWork, known: readonly string[]): Promise<void> {
  const failed = Map.groupBy(await listFailedJobs(work.tx), ({ job }) => job)
  const unknown = await listUnknownJobs(work.tx, known, work.now)
  await syncAlerts(work, 'failed_jobs', [
    ...[...failed].map(([subject, runs]) => ({
      subject,
      detail: `${runs.length} of them wait. Once the reason is gone, retry them.`,
    })),
    ...unknown
      .filter((subject) => !failed.has(subject))
      .map((subject) => ({
        subject,
        detail: 'This version of the shop has no job of this name. It waits for one that does.',
      })),
  ])
  await clearStaleAlerts(work, 'work_item_failing', staleMs)
}
