// How `app/site` sends forms: the answer may name where it leads instead of leading there, so that nothing is fetched twice.

/** The header of a form that `app/site` sends. */
export const siteHeader = 'X-Site'

export const siteHeaders = {
  /** Where an answer leads, in place of `Location`. */
  location: 'X-Site-Location',
  /** What the shop wants a harder proof of work for: the form is sent once more with it. */
  needsProof: 'X-Needs-Proof',
} as const

/** A redirect in the form that `app/site` reads; every other answer as it is. */
export function forSite(request: Request, answer: Response): Response {
  const location = answer.headers.get('Location')
  if (!request.headers.has(siteHeader) || location === null || answer.status < 300 || answer.status > 399)
    return answer
  const headers = new Headers(answer.headers)
  headers.delete('Location')
  headers.set(siteHeaders.location, location)
  return new Response(null, { status: 204, headers })
}
