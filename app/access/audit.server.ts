import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { auditLog } from './tables.ts'

/** One action of the operator to record. `data` holds amounts and states, never a buyer's personal data. */
export type AuditEntry = Pick<typeof auditLog.$inferInsert, 'actor' | 'verb' | 'subject' | 'data'>

/** Records an action in the transaction that performs it: neither exists without the other. */
export async function recordAudit(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  act: AuditEntry,
): Promise<void> {
  await tx.insert(auditLog).values({ ...act, at: now })
}

/** The latest actions, newest first. */
export function listAuditEntries(db: Db, most = 50) {
  return db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(most)
}

/** The newest row of the log. With its hash stored elsewhere, any later change up to it can be detected. */
export type AuditHead = { id: number; hash: string }

/** The result of verifying the whole log: its head, or the first row that was changed. */
export type AuditVerdict = { ok: true; head: AuditHead | null } | { ok: false; brokenAt: number }

/**
 * Recomputes every hash of the log. A head that was stored elsewhere must still be in the log unchanged: this detects
 * rows cut off at the end, or a log that was rewritten as a whole.
 */
export async function verifyAuditLog(db: Db, noted?: AuditHead): Promise<AuditVerdict> {
  const { rows } = await db.execute<{ id: string | null }>(sql`select audit_log_first_fault() as id`)
  const brokenAt = rows[0]?.id
  if (typeof brokenAt === 'string') return { ok: false, brokenAt: Number(brokenAt) }
  if (noted) {
    const [row] = await db.select({ hash: auditLog.hash }).from(auditLog).where(eq(auditLog.id, noted.id))
    if (row?.hash !== noted.hash) return { ok: false, brokenAt: noted.id }
  }
  const [head] = await db
    .select({ id: auditLog.id, hash: auditLog.hash })
    .from(auditLog)
    .orderBy(desc(auditLog.id))
    .limit(1)
  return { ok: true, head: head ?? null }
}
