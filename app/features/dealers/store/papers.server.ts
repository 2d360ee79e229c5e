import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import type { Db } from '#app/db/db.server.ts'
import type { Work } from '#app/db/work.server.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { mostPaperBytes, mostPapers, type PaperType, paperTypeOf } from '../rules.ts'
import { dealerPapers } from '../tables.ts'

/** A licence copy as it was laid away. */
export type Paper = typeof dealerPapers.$inferSelect
/** Why a file was not taken. */
export type PaperRefusal = 'too_large' | 'wrong_type' | 'unreadable' | 'too_many'

/** Larger pictures than this, in pixels to a side, say nothing more about a licence. */
const longestSide = 2_600

/** Where licence copies lie: outside everything that is served. */
export function paperPath({ dataDir }: { dataDir: string }, file: string): string {
  return join(dataDir, 'uploads', 'licences', file)
}

/**
 * Lays a licence copy away under a random name, readable by the shop's own account only. What it is, its bytes say. A
 * picture is drawn anew, so that nothing but the picture is kept; a PDF that runs or carries things is refused.
 */
export async function layPaperAway(
  place: { dataDir: string },
  given: Uint8Array,
): Promise<{ ok: true; file: string; type: PaperType; bytes: number } | Refusal<PaperRefusal>> {
  if (given.length > mostPaperBytes) return refuse('too_large')
  const type = paperTypeOf(given)
  if (!type) return refuse('wrong_type')
  const content = type === 'application/pdf' ? plainPdf(given) : await redraw(given)
  if (!content) return refuse('unreadable')
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
export async function hasRoomForPaper({ tx }: Pick<Work, 'tx'>, requestId: string): Promise<boolean> {
  return (await tx.$count(dealerPapers, eq(dealerPapers.requestId, requestId))) < mostPapers
}

/** Notes a copy that was laid away with its request. */
export async function addPaper(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
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

async function redraw(given: Uint8Array): Promise<Buffer | undefined> {
  try {
    return await sharp(given, { limitInputPixels: 60_000_000, failOn: 'error' })
      .rotate() // as the camera was held, since what says so is left out
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 86 })
      .toBuffer()
  } catch {
    return undefined
  }
}

function plainPdf(given: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('latin1')
  const isWhole = text.slice(-2_048).includes('%%EOF')
  return isWhole && !/\/(JavaScript|JS|Launch|EmbeddedFile|RichMedia)\b/.test(text) ? given : undefined
}
