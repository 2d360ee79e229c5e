import { isExempt } from '#app/features/age-gate/middleware.server.ts'
import { jsonError } from '#app/http/json-response.server.ts'
import { tooBusyWords } from '#app/http/unavailable.ts'

/** The Retry-After of an unavailable or busy shop, in seconds. */
const retryAfterSeconds = '5'

/** Adds the last headers of a response to this visitor. */
export function toVisitorResponse(request: Request, answer: Response): Response {
  const { status, headers } = answer
  // Pages behind the gate depend on the cookie that opens it.
  if (!isExempt(new URL(request.url).pathname) && !/\bCookie\b/.test(headers.get('Vary') ?? ''))
    headers.append('Vary', 'Cookie')
  if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', retryAfterSeconds)
  return answer
}

/** The response when too many requests are waiting, in the format the client expects. */
export function tooBusy(request: Request, page: string): Response {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/api/')) return jsonError(503, 'busy', tooBusyWords.text)
  const isPage = !pathname.endsWith('.data') && request.headers.get('Accept')?.includes('text/html')
  const body = request.method === 'HEAD' ? null : isPage ? page : tooBusyWords.text
  return new Response(body, {
    status: 503,
    headers: {
      'Content-Type': `${isPage ? 'text/html' : 'text/plain'}; charset=utf-8`,
      'Cache-Control': 'private, no-store',
    },
  })
}
