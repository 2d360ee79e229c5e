const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * `publicUrl` is where people reach the shop. While trying it out (`isPublic: false`) it is also reached at whatever
 * address it was asked at. Paths that start with one of `exempt` are called by other servers.
 */
export type SameOriginRule = { publicUrl: string; isPublic: boolean; exempt: readonly string[] }

/**
 * Refuses what another site makes a visitor's browser send: an unsafe method whose `Origin` is foreign. Where no
 * `Origin` was sent, `Sec-Fetch-Site` decides. A request with neither does not come from a browser (a mail
 * provider's one-click unsubscribe, a script) and carries nobody's cookies: it may pass.
 */
export function refuseCrossSite(
  request: Request,
  { publicUrl, isPublic, exempt }: SameOriginRule,
): Response | undefined {
  if (safeMethods.has(request.method)) return undefined
  const { origin, pathname } = new URL(request.url)
  if (exempt.some((prefix) => pathname.startsWith(prefix))) return undefined
  // Behind a proxy the request's own address is http; the public one is what the browser knows.
  const own = new URL(publicUrl).origin
  return isSameOrigin(request.headers, isPublic ? [own] : [own, origin]) ? undefined : refusal()
}

function isSameOrigin(headers: Headers, own: string[]): boolean {
  const from = headers.get('Origin')
  if (from !== null) return own.includes(from) // also refuses "null", which a sandboxed frame sends
  const site = headers.get('Sec-Fetch-Site')
  return site === null || site === 'same-origin' || site === 'none'
}

function refusal(): Response {
  return new Response('This request came from another site and was refused.', {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
