// How `app/site` sends forms: the answer may name where it leads instead of leading there, so that nothing is fetched twice.

export const siteHeader = 'X-Site'

export const siteHeaders = {
  location: 'X-Site-Location',
  needsProof: 'X-Needs-Proof',
} as const

export function forSite(request: Request, answer: Response): Response {
  const location = answer.headers.get('Location')
  if (!request.headers.has(siteHeader) || location === null || answer.status < 300 || answer.status > 399)
    return answer
  const headers = new Headers(answer.headers)
  headers.delete('Location')
  headers.set(siteHeaders.location, location)
  return new Response(null, { status: 204, headers })
}

export const speculationRulesPath = '/speculation-rules.json'

export const networkFailureWords =
  'That did not go through. Everything you typed is still here: check the connection and press again.'

/** Accepted only from this host, over https, for the whole site (RFC 6265bis, 4.1.3.2): a neighboring subdomain cannot plant one. */
export const hostPrefix = '__Host-'
