// Requests that are refused before anything reads them: made by another site, or sent to another host.

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A local shop (`isPublic: false`) also accepts the host of the request. Paths that start with one of `exempt` are called by other servers. */
export type SameOriginRule = { publicUrl: string; isPublic: boolean; exempt: readonly string[] }

/** By `Origin`, else `Sec-Fetch-Site`. Neither: no browser, and nobody's cookies, so it passes, but not below `/staff`, where only browsers send forms. */
export function refuseCrossSite(
  request: Request,
  { publicUrl, isPublic, exempt }: SameOriginRule,
): Response | undefined {
  if (safeMethods.has(request.method)) return undefined
  const { origin, pathname } = new URL(request.url)
  if (exempt.some((prefix) => pathname.startsWith(prefix))) return undefined
  // Behind a proxy the request's own URL is http; the browser knows the public one.
  const own = new URL(publicUrl).origin
  const isFrom = isSameOrigin(request.headers, isPublic ? [own] : [own, origin])
  return isFrom && !(isStaffPath(pathname) && isUnsaid(request.headers))
    ? undefined
    : refuse(403, 'This request came from another site and was refused.')
}

function isSameOrigin(headers: Headers, own: string[]): boolean {
  const from = headers.get('Origin')
  if (from !== null) return own.includes(from) // also refuses "null", which a sandboxed frame sends
  const site = headers.get('Sec-Fetch-Site')
  return site === null || site === 'same-origin' || site === 'none'
}

const isStaffPath = (pathname: string) => /^\/staff(?:\/|$)/i.test(pathname)

const isUnsaid = (headers: Headers) => !headers.has('Origin') && !headers.has('Sec-Fetch-Site')

/** 421 (RFC 9110 15.5.20): a page must not depend on a forged host name. Health checks use the address and are answered before. */
export function refuseUnknownHost(request: Request, publicUrl: string): Response | undefined {
  const own = new URL(publicUrl)
  // A client may write the default port of the public URL; behind the proxy our own scheme is http.
  const sent = URL.parse(`${own.protocol}//${request.headers.get('Host') ?? new URL(request.url).host}`)
  if (sent?.host === own.host) return undefined
  return refuse(
    421,
    `This shop answers at ${own.origin} only. A proxy in front of it has to pass the Host header on.`,
  )
}

function refuse(status: 403 | 421, words: string): Response {
  return new Response(words, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
