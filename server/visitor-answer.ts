import { isExempt } from '#app/features/age-gate/middleware.server.ts'

/** How long a client is asked to wait when the shop is unavailable or too busy, in seconds. */
const retryAfterSeconds = '5'

/** Adds the last headers of an answer to this visitor. */
export function forVisitor(request: Request, answer: Response): Response {
  const { status, headers } = answer
  // What is behind the gate depends on the cookie that opens it.
  if (!isExempt(new URL(request.url).pathname) && !/\bCookie\b/.test(headers.get('Vary') ?? ''))
    headers.append('Vary', 'Cookie')
  if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', retryAfterSeconds)
  return answer
}

/** The answer to a page for which too many others wait already. */
export function tooBusy(): Response {
  return new Response('The shop is very busy right now. Please try again in a few seconds.', {
    status: 503,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': retryAfterSeconds,
    },
  })
}
