import { gt, lt, or } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { allowed } from '#app/kit/refusal.ts'
import type { Mark } from '../rules.ts'
import { workItemMarks } from '../tables.ts'

const markDays = 120

export function listMarks(db: Db, now: Date): Promise<Mark[]> {
  const { key, assignedTo, snoozedUntil, doneAt, markedAt } = workItemMarks
  return db
    .select({ key, assignedTo, snoozedUntil, doneAt })
    .from(workItemMarks)
    .where(or(gt(markedAt, after(now, -markDays * day)), gt(snoozedUntil, now)))
}

export type MarkChange = Partial<Pick<Mark, 'assignedTo' | 'snoozedUntil' | 'doneAt'>>

/** Notes something about an item. Other marks of it stay. Old marks of other items are deleted. */
export async function markItem({ tx, now }: UnitOfWork, key: string, change: MarkChange, by: string) {
  const marked = { markedBy: by, markedAt: now }
  await tx
    .insert(workItemMarks)
    .values({ key, ...change, ...marked })
    .onConflictDoUpdate({ target: workItemMarks.key, set: { ...change, ...marked } })
  await tx.delete(workItemMarks).where(lt(workItemMarks.markedAt, after(now, -markDays * day)))
  return allowed
}
