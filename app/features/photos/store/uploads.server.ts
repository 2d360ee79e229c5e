import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { isUuid } from '#app/kit/uuid.ts'
import type { FilmType, Subject } from '../rules.ts'
import { photos, photoUploads } from '../tables.ts'

export type PhotoUpload = typeof photoUploads.$inferSelect

export type NewPhoto = {
  alt: string
  subject?: Subject | undefined
  replaces?: string | undefined
}

/** Where a decoded picture lies until its files are made, in the private half of the shop's files. */
export const masterKey = (hash: string) => `photos-waiting/${hash}`
export const waitingFolder = 'photos-waiting'
export const photoFolder = (hash: string) => `photos/${hash}`

export async function addUpload(
  { tx, now, enqueue }: Pick<UnitOfWork, 'tx' | 'now' | 'enqueue'>,
  { alt, subject, replaces }: NewPhoto,
  picture: Pick<PhotoUpload, 'hash' | 'width' | 'height' | 'color' | 'total'> & {
    film: { type: FilmType; bytes: number } | null
    by: string
  },
): Promise<string> {
  const { film, by, ...made } = picture
  const id = randomUUID()
  await tx.insert(photoUploads).values({
    id,
    ...made,
    alt,
    film: film?.type ?? null,
    filmBytes: film?.bytes ?? null,
    kind: subject?.kind ?? null,
    key: subject?.key ?? null,
    replaces: replaces ?? null,
    sentAt: now,
    sentBy: by,
  })
  await enqueue('make-photo', { upload: id }, { once: id })
  return id
}

/** One upload, or undefined. `id` may be any string. */
export async function findUpload(db: Db, id: string): Promise<PhotoUpload | undefined> {
  if (!isUuid(id)) return undefined
  const [found] = await db.select().from(photoUploads).where(eq(photoUploads.id, id))
  return found
}

export async function listOpenUploads(db: Db): Promise<PhotoUpload[]> {
  return db
    .select()
    .from(photoUploads)
    .where(sql`${photoUploads.finishedAt} is null or ${photoUploads.fault} is not null`)
    .orderBy(desc(photoUploads.sentAt))
    .limit(20)
}

export async function noteProgress(db: Db, id: string, done: number): Promise<void> {
  await db.update(photoUploads).set({ done }).where(eq(photoUploads.id, id))
}

export async function finishUpload(db: Db, id: string, at: Date): Promise<void> {
  await db.update(photoUploads).set({ finishedAt: at }).where(eq(photoUploads.id, id))
}

export async function failUpload(db: Db, id: string, fault: string, at: Date): Promise<void> {
  await db
    .update(photoUploads)
    .set({ finishedAt: at, fault: fault.slice(0, 300) })
    .where(and(eq(photoUploads.id, id), isNull(photoUploads.finishedAt)))
}

export async function listKnownHashes(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const [inLibrary, inWork] = await Promise.all([
    db
      .select({ hash: photos.hash })
      .from(photos)
      .where(inArray(photos.hash, [...hashes])),
    db
      .select({ hash: photoUploads.hash })
      .from(photoUploads)
      .where(and(inArray(photoUploads.hash, [...hashes]), isNull(photoUploads.finishedAt))),
  ])
  return new Set([...inLibrary, ...inWork].map(({ hash }) => hash))
}

export async function deleteOldUploads(db: Db, before: Date): Promise<void> {
  await db
    .delete(photoUploads)
    .where(and(isNotNull(photoUploads.finishedAt), lt(photoUploads.finishedAt, before)))
}
