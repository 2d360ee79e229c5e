import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Worth compressing: words and drawings, not pictures. */
const compressible = /^(text\/(?!event-stream)|image\/svg|application\/(json|manifest|xml))/
/** Below this, the head of an answer outweighs what would be saved. */
const leastBytes = 1_000

/** Compresses a whole answer in the way its reader understands best. Quality 5: what a page costs is its rendering. */
export async function compressed(request: Request, answer: Response): Promise<Response> {
  const type = answer.headers.get('Content-Type') ?? ''
  if (!answer.body || !compressible.test(type) || answer.headers.has('Content-Encoding')) return answer
  const accepted = request.headers.get('Accept-Encoding') ?? ''
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
  if (!encoding) return answer
  const headers = new Headers(answer.headers)
  headers.append('Vary', 'Accept-Encoding')
  const whole = Buffer.from(await answer.arrayBuffer())
  const { status, statusText } = answer
  if (whole.byteLength < leastBytes) return new Response(whole, { status, statusText, headers })
  const body =
    encoding === 'br'
      ? await brotli(whole, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 5,
            [constants.BROTLI_PARAM_SIZE_HINT]: whole.byteLength,
          },
        })
      : await gzipped(whole, { level: 6 })
  headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.byteLength))
  return new Response(new Uint8Array(body), { status, statusText, headers })
}
