import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { isUuid } from '#app/kit/uuid.ts'
import { dealerLists } from '../list-tables.ts'

type DealerList = typeof dealerLists.$inferSelect

export async function storeList(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  list: Pick<DealerList, 'name' | 'content' | 'uploadedBy'>,
): Promise<string> {
  const total = list.content.split('\n').length
  const [stored] = await tx
    .insert(dealerLists)
    .values({ state: 'reading', total, uploadedAt: now, ...list })
    .returning({ id: dealerLists.id })
  if (!stored) throw new Error('The list was not stored')
  return stored.id
}

/** An uploaded list, or undefined. `id` may be any string. */
export async function findList(db: Db, id: string): Promise<DealerList | undefined> {
  if (!isUuid(id)) return undefined
  const [found] = await db.select().from(dealerLists).where(eq(dealerLists.id, id))
  return found
}

export function listLists(db: Db, max: number) {
  const { id, name, state, uploadedAt, uploadedBy } = dealerLists
  return db
    .select({ id, name, state, uploadedAt, uploadedBy })
    .from(dealerLists)
    .orderBy(desc(uploadedAt), desc(id))
    .limit(max)
}

export async function updateList(db: Db, id: string, values: Partial<DealerList>): Promise<void> {
  await db.update(dealerLists).set(values).where(eq(dealerLists.id, id))
}

/** One list is taken over at a time. The rows themselves stay free, so that progress can be noted on them. */
export async function lockLists(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('dealer-lists', 0))`)
}
