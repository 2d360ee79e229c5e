import { desc } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Work } from '#app/db/work.server.ts'
import { auditLog } from './tables.ts'

/** One act of the operator, to be written down. `data` holds amounts and states, never a buyer's personal data. */
export type Act = Pick<typeof auditLog.$inferInsert, 'actor' | 'verb' | 'subject' | 'data'>

/** Writes an act down, in the transaction in which it is done: neither exists without the other. */
export async function recordAct({ tx, now }: Pick<Work, 'tx' | 'now'>, act: Act): Promise<void> {
  await tx.insert(auditLog).values({ ...act, at: now })
}

/** The latest acts, newest first. */
export function listActs(db: Db, most = 50) {
  return db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(most)
}
