import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import sharp, { type Sharp } from 'sharp'
import { actAs } from '#app/access/act.server.ts'
import { type FileType, fileTypeOf, headBytes, type KnownWrongType } from '#app/files/file-type.ts'
import { deleteAbandonedForms } from '#app/files/receive-form.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob } from '#app/jobs/job.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import {
  maxBytes,
  maxPixels,
  maxSide,
  mediaTypes,
  minSide,
  photoFolder,
  type PhotoFormat,
  photoFormats,
  widthsOf,
} from './rules.ts'
import { addPhoto, findPhoto, type NewPhoto } from './store/library.server.ts'
import { photos } from './tables.ts'

export type PhotoRefusal =
  | 'empty'
  | 'too_large'
  | 'too_many_pixels'
  | 'too_small'
  | 'unreadable'
  | 'unknown_type'
  | 'is_film'
  | KnownWrongType

type Ctx = Pick<Shop, 'db' | 'now' | 'enqueueIn' | 'announce' | 'sign' | 'files'>

/** Its row is written once all of its files are there. Sent again, it is the same photograph, and only its place is new. */
export async function receivePhoto(
  ctx: Ctx,
  actor: string,
  path: string,
  wanted: NewPhoto,
): Promise<{ ok: true; hash: string } | Refusal<PhotoRefusal>> {
  const stored = await inTurn(async () => {
    const decoded = await decodePhoto(path)
    if (decoded.ok && !(await findPhoto(ctx.db, decoded.hash))) await storeSizes(ctx, decoded)
    return decoded
  })
  if (!stored.ok) return stored
  const { hash, width, height, color } = stored
  const { alt, subject, replaces } = wanted
  const data = { alt, ...subject, ...(replaces && { replaces }) }
  return actAs(ctx, actor, { verb: 'photo-add', subject: hash, data }, async (work) => {
    await addPhoto(work, { ...wanted, hash, width, height, color, addedBy: actor })
    return { ok: true as const, hash }
  })
}

/** One at a time in a process: a large picture takes memory, and both cores for seconds. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(task)
  lastTurn = turn.catch(() => undefined)
  return turn
}
let lastTurn: Promise<unknown> = Promise.resolve()

/** A picture that was decoded whole and drawn anew: nothing of the file is left but what is seen. */
type Decoded = {
  ok: true
  /** The hash of the file as it was sent: the same file is the same photograph. */
  hash: string
  width: number
  height: number
  color: string
  /** Lossless, because all sizes are made from it. */
  master: Uint8Array<ArrayBuffer>
}

/** A picture that takes longer than this to decode is no photograph, in seconds. */
const decodeSeconds = 30

/** Without camera data, place or color profile. The size that its head promises is looked at before a pixel is. */
export async function decodePhoto(path: string): Promise<Decoded | Refusal<PhotoRefusal>> {
  const { size } = await stat(path)
  if (size === 0) return refuse('empty')
  if (size > maxBytes) return refuse('too_large')
  const type = await readFileType(path)
  if (!type) return refuse('unknown_type')
  if (type === 'mp4' || type === 'webm') return refuse('is_film')
  if (type === 'heic' || type === 'svg' || type === 'gif' || type === 'pdf') return refuse(type)
  try {
    const given = sharp(path, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
    const { width, height, format } = await given.metadata()
    if (!['jpeg', 'png', 'webp', 'heif'].includes(format)) return refuse('unknown_type')
    if (width * height > maxPixels) return refuse('too_many_pixels')
    if (Math.min(width, height) < minSide) return refuse('too_small')
    const { data, info } = await given
      .autoOrient() // as the camera was held, since what says so is left out
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .png({ compressionLevel: 1 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer({ resolveWithObject: true })
    const master = new Uint8Array(data)
    return {
      ok: true,
      hash: (await hashFile(path)).slice(0, 32),
      width: info.width,
      height: info.height,
      color: await meanColor(master),
      master,
    }
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) return refuse('too_many_pixels')
    return refuse('unreadable')
  }
}

async function readFileType(path: string): Promise<FileType | KnownWrongType | undefined> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(headBytes), 0, headBytes, 0)
    return fileTypeOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** What is transparent shows the sheet's dark where a format cannot keep it so. */
const ground = '#16120d'

async function meanColor(master: Uint8Array): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await sharp(master)
    .flatten({ background: ground })
    .toColorspace('srgb')
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer()
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

async function storeSizes({ files }: Ctx, { hash, width: whole, master }: Decoded): Promise<void> {
  for (const width of widthsOf(whole))
    for (const format of photoFormats) {
      const sized = sharp(master, { limitInputPixels: maxPixels }).resize({ width, withoutEnlargement: true })
      const content = new Uint8Array(await encoders[format](sized).timeout({ seconds: 120 }).toBuffer())
      await files.public.put(`${photoFolder(hash)}/${width}.${format}`, content, mediaTypes[format])
    }
}

const encoders = {
  avif: (sized: Sharp) => sized.avif({ quality: 55, effort: 2 }),
  webp: (sized: Sharp) => sized.webp({ quality: 80, effort: 2 }),
  jpg: (sized: Sharp) => sized.flatten({ background: ground }).jpeg({ quality: 82, progressive: true }),
} satisfies Record<PhotoFormat, (sized: Sharp) => Sharp>

/** Not of one that was uploaded again meanwhile. */
export const deletePhotoFiles = defineJob({
  name: 'delete-photo-files',
  payload: z.object({ hash: z.string() }),
  async run({ db, files }, { hash }) {
    if (await findPhoto(db, hash)) return
    for await (const { key } of files.public.list(photoFolder(hash))) await files.public.remove(key)
  },
})

/** What a crash left is removed after this long: by then nobody works on it. */
const orphanMs = day

export async function sweepPhotos({ db, files, dataDir, now }: Shop): Promise<void> {
  const before = after(now(), -orphanMs)
  const old: { key: string; hash: string }[] = []
  for await (const { key, changedAt } of files.public.list('photos'))
    if (changedAt < before) old.push({ key, hash: /^[^/]+\/([0-9a-f]{32})/.exec(key)?.[1] ?? '' })
  const hashes = [...new Set(old.map(({ hash }) => hash))]
  const kept = await db.select({ hash: photos.hash }).from(photos).where(inArray(photos.hash, hashes))
  const known = new Set(kept.map(({ hash }) => hash))
  for (const { key, hash } of old)
    if (!known.has(hash) || /\.part-[\w-]+$/.test(key)) await files.public.remove(key)
  await deleteAbandonedForms(dataDir, after(now(), -hour))
}
