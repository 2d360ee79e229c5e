import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { type CachedQuery, cachedQuery } from '#app/db/cached-query.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { findPublished } from '#app/features/texts/store.server.ts'
import { second } from '#app/kit/clock.ts'
import { acceptedVersions } from '../rules/policy-versions.ts'
import { orders } from '../tables.ts'

export type AcceptedVersions = { termsVersion: string; refundPolicyVersion: string }

/** The versions in force: those published in the console, or else the program's. At most two seconds old. */
export const findAcceptedVersions: CachedQuery<AcceptedVersions> = cachedQuery(async (db) => {
  const [terms, refunds] = await Promise.all([findPublished(db, 'terms'), findPublished(db, 'refunds')])
  return {
    termsVersion: terms?.version ?? acceptedVersions.termsVersion,
    refundPolicyVersion: refunds?.version ?? acceptedVersions.refundPolicyVersion,
  }
}, 2 * second)

const columns = { terms: orders.termsVersion, refunds: orders.refundPolicyVersion }

export async function countAccepted(db: Db, key: 'terms' | 'refunds'): Promise<Map<string, number>> {
  const version = columns[key]
  const rows = await db
    .select({ version, count: sql<string>`count(*)` })
    .from(orders)
    .where(isNotNull(version))
    .groupBy(version)
  return new Map(rows.map((row) => [row.version ?? '', Number(row.count)]))
}

export function listAcceptors(db: Db, key: 'terms' | 'refunds', version: string, limit: number) {
  const { id, state, attestedAt } = orders
  return db
    .select({ id, state, attestedAt })
    .from(orders)
    .where(eq(columns[key], version))
    .orderBy(desc(attestedAt), desc(id))
    .limit(limit)
}
