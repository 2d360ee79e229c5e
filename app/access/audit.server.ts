import { desc, eq, lte, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { auditChecks, auditLog } from './tables.ts'

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
