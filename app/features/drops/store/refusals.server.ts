import { and, gte, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { after, day, minute, second } from '#app/kit/clock.ts'
import { dropRefusals } from '../tables.ts'

/** How long refusals are collected before they are written: in a rush hundreds come each second. */
const collectMs = second

const keepMs = 30 * day

type Counted = { slug: string; why: string; at: Date; count: number }
type Pending = { counts: Map<string, Counted>; timer: NodeJS.Timeout | undefined }

/** Per database of this process. A process that dies loses the counts of its last second, and nothing else. */
const pendingOf = new WeakMap<Db, Pending>()

/** Counts that a hold was refused, and why. Nobody waits for it. */
export function countRefusal(db: Db, { slug, why, now }: { slug: string; why: string; now: Date }): void {
  const pending: Pending = pendingOf.get(db) ?? { counts: new Map(), timer: undefined }
  pendingOf.set(db, pending)
  const at = new Date(Math.floor(now.getTime() / minute) * minute)
  const key = `${slug} ${why} ${at.getTime()}`
  const counted = pending.counts.get(key) ?? { slug, why, at, count: 0 }
  pending.counts.set(key, { ...counted, count: counted.count + 1 })
  pending.timer ??= setTimeout(() => void writeRefusals(db).catch(() => {}), collectMs).unref()
}

export async function writeRefusals(db: Db): Promise<void> {
  const pending = pendingOf.get(db)
  if (!pending) return
  clearTimeout(pending.timer)
  pending.timer = undefined
  const rows = [...pending.counts.values()]
  pending.counts.clear()
  if (rows.length === 0) return
  await db
    .insert(dropRefusals)
    .values(rows)
    .onConflictDoUpdate({
      target: [dropRefusals.slug, dropRefusals.at, dropRefusals.why],
      set: { count: sql`${dropRefusals.count} + excluded.count` },
    })
}

export function listRefusals(db: Db, slug: string, since: Date) {
  return db
    .select({ at: dropRefusals.at, why: dropRefusals.why, count: dropRefusals.count })
    .from(dropRefusals)
    .where(and(eq(dropRefusals.slug, slug), gte(dropRefusals.at, since)))
    .orderBy(dropRefusals.at)
}

export async function forgetRefusals(db: Db, now: Date): Promise<void> {
  await db.delete(dropRefusals).where(lt(dropRefusals.at, after(now, -keepMs)))
}
