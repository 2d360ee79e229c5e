import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding, type Encoding } from '#app/http/accepted-encoding.server.ts'
import { contentPolicy, type ThirdPartyPage, scriptHashes } from '#app/http/security-headers.server.ts'
import { sharedMark } from '#app/http/shared-page.ts'
import { isKnownScript } from './known-scripts.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** A whole answer, ready to be sent as often as wanted. Compressed once for each way that its readers understand. */
export type BufferedResponse = {
  status: number
  headers: Headers
  /** Whether its route says that it is the same for every verified visitor. */
  isShared: boolean
  /** `null` on what nobody may store. */
  etag: string | null
  /** Bytes before compression. */
  size: number
  bodies: Partial<Record<Encoding, Promise<Uint8Array<ArrayBuffer>>>>
}

/** Names the other site that a page shows something of, as JSON. Taken off before the page leaves. */
export const thirdPartyHeader = 'X-Guest-Host'

/** Worth compressing: words and drawings, not pictures. */
const compressible = /^(text\/(?!event-stream)|image\/svg|application\/(json|manifest|xml))/
/**
 * Below this, compressing saves no time: a shared answer is compressed once for many readers, any other one for a single
 * reader, and up to about ten packets leave in the first round trip anyway (RFC 6928).
 */
const minBytes = { shared: 1_000, own: 10_000 }

/** Whether an answer is held in one piece: text, and what is shared. Streams are not: they would never end. */
export function isBufferable(answer: Response): boolean {
  return (
    answer.body !== null &&
    (isCompressible(answer.headers) || answer.headers.has(sharedMark)) &&
    !answer.headers.has('Content-Encoding')
  )
}

function isCompressible(headers: Headers): boolean {
  return compressible.test(headers.get('Content-Type') ?? '')
}

/** Reads an answer to its end. A page gets the content policy that lets its own inline scripts run. */
export async function buffer(
  answer: Response,
  mode: 'production' | 'development',
): Promise<BufferedResponse> {
  const whole = new Uint8Array(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  const isShared = headers.has(sharedMark)
  if (headers.get('Content-Type')?.startsWith('text/html') && !headers.has('Content-Security-Policy')) {
    const html = new TextDecoder().decode(whole)
    headers.set('Content-Security-Policy', policyOf(html, mode, headers.get(thirdPartyHeader)))
  }
  markPrivate(headers, answer.status)
  const etag = headers.get('Cache-Control')?.includes('no-store')
    ? null
    : (headers.get('ETag') ?? etagOf(whole))
  const bodies = { identity: Promise.resolve(whole) }
  return { status: answer.status, headers, isShared, etag, size: whole.byteLength, bodies }
}

/**
 * Who may store an answer that does not say so itself. A page may be kept by its visitor's browser, which asks again each
 * time; loader data that is not the same for all, redirects and refusals are kept by nobody. Takes our own marks off.
 */
export function markPrivate(headers: Headers, status: number): void {
  const isPage = headers.get('Content-Type')?.startsWith('text/html') && status < 300
  if (!headers.has('Cache-Control'))
    headers.set(
      'Cache-Control',
      isPage || headers.has(sharedMark) ? 'private, no-cache' : 'private, no-store',
    )
  headers.delete(sharedMark)
  headers.delete(thirdPartyHeader)
}

/** Sends a buffered answer in the way its reader understands best; nothing but the head when the reader has it already. */
export async function send(page: BufferedResponse, request: Request): Promise<Response> {
  const headers = new Headers(page.headers)
  headers.append('Vary', 'Accept-Encoding')
  if (page.etag) headers.set('ETag', page.etag)
  if (page.status === 200 && page.etag && request.headers.get('If-None-Match') === page.etag)
    return new Response(null, { status: 304, headers })
  const whole = (await page.bodies.identity) ?? new Uint8Array()
  const least = page.etag ? minBytes.shared : minBytes.own
  const encoding =
    whole.byteLength < least || !isCompressible(headers)
      ? 'identity'
      : acceptedEncoding(request.headers.get('Accept-Encoding'))
  const body = await (page.bodies[encoding] ??= encode(whole, encoding))
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.byteLength))
  return new Response(request.method === 'HEAD' ? null : body, { status: page.status, headers })
}

function etagOf(whole: Uint8Array): string {
  return `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`
}

function policyOf(html: string, mode: 'production' | 'development', guest: string | null): string {
  const inline = mode === 'development' ? mode : scriptHashes(html, isKnownScript)
  return contentPolicy(inline, guest === null ? undefined : (JSON.parse(guest) as ThirdPartyPage))
}

/** Brotli at quality 5: a page that is not kept is compressed for one reader, and its rendering costs more. */
async function encode(whole: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return whole
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.byteLength,
    // The usual window of 4 MB costs that much memory for each page under way; ours are smaller than this one.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  }
  return new Uint8Array(
    encoding === 'br' ? await brotli(whole, { params }) : await gzipped(whole, { level: 6 }),
  )
}
