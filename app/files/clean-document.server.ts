import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { cleanPdf } from './clean-pdf.server.ts'
import { fileTypeOf, headBytes } from './file-type.ts'

/** What a document is stored as. */
export type DocumentType = 'application/pdf' | 'image/jpeg'

/** A document that was written anew: nothing of the file is left but its pages, or what is seen. */
type CleanDocument = { ok: true; content: Uint8Array<ArrayBuffer>; type: DocumentType }

/** Why a file is not taken as a document. */
export type DocumentRefusal =
  | 'empty'
  | 'too_large'
  | 'wrong_type'
  | 'heic'
  | 'too_many_pixels'
  | 'too_many_pages'
  | 'unreadable'
  | 'locked'
  | 'active'
  | 'busy'

/** How much of a document is taken: bytes as it is sent, and pages of a PDF. */
export type DocumentLimits = { maxBytes: number; maxPages: number }

/** Who sent a document: by which link, and whether they are still there. */
export type Reading = { sender?: string; signal?: AbortSignal }

/** How many documents a process reads or keeps waiting at a time. */
const maxWaiting = 4
/** Of one sender one that is read, and one that waits. */
const maxOfSender = 2

/** Larger pictures than this, in pixels to a side, say nothing more about a document. */
const maxSidePixels = 2_600
/** The largest picture that is decoded: 60 megapixels. */
const maxPixels = 60_000_000
/** A picture that takes longer than this to decode is none, in seconds. */
const decodeSeconds = 30

/**
 * Reads a document that somebody sent: a PDF, JPEG or PNG, and HEIC where this machine can decode it. What it is, its bytes say.
 * A picture is drawn anew, upright and without camera data, and a PDF is written anew, so that nothing but what is seen goes on.
 * One is read at a time in a process; `busy` where a few wait already, or another one of the same sender does. What nobody waits for
 * any more is not read.
 */
export async function cleanDocument(
  given: Uint8Array,
  limits: DocumentLimits,
  { sender, signal }: Reading = {},
): Promise<CleanDocument | Refusal<DocumentRefusal>> {
  const own = waiting.filter((each) => each === sender).length
  if (waiting.length >= maxWaiting || own >= maxOfSender) return refuse('busy')
  const place = sender ?? randomUUID()
  waiting.push(place)
  const turn = lastTurn.then(() => (signal?.aborted ? refuse('busy') : clean(given, limits, signal)))
  lastTurn = turn.catch(() => undefined)
  return turn.finally(() => waiting.splice(waiting.indexOf(place), 1))
}
const waiting: string[] = []
let lastTurn: Promise<unknown> = Promise.resolve()

async function clean(
  given: Uint8Array,
  { maxBytes, maxPages }: DocumentLimits,
  signal: AbortSignal | undefined,
): Promise<CleanDocument | Refusal<DocumentRefusal>> {
  if (given.length === 0) return refuse('empty')
  if (given.length > maxBytes) return refuse('too_large')
  const type = fileTypeOf(given.subarray(0, headBytes))
  if (type === 'pdf') {
    const done = await cleanPdf(given, maxPages, { signal })
    return done.ok ? { ok: true, content: done.pdf, type: 'application/pdf' } : done
  }
  if (type !== 'jpeg' && type !== 'png' && type !== 'heic') return refuse('wrong_type')
  const redrawn = await redraw(given)
  return !redrawn.ok && redrawn.why === 'unreadable' && type === 'heic' ? refuse('heic') : redrawn
}

async function redraw(given: Uint8Array): Promise<CleanDocument | Refusal<'unreadable' | 'too_many_pixels'>> {
  try {
    const content = await sharp(given, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient() // as the camera was held, since what says so is left out
      .resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColorspace('srgb')
      .jpeg({ quality: 86 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer()
    return { ok: true, content: new Uint8Array(content), type: 'image/jpeg' }
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    return refuse(isTooLarge ? 'too_many_pixels' : 'unreadable')
  }
}
