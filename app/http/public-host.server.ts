/** 421 (RFC 9110 15.5.20): a page must not depend on a forged host name. Health checks use the address and are answered before. */
export function refuseUnknownHost(request: Request, publicUrl: string): Response | undefined {
  const own = new URL(publicUrl)
  // A client may write the default port of the public URL; behind the proxy our own scheme is http.
  const sent = URL.parse(`${own.protocol}//${request.headers.get('Host') ?? new URL(request.url).host}`)
  if (sent?.host === own.host) return undefined
  return new Response(
    `This shop answers at ${own.origin} only. A proxy in front of it has to pass the Host header on.`,
    {
      status: 421,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    },
  )
}
