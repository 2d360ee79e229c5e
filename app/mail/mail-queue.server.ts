import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { dueJobs } from '#app/jobs/tables.ts'
import { mailOutage, sentMails } from './tables.ts'

export type MailQueue = { waiting: number; failed: number; outageSince: Date | null }

/** Reads the mails that are not sent yet, without those that are for later. A database whose queue was never opened has no jobs but those that are due. */
export async function findMailQueue(db: Db, now: Date): Promise<MailQueue> {
  const { rows: known } = await db.execute<{ isOpen: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as "isOpen"`,
  )
  const queued = known[0]?.isOpen
    ? sql`(select count(*) from pgboss.job where name like 'mail-%' and state in ('created', 'retry', 'active'))`
    : sql`0`
  const { rows } = await db.execute<{ waiting: number; failed: number }>(sql`
    select ((select count(*) from ${dueJobs} where ${dueJobs.job} like 'mail-%'
        and ${dueJobs.startAfter} <= ${now.toISOString()}::timestamptz) + ${queued})::int as waiting,
      (select count(*)::int from ${sentMails}
        where ${sentMails.state} = 'sending' and ${sentMails.startedAt} is null) as failed`)
  const [outage] = await db.select({ since: mailOutage.since }).from(mailOutage)
  return { waiting: 0, failed: 0, ...rows[0], outageSince: outage?.since ?? null }
}
