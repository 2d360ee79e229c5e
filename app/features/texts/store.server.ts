import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { nextTextVersion, type TextKey } from './rules.ts'
import { textVersions } from './tables.ts'

export type TextVersion = typeof textVersions.$inferSelect

/** The version in force that was published in the console; undefined while the one of the program is in force. */
export async function findPublished(db: Db, key: TextKey): Promise<TextVersion | undefined> {
  return (await listPublished(db, key, 1))[0]
}

export function listPublished(db: Db, key: TextKey, max = 1_000): Promise<TextVersion[]> {
  return db
    .select()
    .from(textVersions)
    .where(eq(textVersions.key, key))
    .orderBy(desc(textVersions.position))
    .limit(max)
}

export function listAllPublished(db: Db): Promise<TextVersion[]> {
  return db
    .selectDistinctOn([textVersions.key])
    .from(textVersions)
    .orderBy(asc(textVersions.key), desc(textVersions.position))
}

/** Refused if another version than the one that was `seen` is in force by now. `programVersions` are newest first. */
export async function publishText(
  work: UnitOfWork,
  key: TextKey,
  {
    markdown,
    by,
    seen,
    today,
    programVersions,
  }: { markdown: string; by: string; seen: string; today: string; programVersions: readonly string[] },
): Promise<{ ok: true; version: string } | Refusal<'changed'>> {
  const { tx, now } = work
  // A text has no row to lock before its first version.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`text ${key}`}))`)
  const known = await listPublished(tx, key)
  const inForce = known[0]?.version ?? programVersions[0]
  if (inForce !== seen) return refuse('changed')
  const version = nextTextVersion([...programVersions, ...known.map((each) => each.version)], today)
  await tx.insert(textVersions).values({
    key,
    version,
    position: (known[0]?.position ?? 0) + 1,
    since: today,
    markdown,
    publishedAt: now,
    publishedBy: by,
  })
  work.announce(`text:${key}`)
  return { ok: true, version }
}
