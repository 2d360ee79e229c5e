import { visibleText } from '#app/kit/typed-text.ts'

/**
 * Reads the form of a request. Every action uses this: a body that is not a form gets a 415, where the platform would
 * throw as if we had failed. Characters that nobody sees are taken out of what was typed, and with them NUL, which PostgreSQL cannot store.
 * Read again, a request gives the same form.
 * @throws 415 when the body is something else or malformed.
 */
export async function readForm(request: Request): Promise<FormData> {
  const known = read.get(request)
  if (known) return known
  // A button of a form without fields, and some mail programs' one-click unsubscribe, send an empty body.
  if (request.body === null) return new FormData()
  const sent = await request.formData().catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error
    // A response, because routes without a page need it, too.
    throw new Response('This was not sent as a form.', { status: 415, statusText: 'Unsupported Media Type' })
  })
  const form = new FormData()
  for (const [name, value] of sent) form.append(name, typeof value === 'string' ? visibleText(value) : value)
  read.set(request, form)
  return form
}

const read = new WeakMap<Request, FormData>()

/**
 * A request with a readable URL: a NUL, and invalid UTF-8 in a path, become the replacement character, as in browsers.
 * No URL of ours has that, so it leads nowhere, and the router does not throw. Of a path, what need not be escaped is not
 * (RFC 3986, 6.2.2.2): the router takes both for one, and so does whatever is decided by a path.
 */
export function withReadableAddress(request: Request): Request {
  if (!request.url.includes('%')) return request
  const [path = '', ...query] = request.url.replaceAll('%00', unreadable).split('?')
  const url = [
    path.replaceAll(/(?:%[\da-f]{2})+|%/gi, readableEscapes).replaceAll(needlessEscapes, decodeURIComponent),
    ...query,
  ].join('?')
  return url === request.url ? request : new Request(url, request)
}

/** Of letters, digits, `-`, `.`, `_` and `~`. */
const needlessEscapes = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi

const unreadable = '%EF%BF%BD'

function readableEscapes(escapes: string): string {
  try {
    decodeURIComponent(escapes)
    return escapes
  } catch {
    return unreadable
  }
}
