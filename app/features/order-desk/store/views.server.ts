import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { orderViews } from '../view-tables.ts'

export type SavedView = { id: string; name: string; query: string }

export function listViews(db: Db, memberId: string): Promise<SavedView[]> {
  return db
    .select({ id: orderViews.id, name: orderViews.name, query: orderViews.query })
    .from(orderViews)
    .where(eq(orderViews.memberId, memberId))
    .orderBy(asc(orderViews.createdAt), asc(orderViews.id))
}

/** Names a query. One that the member has under this name is replaced. */
export async function saveView(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  memberId: string,
  { name, query }: Omit<SavedView, 'id'>,
): Promise<void> {
  await tx.execute(sql`
    insert into ${orderViews} (member_id, name, query, created_at)
    values (${memberId}, ${name}, ${query}, ${now.toISOString()})
    on conflict (member_id, lower(name)) do update
      set name = excluded.name, query = excluded.query, created_at = excluded.created_at`)
}

export async function removeView(
  { tx }: Pick<UnitOfWork, 'tx'>,
  memberId: string,
  id: string,
): Promise<void> {
  await tx.delete(orderViews).where(and(eq(orderViews.memberId, memberId), eq(orderViews.id, id)))
}
