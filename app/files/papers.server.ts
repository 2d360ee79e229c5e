import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import sharp from 'sharp'
import type { Db } from '#app/db/db.server.ts'
import { after, hour, second } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { type Files, readStored } from './open-files.server.ts'
import { fileTypeOf, headBytes, type paperTypes } from './file-type.ts'
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { RewrittenPdf, SentPdf } from './clean-pdf-process.server.ts'

// In the whole process: what the library keeps, up to 50 MB, is never read again.
sharp.cache(false)

/** A paper as it lies encrypted in the private half of the shop's files, under a random name. */
export type StoredPaper = { file: string; type: (typeof paperTypes)[number]; bytes: number }
/** Noted, or refused; `isNew` is false where the same paper was noted before. */
type Noted<Why extends string> = { ok: true; isNew?: boolean } | Refusal<Why>

const folder = 'papers'
const keyOf = (file: string) => `${folder}/${file}`

/** What a crash left without a row is removed after this long: by then nobody is sending it any more. */
const strayMs = hour

/** Both or neither: the file of one that is not noted is removed. */
export async function storePaper<Why extends string>(
  { files }: { files: Files },
  { given, limits, reading }: { given: Uint8Array; limits: DocumentLimits; reading?: Reading | undefined },
  note: (stored: StoredPaper) => Promise<Noted<Why>>,
): Promise<Noted<Why | DocumentRefusal>> {
  const clean = await cleanDocument(given, limits, reading)
  if (!clean.ok) return clean
  const { content, type } = clean
  const file = randomUUID()
  await files.private.put(keyOf(file), content, type)
  let isStored = false
  try {
    const noted = await note({ file, type, bytes: content.length })
    isStored = noted.ok && noted.isNew !== false
    return noted
  } finally {
    if (!isStored) await files.private.remove(keyOf(file))
  }
}

/** `undefined` when the file is gone. */
export function readPaper({ files }: { files: Files }, file: string) {
  return readStored(files.private, keyOf(file))
}

/** Who deletes a paper deletes its row; this runs after them every night, and also removes what a crash left. `kept`: the columns that name files. */
export async function sweepPapers(
  { files, db, now }: { files: Files; db: Db; now: () => Date },
  kept: readonly PgColumn[],
): Promise<void> {
  const before = after(now(), -strayMs)
  const stray = new Set<unknown>()
  for await (const { key, changedAt } of files.private.list(folder))
    if (changedAt < before) stray.add(key.slice(folder.length + 1))
  for (const file of kept) {
    const found = await db
      .select({ file })
      .from(file.table)
      .where(inArray(file, [...stray]))
    for (const named of found) stray.delete(named.file)
  }
  for (const file of stray) await files.private.remove(keyOf(String(file)))
}

type CleanDocument = { ok: true; content: Uint8Array<ArrayBuffer>; type: StoredPaper['type'] }

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

type DocumentLimits = { maxBytes: number; maxPages: number }

type Reading = { sender?: string; signal?: AbortSignal }

const maxWaiting = 4
/** Of one sender one that is read, and one that waits. */
const maxOfSender = 2

/** Larger pictures than this, in pixels to a side, say nothing more about a document. */
const maxSidePixels = 2_600
const maxPixels = 60_000_000
const decodeSeconds = 30

/** Its bytes say what it is. It is drawn or written anew, so that only what is seen goes on. One at a time; `busy` where a few wait, or one of this sender. */
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

const program = './app/files/clean-pdf-process.server.ts'

const megabyte = 1024 * 1024
/** What a process may take. Node and the library need 90 MB; ten scanned pages of 8 MB take 55 more, and half a second. */
type PdfLimits = { bytes: number; cpuMs: number; ms: number }
/** Of the processor a file of the usual size takes little, however busy the machine is; a large one may take longer. */
const limitsFor = (bytes: number): PdfLimits => ({
  bytes: 256 * megabyte,
  cpuMs: (bytes < 5 * megabyte ? 5 : 20) * second,
  ms: 20 * second,
})
/** The part of the memory that are objects, in MB: a file of nothing but small ones becomes many times its size. */
const maxHeapMb = 128
/** How often that is looked at, in milliseconds: a small file of nested compression fills the memory within a second. */
const watchMs = 50

/** In a process of its own: requests go on, and a file that takes more memory or time than an honest one ends it and is refused. @throws by a fault of ours. */
export function cleanPdf(
  given: Uint8Array,
  maxPages: number,
  { limits = limitsFor(given.length), signal }: { limits?: PdfLimits; signal?: AbortSignal | undefined } = {},
): Promise<RewrittenPdf> {
  const child = startPdfProcess()
  const until = performance.now() + limits.ms
  const watch = setInterval(() => {
    const isOver =
      usedBytes(child.pid) > limits.bytes || usedCpuMs(child.pid) > limits.cpuMs || performance.now() > until
    if (isOver || signal?.aborted) child.kill('SIGKILL')
  }, watchMs)
  return new Promise<RewrittenPdf>((resolve, reject) => {
    child.once('message', (done: RewrittenPdf) => resolve(done))
    child.once('error', reject)
    // Ended by a signal: by us, or by its own engine for want of memory.
    child.once('exit', (code, signal) =>
      signal ? resolve(refuse('unreadable')) : reject(new Error(`Reading a PDF ended with ${code}`)),
    )
    child.send({ given, maxPages } satisfies SentPdf)
  }).finally(() => {
    clearInterval(watch)
    child.kill('SIGKILL')
  })
}

/** A process for one PDF, that ends with the shop: it notices that nobody holds the other end of its standard input. */
export const startPdfProcess = () =>
  fork(program, {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })

/** The memory of a process. 0 once it has ended, and where there is no /proc: there only objects and time are limited. */
function usedBytes(pid = 0): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** The time that a process has had of the processors, counted by the system in hundredths of a second. 0 where there is no /proc. */
function usedCpuMs(pid = 0): number {
  try {
    // What follows the name, which may hold spaces: the state, ten more fields, then the time as the program and in the system.
    const [, after = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const [own, ofSystem] = after.split(' ').slice(11, 13)
    return (Number(own) + Number(ofSystem)) * 10
  } catch {
    return 0
  }
}
