import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { queuedJobs } from '#app/jobs/tables.ts'
import { mailOutage, sentMails } from './tables.ts'

export type MailQueue = { waiting: number; failed: number; outageSince: Date | null }

/** Reads the mails that are not sent yet, without those that are for later. */
export async function findMailQueue(db: Db, now: Date): Promise<MailQueue> {
  const { rows } = await db.execute<{ waiting: number; failed: number }>(sql`
    select (select count(*)::int from ${queuedJobs} where ${queuedJobs.job} like 'mail-%' and ${queuedJobs.every} is null
        and (${queuedJobs.dueAt} <= ${now.toISOString()}::timestamptz
          or ${queuedJobs.runs} > 0 and ${queuedJobs.failedAt} is null)) as waiting,
      (select count(*)::int from ${sentMails}
        where ${sentMails.state} = 'sending' and ${sentMails.startedAt} is null) as failed`)
  const [outage] = await db.select({ since: mailOutage.since }).from(mailOutage)
  return { waiting: 0, failed: 0, ...rows[0], outageSince: outage?.since ?? null }
}
