import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { mayDo, type StaffRole } from '#app/features/staff/rules.ts'
import { minute, second, after, day } from '#app/kit/clock.ts'
import { itemsNow, type WorkItem, type Mark } from '../rules.ts'
import { listWorkItems } from './items.server.ts'
import { gt, lt, or } from 'drizzle-orm'
import { allowed } from '#app/kit/refusal.ts'
import { workItemMarks } from '../tables.ts'

type Clock = { db: Db; now: Date; timeZone: string }
type Known = { items: Promise<WorkItem[]>; at: number; isRunning: boolean }

/** The age at which the items are computed again in the background, and the age at which a page waits for that. */
const [refreshedAfterMs, tooOldMs] = [30 * second, 5 * minute]

const knownBy = new WeakMap<Db, Known>()

/** Callers that come while that runs share it. Nothing that began before the call and has ended is used. */
export function currentItems(clock: Clock): Promise<WorkItem[]> {
  const running = knownBy.get(clock.db)
  if (running?.isRunning) return running.items
  const known: Known = { items: listWorkItems(clock), at: clock.now.getTime(), isRunning: true }
  knownBy.set(clock.db, known)
  known.items.then(
    () => (known.isRunning = false),
    () => knownBy.delete(clock.db),
  )
  return known.items
}

/** Computing takes longer than a sheet may wait, so that others count the items known. `isFresh` is for Today itself. */
export async function countDueItems(
  clock: Clock,
  role: StaffRole,
  { isFresh }: { isFresh: boolean },
): Promise<number> {
  const known = knownBy.get(clock.db)
  const age = known ? clock.now.getTime() - known.at : -1
  const isUsable = known && !isFresh && age >= 0 && age < tooOldMs
  // A failure shows where the items are read: here the last ones go on.
  if (isUsable && age >= refreshedAfterMs) currentItems(clock).catch(() => undefined)
  const [items, marks] = await Promise.all([
    isUsable ? known.items : currentItems(clock),
    listMarks(clock.db, clock.now),
  ])
  const own = items.filter(({ right }) => mayDo(role, right))
  return countDue(itemsNow(own, marks, clock.now), clock.now)
}

export function countDue(items: readonly WorkItem[], now: Date): number {
  return items.filter(({ dueAt }) => dueAt <= now).length
}

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
