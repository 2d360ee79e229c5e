import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { auditLog } from './tables.ts'

/** From `from` on and before `until`. */
export type AuditFilter = {
  actor?: string | undefined
  verb?: string | undefined
  subject?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

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
