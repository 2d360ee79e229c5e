import { drawnDocument, drawnText } from '#app/http/document.ts'
import { sharedMark } from '#app/http/page-head.ts'
import { readCookie } from '#app/http/cookies.server.ts'
import { isFresh, recordKey } from './rules.ts'

export type GateVerdict = 'pass' | 'gate'

/** A path counts with everything below it. Pages for people do not belong here. */
export const exemptions = [
  { path: '/age-gate', why: 'the gate itself' },
  { path: '/healthz', why: 'asked by the machine that keeps us running' },
  { path: '/readyz', why: 'asked by the machine that keeps us running' },
  { path: '/api', why: 'data for machines, which keep no cookies: no page, no offer' },
  { path: '/clock', why: 'the time of day, by which pages count down' },
  { path: '/events', why: 'numbers that change, without words' },
  { path: '/art', why: 'drawn artwork, also shown in link previews' },
  { path: '/photos', why: 'photographs, also shown in link previews' },
  { path: '/assets', why: 'style sheets, scripts and fonts, which the gate needs too' },
  { path: '/webhooks', why: 'called by the payment processor, which keeps no cookies' },
  { path: '/staff', why: 'the console, which has a guard of its own and sells nothing' },
  { path: '/subscriptions/unsubscribe', why: 'pressed by mail programs for their owner, without cookies' },
  { path: '/.well-known', why: 'addresses that standards fix for machines' },
  { path: '/favicon.ico', why: 'asked by browsers before anything else' },
  { path: '/robots.txt', why: 'search engines see titles and descriptions, and the gate' },
  { path: '/sitemap.xml', why: 'search engines see titles and descriptions, and the gate' },
] as const satisfies { path: `/${string}`; why: string }[]

export function readVerified(request: Request, now: Date): boolean {
  const timestamp = readCookie(request, recordKey)
  return timestamp !== undefined && isFresh(timestamp, now)
}

export function isExempt(pathname: string): boolean {
  return exemptions.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
}

export function gateVerdict(request: Request, isVerified: boolean): GateVerdict {
  return isVerified || isExempt(new URL(request.url).pathname) ? 'pass' : 'gate'
}

/** `render` must leave the page's content out. A form that was sent never reaches its action: 403, or 503 when the shop is unavailable. */
export async function gateDocument(
  request: Request,
  render: (request: Request) => Promise<Response>,
): Promise<Response> {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const response = await render(isReading ? request : withoutForm(request))
  if (!isReading && isRedirect(response)) return refusal()
  if (!isRedirect(response) && !isDocument(response)) {
    // That the shop is too busy, or its database away, may be known to everybody.
    if (response.status === 503) return response
    // A route that answers with a file or with data has no page that could show the gate.
    await response.body?.cancel()
    return refusal()
  }
  const headers = new Headers(response.headers)
  // As the page behind it: see `markPrivate`.
  if (!headers.has('Cache-Control') && !headers.has(sharedMark)) headers.set('X-Robots-Tag', 'noindex')
  // The gate must not be cached: after the answer, the same address is the page itself.
  headers.set('Cache-Control', 'private, no-store')
  headers.append('Vary', 'Cookie')
  const status = isReading || response.status === 503 ? response.status : 403
  const text = drawnText(response)
  const init = { status, headers }
  return text === undefined ? new Response(response.body, init) : drawnDocument(text, init)
}

function withoutForm(request: Request): Request {
  const headers = new Headers(request.headers)
  for (const name of ['Content-Type', 'Content-Length', 'Transfer-Encoding']) headers.delete(name)
  return new Request(request.url, { headers, signal: request.signal })
}

function isRedirect(response: Response): boolean {
  return response.status >= 300 && response.status < 400
}

function isDocument(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/html') ?? false
}

function refusal(): Response {
  return new Response(null, { status: 403, headers: { 'Cache-Control': 'private, no-store' } })
}
