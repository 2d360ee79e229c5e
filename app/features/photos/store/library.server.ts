import { and, asc, count, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Focus, PhotoRole, Subject } from '../rules.ts'
import { photos, photoUses } from '../tables.ts'

export type Photo = typeof photos.$inferSelect
export type PhotoUse = typeof photoUses.$inferSelect
type Work = Pick<UnitOfWork, 'tx' | 'enqueue'>

export const libraryPage = 60

export async function listLibrary(db: Db, { words = '', page = 1 }: { words?: string; page?: number }) {
  const wanted = words ? ilike(photos.alt, `%${words.replaceAll(/[%_\\]/g, '\\$&')}%`) : undefined
  const [rows, [sum]] = await Promise.all([
    db
      .select({ photo: photos, uses: count(photoUses.hash) })
      .from(photos)
      .leftJoin(photoUses, eq(photoUses.hash, photos.hash))
      .where(wanted)
      .groupBy(photos.hash)
      .orderBy(desc(photos.addedAt), asc(photos.hash))
      .limit(libraryPage)
      .offset((page - 1) * libraryPage),
    db.select({ all: count() }).from(photos).where(wanted),
  ])
  return { rows, all: sum?.all ?? 0 }
}

export async function findPhoto(db: Db, hash: string): Promise<Photo | undefined> {
  const [found] = await db.select().from(photos).where(eq(photos.hash, hash))
  return found
}

export function listUses(db: Db, hash: string): Promise<PhotoUse[]> {
  return db
    .select()
    .from(photoUses)
    .where(eq(photoUses.hash, hash))
    .orderBy(asc(photoUses.kind), asc(photoUses.key))
}

export function listSubjectPhotos(db: Db, subject: Subject) {
  return db
    .select({ photo: photos, role: photoUses.role })
    .from(photoUses)
    .innerJoin(photos, eq(photos.hash, photoUses.hash))
    .where(isOf(subject))
    .orderBy(asc(photoUses.position))
}

export type NewPhoto = { alt: string; subject?: Subject | undefined; replaces?: string | undefined }

/** A photograph whose files are there, with its place. One that is there already keeps its words. */
export async function addPhoto(
  work: Work & Pick<UnitOfWork, 'now'>,
  { subject, replaces, ...photo }: NewPhoto & Pick<Photo, 'hash' | 'width' | 'height' | 'color' | 'addedBy'>,
): Promise<void> {
  await work.tx
    .insert(photos)
    .values({ ...photo, addedAt: work.now })
    .onConflictDoNothing()
  if (subject) await attach(work, subject, photo.hash)
  if (replaces && replaces !== photo.hash) await replacePhoto(work, replaces, photo.hash)
}

/** Shows a photograph with a subject, behind those that it has. The first one becomes its cover. Safe to repeat. */
export async function attach({ tx }: Work, subject: Subject, hash: string): Promise<void> {
  const { kind, key } = subject
  await lockSubject(tx, subject)
  const uses = await listSubjectPhotos(tx, subject)
  // A drop's drawing shows which numbers are taken: a photograph takes its place only when somebody says so.
  const role: PhotoRole = uses.length === 0 && kind !== 'drop' ? 'cover' : 'gallery'
  await tx
    .insert(photoUses)
    .values({
      kind,
      key,
      hash,
      role,
      position: sql`(select coalesce(max(position), 0) + 1 from photo_uses where kind = ${kind} and key = ${key})`,
    })
    .onConflictDoNothing()
}

export async function detach({ tx }: Work, subject: Subject, hash: string) {
  const gone = await tx.delete(photoUses).where(isUse(subject, hash)).returning()
  return gone.length > 0 ? { ok: true as const } : refuse('not_attached')
}

export async function moveUse({ tx }: Work, subject: Subject, hash: string, towards: 'earlier' | 'later') {
  await lockSubject(tx, subject)
  const order = (await listSubjectPhotos(tx, subject)).map(({ photo }) => photo.hash)
  const at = order.indexOf(hash)
  if (at < 0) return refuse('not_attached')
  const to = at + (towards === 'earlier' ? -1 : 1)
  const other = order[to]
  if (other === undefined) return refuse('at_the_end')
  order[to] = hash
  order[at] = other
  for (const [index, each] of order.entries())
    await tx
      .update(photoUses)
      .set({ position: index + 1 })
      .where(isUse(subject, each))
  return { ok: true as const }
}

export async function setRole({ tx }: Work, subject: Subject, hash: string, role: PhotoRole) {
  await lockSubject(tx, subject)
  const [use] = await tx.select().from(photoUses).where(isUse(subject, hash))
  if (!use) return refuse('not_attached')
  const isCover = and(isOf(subject), eq(photoUses.role, 'cover'))
  if (role === 'cover') await tx.update(photoUses).set({ role: 'gallery' }).where(isCover)
  await tx.update(photoUses).set({ role }).where(isUse(subject, hash))
  return { ok: true as const, before: use.role }
}

/** Changes words and focal point, if nobody else did meanwhile. */
export async function changePhoto(
  { tx }: Work,
  hash: string,
  seen: number,
  { alt, focus }: { alt: string; focus: Focus },
) {
  const [before] = await tx.select().from(photos).where(eq(photos.hash, hash)).for('update')
  if (!before) return refuse('gone')
  if (before.revision !== seen) return refuse('changed')
  await tx
    .update(photos)
    .set({ alt, focusX: focus.x, focusY: focus.y, revision: seen + 1 })
    .where(eq(photos.hash, hash))
  return { ok: true as const, before }
}

/** Its files go right after it. */
export async function deletePhoto({ tx, enqueue }: Work, hash: string) {
  const uses = await tx.delete(photoUses).where(eq(photoUses.hash, hash)).returning()
  const [photo] = await tx.delete(photos).where(eq(photos.hash, hash)).returning()
  if (!photo) return refuse('gone')
  await enqueue('delete-photo-files', { hash })
  return { ok: true as const, photo, uses }
}

export async function renameSubject({ tx }: Work, subject: Subject, to: string): Promise<void> {
  await tx.update(photoUses).set({ key: to }).where(isOf(subject))
}

/** The photographs themselves stay in the library. */
export async function forgetSubjects({ tx }: Work, subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) await tx.delete(photoUses).where(isOf(subject))
}

async function replacePhoto(work: Work, before: string, hash: string): Promise<void> {
  const { tx } = work
  const uses = await listUses(tx, before)
  for (const { kind, key, role, position } of uses) {
    await tx.delete(photoUses).where(or(isUse({ kind, key }, before), isUse({ kind, key }, hash)))
    await tx.insert(photoUses).values({ kind, key, hash, role, position })
  }
  await deletePhoto(work, before)
}

/** Changes of one subject's order happen one after another. */
async function lockSubject(tx: Db, { kind, key }: Subject): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`photos ${kind} ${key}`}, 0))`)
}

const isOf = ({ kind, key }: Subject) => and(eq(photoUses.kind, kind), eq(photoUses.key, key))
const isUse = (subject: Subject, hash: string) => and(isOf(subject), eq(photoUses.hash, hash))
