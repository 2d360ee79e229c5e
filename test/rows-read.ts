import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'

/**
 * How many rows of each table PostgreSQL really reads for this. Unless `asPlanned`, without sequential scans where an index leads to
 * the rows: whether the planner prefers to read a small table whole depends on the sample it took; whether an index is there does not.
 */
export async function rowsRead(
  db: Db,
  read: (tx: Db) => Promise<unknown>,
  { asPlanned = false } = {},
): Promise<Map<string, number>> {
  return db.transaction(async (tx) => {
    const counted = async () => {
      const { rows } = await tx.execute<{ table: string; read: string }>(
        sql`select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as read
          from pg_stat_xact_user_tables where schemaname = 'public'`,
      )
      return new Map(rows.map((each) => [each.table, Number(each.read)]))
    }
    if (!asPlanned) await tx.execute(sql`set local enable_seqscan = off`)
    const before = await counted()
    await read(tx)
    return new Map([...(await counted())].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]))
  })
}
