import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { type Refusal, refuse } from '#app/kit/refusal.ts'

/** What all compressed parts of a file may become together, so that a small file cannot fill the memory. */
const maxInflatedBytes = 64 * 1024 * 1024

/**
 * What a copy of a document has no use for, as a key or as a name (PDF 32000-1, 12.6 and 12.5.6): actions that run, start,
 * send or fetch something, files inside the file, media, and forms that are programs.
 */
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

/**
 * A PDF written anew with its pages and nothing else: what the document does by itself, its forms and its attachments are
 * left out, and annotations keep their looks and lose their actions. A file that carries anything active is refused, because
 * an honest copy has nothing of it. Names are compared as a reader understands them, in compressed objects too.
 */
export async function cleanPdf(
  given: Uint8Array,
  maxPages: number,
): Promise<
  { ok: true; pdf: Uint8Array<ArrayBuffer> } | Refusal<'unreadable' | 'locked' | 'active' | 'too_many_pages'>
> {
  if (!staysSmall(given)) return refuse('unreadable')
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

function isActive(object: PDFObject | undefined): boolean {
  if (object instanceof PDFName) return active.has(object.decodeText())
  if (object instanceof PDFArray) return object.asArray().some(isActive)
  const dict = dictOf(object)
  return dict?.entries().some(([key, value]) => isActive(key) || isActive(value)) ?? false
}

/** `A` and `PA` are actions in annotations alone. */
function dropActions(object: PDFObject) {
  const dict = dictOf(object)
  if (!dict?.has(PDFName.of('Subtype')) || !dict.has(PDFName.of('Rect'))) return
  for (const key of ['A', 'PA']) dict.delete(PDFName.of(key))
}

function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  return object instanceof PDFStream ? object.dict : object instanceof PDFDict ? object : undefined
}

/**
 * Whether what is compressed in a file stays within bounds, each part and all together. Tried on every stream, whatever it
 * says of itself; what holds objects must be compressed once and in the usual way, so that nothing hides below.
 */
function staysSmall(given: Uint8Array): boolean {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  let left = maxInflatedBytes
  for (let index = bytes.indexOf('stream'); index >= 0; index = bytes.indexOf('stream', index + 6)) {
    const head = nameOf(bytes.toString('latin1', Math.max(0, index - 2_000), index))
    const own = head.slice(head.lastIndexOf('endobj') + 1)
    const filters =
      own.match(
        /\/(FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL|ASCIIHexDecode|AHx|ASCII85Decode|A85)\b/g,
      ) ?? []
    if (/\/(ObjStm|XRef)\b/.test(own) && (filters.length > 1 || /LZW|RunLength/.test(filters.join())))
      return false
    const from = bytes[index + 6] === 0x0d ? index + 8 : index + 7
    const size = inflatedSize(bytes.subarray(from), left)
    if (size === undefined) return false
    left -= size
  }
  return true
}

/** Names may write any letter as `#` and its number. */
function nameOf(text: string): string {
  return text.replaceAll(/#([\dA-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** What compressed bytes become, 0 for bytes that are not compressed; `undefined` beyond `most`. */
function inflatedSize(bytes: Buffer, maxBytes: number): number | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, maxBytes) }).length
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? undefined : 0
  }
}
