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
  needsPapers,
  papersKeptMs,
  type PaperType,
  paperTypeOf,
} from '../rules.ts'
import { dealerPapers, dealerRequests } from '../tables.ts'
import { cleanPdf } from './clean-pdf.server.ts'

/** A license copy as it was laid away. */
export type Paper = typeof dealerPapers.$inferSelect
/** Why a file was not taken. */
export type PaperRefusal = 'too_large' | 'wrong_type' | 'unreadable' | 'locked' | 'active' | 'too_many'

/** Larger pictures than this, in pixels to a side, say nothing more about a license. */
const longestSide = 2_600

/** Where license copies lie: outside everything that is served. */
export function paperPath({ dataDir }: { dataDir: string }, file: string): string {
  return join(dataDir, 'uploads', 'licenses', file)
}

/**
 * Lays a license copy away under a random name, readable by the shop's own account only. What it is, its bytes say. A
 * picture is drawn anew and a PDF written anew, so that nothing but what is seen is kept.
 */
export async function layPaperAway(
  place: { dataDir: string },
  given: Uint8Array,
): Promise<{ ok: true; file: string; type: PaperType; bytes: number } | Refusal<PaperRefusal>> {
  if (given.length > maxUploadBytes) return refuse('too_large')
  const type = paperTypeOf(given)
  if (!type) return refuse('wrong_type')
  const drawn = await (type === 'application/pdf' ? rewrite(given) : redraw(given))
  if (!drawn.ok) return drawn
  const { content } = drawn
  const file = `${secretToken()}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`
  await mkdir(paperPath(place, ''), { recursive: true, mode: 0o700 })
  await writeFile(paperPath(place, file), content, { mode: 0o600, flag: 'wx' })
  const kept = type === 'application/pdf' ? type : 'image/jpeg'
  return { ok: true, file, type: kept, bytes: content.length }
}

/** Takes a copy away again that nothing refers to. */
export async function dropPaper(place: { dataDir: string }, file: string): Promise<void> {
  await rm(paperPath(place, file), { force: true })
}

/** May this request have one more copy? */
export async function hasRoomForPaper({ tx }: Pick<UnitOfWork, 'tx'>, requestId: string): Promise<boolean> {
  return (await tx.$count(dealerPapers, eq(dealerPapers.requestId, requestId))) < maxUploads
}

/** Notes a copy that was laid away with its request. */
export async function addPaper(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  requestId: string,
  { file, type, bytes }: Pick<Paper, 'file' | 'type' | 'bytes'>,
): Promise<void> {
  await tx.insert(dealerPapers).values({ file, requestId, type, bytes, sentAt: now })
}

/** The copies that came with these requests, oldest first. */
export async function listPapers(db: Db, requestIds: readonly string[]): Promise<Paper[]> {
  if (requestIds.length === 0) return []
  return db
    .select()
    .from(dealerPapers)
    .where(inArray(dealerPapers.requestId, [...requestIds]))
    .orderBy(asc(dealerPapers.sentAt))
}

/**
 * Deletes the copies, file first, whose orders have not needed them for a while. Safe to repeat: what a crash leaves is
 * found again by its row. Returns how many.
 */
export async function forgetPapers({
  db,
  dataDir,
  now,
}: Pick<Shop, 'db' | 'dataDir' | 'now'>): Promise<number> {
  const papers = await db
    .select({ file: dealerPapers.file, overAt: dealerPapers.overAt, orderId: dealerRequests.orderId })
    .from(dealerPapers)
    .innerJoin(dealerRequests, eq(dealerRequests.id, dealerPapers.requestId))
  let forgotten = 0
  for (const { file, overAt, orderId } of papers) {
    const order = await findOrder(db, orderId)
    const isOver = !order || !needsPapers(order)
    if (isOver && overAt && overAt <= after(now(), -papersKeptMs)) {
      await dropPaper({ dataDir }, file)
      await db.delete(dealerPapers).where(eq(dealerPapers.file, file))
      forgotten++
    } else if (isOver !== (overAt !== null))
      await db
        .update(dealerPapers)
        .set({ overAt: isOver ? now() : null })
        .where(eq(dealerPapers.file, file))
  }
  return forgotten
}

type Drawn = { ok: true; content: Uint8Array } | Refusal<PaperRefusal>

async function rewrite(given: Uint8Array): Promise<Drawn> {
  const clean = await cleanPdf(given)
  return clean.ok ? { ok: true, content: clean.pdf } : clean
}

async function redraw(given: Uint8Array): Promise<Drawn> {
  try {
    const content = await sharp(given, { limitInputPixels: 60_000_000, failOn: 'error' })
      .rotate() // as the camera was held, since what says so is left out
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 86 })
      .toBuffer()
    return { ok: true, content }
  } catch {
    return refuse('unreadable')
  }
}
