import { and, asc, desc, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { nextTextVersion, type TextDocument, type TextKey } from './rules.ts'
import { textDrafts, textVersions } from './tables.ts'

/** A published version. */
export type TextVersion = typeof textVersions.$inferSelect
/** What somebody is writing. */
export type TextDraft = typeof textDrafts.$inferSelect

/** The version in force that was published in the console; undefined while the one of the program is in force. */
export async function findPublished(db: Db, key: TextKey): Promise<TextVersion | undefined> {
  const [found] = await db
    .select()
    .from(textVersions)
    .where(eq(textVersions.key, key))
    .orderBy(desc(textVersions.position))
    .limit(1)
  return found
}

/** The versions published in the console, newest first. */
export function listPublished(db: Db, key: TextKey): Promise<TextVersion[]> {
  return db.select().from(textVersions).where(eq(textVersions.key, key)).orderBy(desc(textVersions.position))
}

/** The latest published version of every text. */
export function listAllPublished(db: Db): Promise<TextVersion[]> {
  return db
    .selectDistinctOn([textVersions.key])
    .from(textVersions)
    .orderBy(asc(textVersions.key), desc(textVersions.position))
}

/** One published version. */
export async function findTextVersion(
  db: Db,
  key: TextKey,
  version: string,
): Promise<TextVersion | undefined> {
  const [found] = await db
    .select()
    .from(textVersions)
    .where(and(eq(textVersions.key, key), eq(textVersions.version, version)))
  return found
}

/** The draft of a text, if there is one. */
export async function findDraft(db: Db, key: TextKey): Promise<TextDraft | undefined> {
  const [found] = await db.select().from(textDrafts).where(eq(textDrafts.key, key))
  return found
}

/** All drafts. */
export function listDrafts(db: Db): Promise<TextDraft[]> {
  return db.select().from(textDrafts)
}

/** Somebody else saved the draft since the form was made. */
export type DraftChanged = { ok: false; why: 'changed'; now: TextDraft | undefined }

/** Saves the draft. A form carries the revision that it was made from, 0 where there was none. */
export async function saveDraft(
  { tx, now }: UnitOfWork,
  key: TextKey,
  draft: { content: TextDocument; basedOn: string; by: string; seen: number },
): Promise<{ ok: true; revision: number } | DraftChanged> {
  const { content, basedOn, by, seen } = draft
  const row = { key, content, basedOn, savedAt: now, savedBy: by, revision: seen + 1 }
  if (seen === 0) {
    const [made] = await tx.insert(textDrafts).values(row).onConflictDoNothing().returning()
    if (made) return { ok: true, revision: 1 }
  }
  const [known] = await tx.select().from(textDrafts).where(eq(textDrafts.key, key)).for('update')
  if (!known || known.revision !== seen) return { ok: false, why: 'changed', now: known }
  await tx.update(textDrafts).set(row).where(eq(textDrafts.key, key))
  return { ok: true, revision: seen + 1 }
}

/** Throws the draft away, in the revision that was seen. */
export async function dropDraft({ tx }: UnitOfWork, key: TextKey, seen: number) {
  const [gone] = await tx
    .delete(textDrafts)
    .where(and(eq(textDrafts.key, key), eq(textDrafts.revision, seen)))
    .returning({ content: textDrafts.content })
  return gone ? { ok: true as const, content: gone.content } : refuse('changed')
}

/**
 * Publishes the draft, in the revision that was seen, as the next version: it is in force from this day on. `programVersions`
 * are the versions that came with the program.
 */
export async function publishDraft(
  work: UnitOfWork,
  key: TextKey,
  {
    by,
    seen,
    today,
    programVersions,
  }: { by: string; seen: number; today: string; programVersions: readonly string[] },
): Promise<{ ok: true; version: string } | Refusal<'changed'>> {
  const { tx, now } = work
  const [draft] = await tx.select().from(textDrafts).where(eq(textDrafts.key, key)).for('update')
  if (!draft || draft.revision !== seen) return refuse('changed')
  const known = await tx.select().from(textVersions).where(eq(textVersions.key, key)).for('update')
  const version = nextTextVersion([...programVersions, ...known.map((each) => each.version)], today)
  const position = Math.max(0, ...known.map((each) => each.position)) + 1
  await tx.insert(textVersions).values({
    key,
    version,
    position,
    since: today,
    content: draft.content,
    publishedAt: now,
    publishedBy: by,
  })
  await tx.delete(textDrafts).where(eq(textDrafts.key, key))
  work.announce(`text:${key}`)
  return { ok: true, version }
}
