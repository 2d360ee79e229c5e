import { asc, desc, eq, inArray, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { DocumentRefusal, Reading } from '#app/files/clean-document.server.ts'
import { readStored } from '#app/files/file-store.ts'
import { removeStrayDocuments, storeDocument } from '#app/files/stored-document.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { after } from '#app/kit/clock.ts'
import { secretToken } from '#app/kit/ids.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { maxStaffUploads, maxUploadBytes, maxUploads, needsUploads, uploadRetentionMs } from '../rules.ts'
import { dealerFiles } from '../file-tables.ts'
import { dealers, dealerUploads, dealerRequests } from '../tables.ts'

export type Upload = typeof dealerUploads.$inferSelect
export type UploadRefusal = DocumentRefusal | 'too_many'
export type StoredUpload = Pick<Upload, 'file' | 'type' | 'bytes'>

/** A license has a page or two; a form around it a few more. */
const limits = { maxBytes: maxUploadBytes, maxPages: 10 }
const folder = 'licenses'
const keyOf = (file: string) => `${folder}/${file}`

/**
 * Stores a license copy, encrypted and under a random name, and has `note` record it. Both or neither. What it is, its bytes say:
 * a picture is encoded again and a PDF written again, so that only the visible content is stored.
 */
export async function storeUpload<Why extends string>(
  { files }: Pick<Shop, 'files'>,
  given: Uint8Array,
  note: (upload: StoredUpload) => Promise<{ ok: true; isNew?: boolean } | Refusal<Why>>,
  reading?: Reading,
): Promise<{ ok: true } | Refusal<Why | DocumentRefusal>> {
  const file = secretToken()
  return storeDocument(files.private, { key: keyOf(file), given, limits, reading }, (stored) =>
    note({ file, ...stored }),
  )
}

/** Reads a copy that was stored; `undefined` when its file is gone. */
export function readUpload({ files }: Pick<Shop, 'files'>, file: string) {
  return readStored(files.private, keyOf(file))
}

/**
 * Notes a stored copy with its request, which the answer has locked: of several at one moment, each counts those before it. A
 * request holds only so many.
 */
export async function addUpload(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  requestId: string,
  { file, type, bytes }: StoredUpload,
): Promise<{ ok: true } | Refusal<'too_many'>> {
  const held = await tx.$count(dealerUploads, eq(dealerUploads.requestId, requestId))
  if (held >= maxUploads) return refuse('too_many')
  await tx.insert(dealerUploads).values({ file, requestId, type, bytes, sentAt: now })
  return allowed
}

/**
 * Notes a copy that staff uploaded to the file of a listed dealer, because it came by mail or email. A file holds so many at a
 * time: those that are not accepted are deleted after a while.
 */
export async function addStaffUpload(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  dealerKey: string,
  { file, type, bytes }: StoredUpload,
  by: string,
) {
  const [dealer] = await tx
    .select({ key: dealers.key })
    .from(dealers)
    .where(eq(dealers.key, dealerKey))
    .for('update')
  if (!dealer) return refuse('dealer_not_found')
  const held = await tx.$count(dealerUploads, eq(dealerUploads.dealerKey, dealerKey))
  if (held >= maxStaffUploads) return refuse('too_many')
  await tx.insert(dealerUploads).values({ file, dealerKey, uploadedBy: by, type, bytes, sentAt: now })
  return allowed
}

export async function listUploads(db: Db, requestIds: readonly string[]): Promise<Upload[]> {
  if (requestIds.length === 0) return []
  return db
    .select()
    .from(dealerUploads)
    .where(inArray(dealerUploads.requestId, [...requestIds]))
    .orderBy(asc(dealerUploads.sentAt))
}

export async function listDealerUploads(
  db: Db,
  dealerKey: string,
): Promise<(Upload & { orderId: string | null })[]> {
  const found = await db
    .select({ upload: dealerUploads, orderId: dealerRequests.orderId })
    .from(dealerUploads)
    .leftJoin(dealerRequests, eq(dealerRequests.id, dealerUploads.requestId))
    .where(or(eq(dealerRequests.dealerKey, dealerKey), eq(dealerUploads.dealerKey, dealerKey)))
    .orderBy(desc(dealerUploads.sentAt))
  return found.map(({ upload, orderId }) => ({ ...upload, orderId }))
}

/**
 * Deletes the copies, file first, whose orders have not needed them for a while, and those of staff that were not accepted or are
 * no longer the accepted one. Safe to repeat: what a crash leaves is
 * found again by its row. Returns how many.
 */
export async function deleteExpiredUploads({
  db,
  files,
  now,
}: Pick<Shop, 'db' | 'files' | 'now'>): Promise<number> {
  const uploads = await db
    .select({ file: dealerUploads.file, overAt: dealerUploads.overAt, orderId: dealerRequests.orderId })
    .from(dealerUploads)
    .leftJoin(dealerRequests, eq(dealerRequests.id, dealerUploads.requestId))
    // The copy that staff accepted is part of the dealer's file.
    .where(
      notExists(
        db.select({ one: sql`1` }).from(dealerFiles).where(eq(dealerFiles.copyFile, dealerUploads.file)),
      ),
    )
  let deleted = 0
  for (const { file, overAt, orderId } of uploads) {
    const order = orderId === null ? undefined : await findOrder(db, orderId)
    const isOver = !order || !needsUploads(order)
    if (isOver && overAt && overAt <= after(now(), -uploadRetentionMs)) {
      await files.private.remove(keyOf(file))
      await db.delete(dealerUploads).where(eq(dealerUploads.file, file))
      deleted++
    } else if (isOver !== (overAt !== null))
      await db
        .update(dealerUploads)
        .set({ overAt: isOver ? now() : null })
        .where(eq(dealerUploads.file, file))
  }
  return deleted
}

export function removeStrayUploads({ db, files, now }: Pick<Shop, 'db' | 'files' | 'now'>): Promise<void> {
  return removeStrayDocuments(files.private, folder, (names) => listKnownUploads(db, names), now())
}

async function listKnownUploads(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const found = await db
    .select({ file: dealerUploads.file })
    .from(dealerUploads)
    .where(inArray(dealerUploads.file, [...names]))
  return new Set(found.map(({ file }) => file))
}
