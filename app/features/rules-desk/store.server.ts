import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { ruleReviews } from './tables.ts'

export type RuleReview = typeof ruleReviews.$inferSelect

export async function recordReview(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  review: Omit<typeof ruleReviews.$inferInsert, 'id' | 'at'>,
): Promise<void> {
  await tx.insert(ruleReviews).values({ ...review, at: now })
}

export function listReviews(db: Db, rule: string): Promise<RuleReview[]> {
  return db
    .select()
    .from(ruleReviews)
    .where(eq(ruleReviews.rule, rule))
    .orderBy(desc(ruleReviews.id))
    .limit(20)
}

export async function findLatestReviews(db: Db): Promise<Map<string, RuleReview>> {
  const rows = await db
    .selectDistinctOn([ruleReviews.rule])
    .from(ruleReviews)
    .orderBy(ruleReviews.rule, sql`${ruleReviews.id} desc`)
  return new Map(rows.map((review) => [review.rule, review]))
}
