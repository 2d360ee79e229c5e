import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type * as Library from '@cantoo/pdf-lib'
import { type Refusal, refuse } from '#app/kit/refusal.ts'

// Each PDF has a process of its own (`cleanPdf` forks this file), which reads the library anew: as the one file that it comes as too, in a third of the time
// of its several hundred.
const read = createRequire(import.meta.url) as (file: string) => typeof Library
const { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } = read(
  '../../node_modules/@cantoo/pdf-lib/dist/pdf-lib.js',
)

/** PDF 32000-1, 12.6 and 12.5.6: actions, files inside the file, media, and forms that are programs. */
const active = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
  'AA',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'XFA',
  'RichMedia',
  'Movie',
  'Sound',
  'Screen',
  '3D',
])

export type SentPdf = { given: Uint8Array; maxPages: number }

export type RewrittenPdf =
  | { ok: true; pdf: Uint8Array<ArrayBuffer> }
  | Refusal<'unreadable' | 'locked' | 'active' | 'too_many_pages'>

/** Pages and nothing else; anything active is refused, as an honest copy has none, in compressed objects too. A hostile file takes any time and memory: call `cleanPdf`. */
async function rewritePdf({ given, maxPages }: SentPdf): Promise<RewrittenPdf> {
  try {
    const sent = await PDFDocument.load(given, {
      ignoreEncryption: true,
      updateMetadata: false,
      throwOnInvalidObject: true,
    })
    if (sent.isEncrypted) return refuse('locked')
    if (sent.context.enumerateIndirectObjects().some(([, object]) => isActive(object)))
      return refuse('active')
    if (sent.getPageCount() < 1) return refuse('unreadable')
    if (sent.getPageCount() > maxPages) return refuse('too_many_pages')
    const clean = await PDFDocument.create()
    for (const page of await clean.copyPages(sent, sent.getPageIndices())) clean.addPage(page)
    for (const [, object] of clean.context.enumerateIndirectObjects()) dropActions(object)
    return { ok: true, pdf: Uint8Array.from(await clean.save({ useObjectStreams: false })) }
  } catch {
    return refuse('unreadable') // the library throws whatever a broken file makes it stumble over
  }
}

function isActive(object: Library.PDFObject | undefined): boolean {
  if (object instanceof PDFName) return active.has(object.decodeText())
  if (object instanceof PDFArray) return object.asArray().some(isActive)
  const dict = dictOf(object)
  return dict?.entries().some(([key, value]) => isActive(key) || isActive(value)) ?? false
}

/** `A` and `PA` are actions in annotations alone. */
function dropActions(object: Library.PDFObject) {
  const dict = dictOf(object)
  if (!dict?.has(PDFName.of('Subtype')) || !dict.has(PDFName.of('Rect'))) return
  for (const key of ['A', 'PA']) dict.delete(PDFName.of(key))
}

function dictOf(object: Library.PDFObject | undefined): Library.PDFDict | undefined {
  return object instanceof PDFStream ? object.dict : object instanceof PDFDict ? object : undefined
}

// The shop holds the other end of the standard input. A thread of its own notices its end: this one is busy with the file.
new Worker(
  `new (require('node:net').Socket)({ fd: 0 }).resume().on('close', () => process.kill(process.pid, 'SIGKILL'))`,
  { eval: true },
)
const [sent] = (await once(process, 'message')) as [SentPdf]
process.send?.(await rewritePdf(sent))
