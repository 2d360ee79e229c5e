import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { after } from '#app/kit/clock.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import {
  maxUploadBytes,
  maxUploads,
  needsUploads,
  uploadRetentionMs,
  type UploadType,
  uploadTypeOf,
} from '../rules.ts'
import { dealerUploads, dealerRequests } from '../tables.ts'
import { cleanPdf } from './clean-pdf.server.ts'

/** A license copy as it was laid away. */
export type Upload = typeof dealerUploads.$inferSelect
/** Why a file was not taken. */
export type UploadRefusal = 'too_large' | 'wrong_type' | 'unreadable' | 'locked' | 'active' | 'too_many'

/** Larger pictures than this, in pixels to a side, say nothing more about a license. */
const maxSidePixels = 2_600

/** Where license copies lie: outside everything that is served. */
export function uploadPath({ dataDir }: { dataDir: string }, file: string): string {
  return join(dataDir, 'uploads', 'licenses', file)
}

/**
 * Lays a license copy away under a random name, readable by the shop's own account only. What it is, its bytes say. A
 * picture is drawn anew and a PDF written anew, so that nothing but what is seen is kept.
 */
export async function storeUpload(
  ctx: { dataDir: string },
  given: Uint8Array,
): Promise<{ ok: true; file: string; type: UploadType; bytes: number } | Refusal<UploadRefusal>> {
  if (given.length > maxUploadBytes) return refuse('too_large')
  const type = uploadTypeOf(given)
  if (!type) return refuse('wrong_type')
  const cleaned = await (type === 'application/pdf' ? rewrite(given) : redraw(given))
  if (!cleaned.ok) return cleaned
  const { content } = cleaned
  const file = `${secretToken()}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`
  await mkdir(uploadPath(ctx, ''), { recursive: true, mode: 0o700 })
  await writeFile(uploadPath(ctx, file), content, { mode: 0o600, flag: 'wx' })
  const storedType = type === 'application/pdf' ? type : 'image/jpeg'
  return { ok: true, file, type: storedType, bytes: content.length }
}

/** Takes a copy away again that nothing refers to. */
export async function deleteUpload(ctx: { dataDir: string }, file: string): Promise<void> {
  await rm(uploadPath(ctx, file), { force: true })
}

/** May this request have one more copy? */
export async function hasRoomForUpload({ tx }: Pick<UnitOfWork, 'tx'>, requestId: string): Promise<boolean> {
  return (await tx.$count(dealerUploads, eq(dealerUploads.requestId, requestId))) < maxUploads
}

/** Notes a copy that was laid away with its request. */
export async function addUpload(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  requestId: string,
  { file, type, bytes }: Pick<Upload, 'file' | 'type' | 'bytes'>,
): Promise<void> {
  await tx.insert(dealerUploads).values({ file, requestId, type, bytes, sentAt: now })
}

/** The copies that came with these requests, oldest first. */
export async function listUploads(db: Db, requestIds: readonly string[]): Promise<Upload[]> {
  if (requestIds.length === 0) return []
  return db
    .select()
    .from(dealerUploads)
    .where(inArray(dealerUploads.requestId, [...requestIds]))
    .orderBy(asc(dealerUploads.sentAt))
}

/**
 * Deletes the copies, file first, whose orders have not needed them for a while. Safe to repeat: what a crash leaves is
 * found again by its row. Returns how many.
 */
export async function deleteExpiredUploads({
  db,
  dataDir,
  now,
}: Pick<Shop, 'db' | 'dataDir' | 'now'>): Promise<number> {
  const uploads = await db
    .select({ file: dealerUploads.file, overAt: dealerUploads.overAt, orderId: dealerRequests.orderId })
    .from(dealerUploads)
    .innerJoin(dealerRequests, eq(dealerRequests.id, dealerUploads.requestId))
  let deleted = 0
  for (const { file, overAt, orderId } of uploads) {
    const order = await findOrder(db, orderId)
    const isOver = !order || !needsUploads(order)
    if (isOver && overAt && overAt <= after(now(), -uploadRetentionMs)) {
      await deleteUpload({ dataDir }, file)
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

type CleanFile = { ok: true; content: Uint8Array } | Refusal<UploadRefusal>

async function rewrite(given: Uint8Array): Promise<CleanFile> {
  const clean = await cleanPdf(given)
  return clean.ok ? { ok: true, content: clean.pdf } : clean
}

async function redraw(given: Uint8Array): Promise<CleanFile> {
  try {
    const content = await sharp(given, { limitInputPixels: 60_000_000, failOn: 'error' })
      .rotate() // as the camera was held, since what says so is left out
      .resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 86 })
      .toBuffer()
    return { ok: true, content }
  } catch {
    return refuse('unreadable')
  }
}
