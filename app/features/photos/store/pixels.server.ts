import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import sharp, { type Sharp } from 'sharp'
import { type FileType, fileTypeOf, headBytes, type KnownWrongType } from '#app/files/file-type.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { maxBytes, maxPixels, maxSide, minSide, type PhotoFormat } from '../rules.ts'

export type PhotoRefusal =
  | 'empty'
  | 'too_large'
  | 'too_many_pixels'
  | 'too_small'
  | 'unreadable'
  | 'unknown_type'
  | 'is_film'
  | KnownWrongType

/** A picture that was decoded whole and drawn anew: nothing of the file is left but what is seen. */
export type Decoded = {
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

export async function readFileType(path: string): Promise<FileType | KnownWrongType | undefined> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(headBytes), 0, headBytes, 0)
    return fileTypeOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Without camera data, place or color profile. One at a time in a process; the size that its head promises is looked at before a pixel is. */
export function decodePhoto(path: string): Promise<Decoded | Refusal<PhotoRefusal>> {
  const turn = lastTurn.then(() => decode(path))
  lastTurn = turn.catch(() => undefined)
  return turn
}
let lastTurn: Promise<unknown> = Promise.resolve()

async function decode(path: string): Promise<Decoded | Refusal<PhotoRefusal>> {
  const { size } = await stat(path)
  if (size === 0) return refuse('empty')
  if (size > maxBytes.photo) return refuse('too_large')
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

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** One size of a decoded picture. What is transparent stays so, except in JPEG, where the sheet's dark shows. */
export async function drawSize(
  master: Uint8Array,
  width: number,
  format: PhotoFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const sized = sharp(master, { limitInputPixels: maxPixels }).resize({ width, withoutEnlargement: true })
  return new Uint8Array(await encoders[format](sized).timeout({ seconds: 120 }).toBuffer())
}

const encoders = {
  avif: (sized: Sharp) => sized.avif({ quality: 55, effort: 3 }),
  webp: (sized: Sharp) => sized.webp({ quality: 80, effort: 4 }),
  jpg: (sized: Sharp) => sized.flatten({ background: '#16120d' }).jpeg({ quality: 82, mozjpeg: true }),
} satisfies Record<PhotoFormat, (sized: Sharp) => Sharp>

async function meanColor(master: Uint8Array): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await sharp(master)
    .flatten({ background: '#16120d' })
    .toColorspace('srgb')
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer()
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
