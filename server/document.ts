import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, zstdCompressSync } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import { gateScript } from '#app/features/age-gate/gate-script.ts'
import { drawnText } from '#app/http/document.ts'
import { isNotModified } from '#app/http/responses.server.ts'
import { contentPolicy, scriptHash, type ThirdPartyPage } from '#app/http/security-headers.server.ts'
import { sharedMark } from '#app/http/page-head.ts'

/** The inline scripts of ours. Any other has no hash in the policy, so one injected into a page does not run. */
const ownScripts = (['inside', 'gate'] as const).map((place) => ({
  text: `<script>${gateScript(place)}</script>`,
  hash: scriptHash(gateScript(place)),
}))
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

type Encoding = 'zstd' | 'br' | 'gzip' | 'identity'

/** Best first: for what many read the smallest, for one visitor's page the quickest. */
const compressed = { shared: ['br', 'gzip'], own: ['zstd', 'br', 'gzip'] } as const

export type BufferedResponse = {
  status: number
  headers: Headers
  isShared: boolean
  /** `null` when the response must not be stored. */
  etag: string | null
  /** Bytes before compression. */
  size: number
  bodies: Partial<Record<Encoding, Promise<Uint8Array<ArrayBuffer>>>>
}

/** Internal header that names, as JSON, the third-party site a page embeds. Removed before the response is sent. */
export const thirdPartyHeader = 'X-Guest-Host'

/** Media types worth compressing: text and vector drawings, not photos, nor lists that are written while they are read. */
const compressible = /^(text\/(?!event-stream|csv)|image\/svg|application\/(json|manifest|xml))/
/** Up to about ten packets leave in the first round trip anyway (RFC 6928). Shared ones are compressed once for many, so they have no minimum. */
const minBytes = { shared: 1_000, own: 10_000 }

/** Whether a response is buffered as a whole: text, and shared pages. Event streams are not, because they never end. */
export function isBufferable(answer: Response): boolean {
  return (
    !answer.headers.has('Content-Encoding') &&
    (drawnText(answer) !== undefined ||
      ((isCompressible(answer.headers) || answer.headers.has(sharedMark)) && answer.body !== null))
  )
}

function isCompressible(headers: Headers): boolean {
  return compressible.test(headers.get('Content-Type') ?? '')
}

export type PageSettings = { mode: 'production' | 'development'; media: string | null }

export async function buffer(answer: Response, settings: PageSettings): Promise<BufferedResponse> {
  const text = drawnText(answer)
  const whole = text === undefined ? new Uint8Array(await answer.arrayBuffer()) : Buffer.from(text)
  const headers = new Headers(answer.headers)
  const isShared = headers.has(sharedMark)
  if (headers.get('Content-Type')?.startsWith('text/html') && !headers.has('Content-Security-Policy')) {
    const html = text ?? new TextDecoder().decode(whole)
    headers.set('Content-Security-Policy', policyOf(html, settings, headers.get(thirdPartyHeader)))
  }
  markPrivate(headers, answer.status)
  const etag = headers.get('Cache-Control')?.includes('no-store') ? null : tagOf(headers, whole)
  const bodies = { identity: Promise.resolve(whole) }
  return { status: answer.status, headers, isShared, etag, size: whole.byteLength, bodies }
}

/** Where the route has no policy of its own. Shared pages are revalidated each time; everything else is neither stored nor indexed. Removes our internal headers. */
export function markPrivate(headers: Headers, status: number): void {
  if (!headers.has('Cache-Control')) {
    const isShared = headers.has(sharedMark) && status < 300
    headers.set('Cache-Control', isShared ? 'private, no-cache' : 'private, no-store')
    if (!isShared) headers.set('X-Robots-Tag', 'noindex')
  }
  headers.delete(sharedMark)
  headers.delete(thirdPartyHeader)
}

export async function send(page: BufferedResponse, request: Request): Promise<Response> {
  const headers = new Headers(page.headers)
  headers.append('Vary', 'Accept-Encoding')
  if (page.etag) headers.set('ETag', page.etag)
  if (page.status === 200 && page.etag && isNotModified(request.headers.get('If-None-Match'), page.etag))
    return new Response(null, { status: 304, headers })
  const whole = (await page.bodies.identity) ?? new Uint8Array()
  const minimum = page.etag ? minBytes.shared : minBytes.own
  const encoding =
    whole.byteLength < minimum || !isCompressible(headers)
      ? 'identity'
      : acceptedEncoding(request.headers.get('Accept-Encoding'), page.etag ? 'shared' : 'own')
  const body = await (page.bodies[encoding] ??= encode(whole, encoding, page.etag !== null))
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.byteLength))
  return new Response(request.method === 'HEAD' ? null : body, { status: page.status, headers })
}

/** The tag that the route gave, or one of the content. What may be sent compressed has a weak one: it names more than one row of bytes (RFC 9110, 8.8.1). */
function tagOf(headers: Headers, whole: Uint8Array): string {
  const tag =
    headers.get('ETag') ?? `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`
  return isCompressible(headers) && !tag.startsWith('W/') ? `W/${tag}` : tag
}

function policyOf(html: string, { mode, media }: PageSettings, guest: string | null): string {
  const inline = mode === 'development' ? mode : hashesIn(html)
  return contentPolicy(inline, {
    guest: guest === null ? undefined : (JSON.parse(guest) as ThirdPartyPage),
    media,
  })
}

/** A document has one of them, in its head. */
function hashesIn(html: string): string[] {
  const own = ownScripts.find(({ text }) => html.includes(text))
  return own ? [own.hash] : []
}

/** By quality (RFC 9110, 12.5.3). One with `q=0` is never chosen; of those that are equal, the first is. */
export function acceptedEncoding(header: string | null, use: keyof typeof compressed): Encoding {
  if (!header) return 'identity'
  const accepted = parseAccept(header)
  const named = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)?.q
  const everythingElse = named('*') ?? 0
  let best: { name: Encoding; q: number } = { name: 'identity', q: 0 }
  for (const name of compressed[use]) {
    const q = named(name) ?? everythingElse
    if (q > best.q) best = { name, q }
  }
  return best.name
}

const zstdParams = { [constants.ZSTD_c_compressionLevel]: 3 }

/** One visitor's page is compressed lightly: for a tenth of the processor time it is an eighth larger. What many read is compressed once, beside the other work. */
async function encode(
  whole: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
  isShared: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return whole
  if (encoding === 'zstd') return zstdCompressSync(whole, { params: zstdParams })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isShared ? 5 : 2,
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.byteLength,
    // The usual window of 4 MB costs that much memory per page in progress; half a page is seen through the small one.
    [constants.BROTLI_PARAM_LGWIN]: isShared ? 18 : 16,
  }
  if (encoding === 'br') return isShared ? brotli(whole, { params }) : brotliCompressSync(whole, { params })
  return isShared ? gzipped(whole, { level: 6 }) : gzipSync(whole, { level: 1 })
}
