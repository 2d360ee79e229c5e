import { desc, eq, lte, sql, and, gte, lt, type SQL } from 'drizzle-orm'
import { type Db, type UnitOfWork, transact } from '#app/db/db.server.ts'
import { auditChecks, auditLog } from './tables.ts'
import { z } from 'zod'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'

/** `data` holds amounts and states, never a buyer's personal data; `before` and `after` of a change are by `changeOf`. */
export type AuditEntry = Pick<typeof auditLog.$inferInsert, 'actor' | 'verb' | 'subject' | 'data'>

/** Records an action in the transaction that performs it: neither exists without the other. */
export async function recordAudit(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  act: AuditEntry,
): Promise<void> {
  await tx.insert(auditLog).values({ ...act, at: now })
}

export function listAuditEntries(db: Db, limit = 50) {
  return db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(limit)
}

export function listAuditEntriesOf(db: Db, subject: string) {
  return db.select().from(auditLog).where(eq(auditLog.subject, subject)).orderBy(desc(auditLog.id)).limit(30)
}

/** The newest row of the log. With its hash stored elsewhere, any later change up to it can be detected. */
type AuditHead = { id: number; hash: string }

type AuditVerdict = { ok: true; head: AuditHead | null } | { ok: false; brokenAt: number }

/** A head stored elsewhere must still be in the log unchanged: this detects rows cut off at the end, or a log rewritten as a whole. */
export async function verifyAuditLog(db: Db, noted?: AuditHead): Promise<AuditVerdict> {
  const head = await findHead(db)
  if (!head) return { ok: true, head: null }
  let known = { id: 0, hash: '0'.repeat(64) }
  for (let upTo = piece; known.id < head.id; upTo += piece) {
    const { rows } = await db.execute<{ id: string | null }>(
      sql`select audit_log_first_fault(${known.id}, ${known.hash}, ${upTo}) as id`,
    )
    const brokenAt = rows[0]?.id
    if (typeof brokenAt === 'string') return { ok: false, brokenAt: Number(brokenAt) }
    known = (await findHead(db, upTo)) ?? known
  }
  if (noted) {
    const [row] = await db.select({ hash: auditLog.hash }).from(auditLog).where(eq(auditLog.id, noted.id))
    if (row?.hash !== noted.hash) return { ok: false, brokenAt: noted.id }
  }
  return { ok: true, head }
}

/** How many rows one statement verifies: about a second's worth. */
const piece = 50_000

async function findHead(db: Db, upTo?: number): Promise<AuditHead | undefined> {
  const [head] = await db
    .select({ id: auditLog.id, hash: auditLog.hash })
    .from(auditLog)
    .where(upTo === undefined ? undefined : lte(auditLog.id, upTo))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return head
}

export async function checkAuditLog(db: Db, now: Date): Promise<AuditVerdict> {
  const verdict = await verifyAuditLog(db)
  await db.insert(auditChecks).values({
    at: now,
    isIntact: verdict.ok,
    row: verdict.ok ? (verdict.head?.id ?? null) : verdict.brokenAt,
    hash: verdict.ok ? (verdict.head?.hash ?? null) : null,
  })
  return verdict
}

export async function findLastCheck(db: Db) {
  const [last] = await db.select().from(auditChecks).orderBy(desc(auditChecks.id)).limit(1)
  return last
}

/** From `from` on and before `until`. */
export type AuditFilter = Partial<
  Record<'actor' | 'verb' | 'subject', string | undefined> & Record<'from' | 'until', Date | undefined>
>

export type AuditCursor = { at: Date; id: number }

export type AuditRow = typeof auditLog.$inferSelect

type PageOf = { before?: AuditCursor | undefined; max: number }

export async function findAuditPage(
  db: Db,
  filter: AuditFilter,
  { before, max }: PageOf,
): Promise<{ entries: AuditRow[]; next: AuditCursor | undefined }> {
  const rows = await pageQuery(db, filter, { before, max: max + 1 })
  const entries = rows.slice(0, max)
  const last = entries.at(-1)
  return { entries, next: rows.length > max && last ? { at: last.at, id: last.id } : undefined }
}

/** Apart because a test explains it. */
export function pageQuery(
  db: Db,
  { actor, verb, subject, from, until }: AuditFilter,
  { before, max }: PageOf,
) {
  const older =
    before && sql`(${auditLog.at}, ${auditLog.id}) < (${before.at.toISOString()}::timestamptz, ${before.id})`
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        actor === undefined ? undefined : eq(auditLog.actor, actor),
        verb === undefined ? undefined : eq(auditLog.verb, verb),
        subject === undefined ? undefined : eq(auditLog.subject, subject),
        from && gte(auditLog.at, from),
        until && lt(auditLog.at, until),
        older,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(max)
}

/** Skips through the indexes from value to value. */
export async function listAuditNames(
  db: Pick<Db, 'execute'>,
): Promise<{ actors: string[]; verbs: string[] }> {
  const [actors, verbs] = await Promise.all([distinct(db, sql`actor`), distinct(db, sql`verb`)])
  return { actors, verbs }
}

async function distinct(db: Pick<Db, 'execute'>, column: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ value: string }>(sql`
    with recursive names as (
      (select ${column} as value from ${auditLog} order by ${column} limit 1)
      union all
      select (select ${column} from ${auditLog} where ${column} > names.value order by ${column} limit 1)
      from names where names.value is not null
    )
    select value from names where value is not null`)
  return rows.map(({ value }) => value)
}

/** The head of the audit log is also written to the shop's log, stored elsewhere: who has database access alone cannot change that copy. */
const verifyDaily = defineJob({
  name: 'verify-audit-log',
  payload: z.object({}),
  every: '40 4 * * *',
  limitSeconds: 600,
  async run(shop) {
    const verdict = await checkAuditLog(shop.db, shop.now())
    await transact(shop, async (work) => {
      if (verdict.ok) await clearAlert(work, 'audit_log_broken', 'audit log')
      else
        await raiseAlert(work, {
          kind: 'audit_log_broken',
          subject: 'audit log',
          detail: `Row ${verdict.brokenAt} is not as it was written.`,
        })
    })
    if (verdict.ok) shop.log.info({ auditHead: verdict.head }, 'The audit log is intact')
    else shop.log.error({ brokenAt: verdict.brokenAt }, 'The audit log was changed')
  },
})

export const auditJobs = [verifyDaily] as readonly Job[]
