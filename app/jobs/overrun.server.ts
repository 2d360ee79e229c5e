import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'

/** The advisory lock of a run that continues after it was aborted. `key` names its work. */
const lockOf = (key: string) => sql`hashtextextended(${`overrun ${key}`}, 0)`

/**
 * Marks work as still running, for all processes, as long as the run takes. Resolves once the mark is set. The mark
 * ends with its connection: a process that dies leaves none behind.
 */
export async function markOverrun(db: Db, key: string, run: Promise<unknown>): Promise<void> {
  const marked = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(key)})`)
    marked.resolve()
    await run.catch(() => {}) // it has been counted as failed already
  })
  holding.catch(() => {}).finally(marked.resolve) // without a database nothing can be retried either
  await marked.promise
}

/** Whether an earlier run of this work is still going on, here or in another process. */
export async function isOverrunning(db: Db, key: string): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockOf(key)}) as free`,
  )
  return rows[0]?.free !== true
}
