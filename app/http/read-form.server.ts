/**
 * The form of a request. Every action reads its form here: what is no form is refused in words, where the platform would
 * throw as if we had failed. A NUL, which nobody types and no database keeps in a text, is left out.
 * @throws 415 when the body is something else or garbled.
 */
export async function readForm(request: Request): Promise<FormData> {
  // A press on a button whose form has no fields, and some mail programs' one-click, send nothing at all.
  if (request.body === null) return new FormData()
  const sent = await request.formData().catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error
    // A response, which routes without a page know too.
    throw new Response('This was not sent as a form.', { status: 415, statusText: 'Unsupported Media Type' })
  })
  const form = new FormData()
  for (const [name, value] of sent)
    form.append(name, typeof value === 'string' ? value.replaceAll('\0', '') : value)
  return form
}

/**
 * A request whose address can be read: a NUL, and what is no UTF-8 in a path, become what browsers put in their place. No
 * address of ours has that, so it leads nowhere, and the router has nothing to complain of.
 */
export function withReadableAddress(request: Request): Request {
  const [path = '', ...query] = request.url.replaceAll('%00', unreadable).split('?')
  const url = [path.replaceAll(/(?:%[\da-f]{2})+|%/gi, readableEscapes), ...query].join('?')
  return url === request.url ? request : new Request(url, request)
}

const unreadable = '%EF%BF%BD'

function readableEscapes(escapes: string): string {
  try {
    decodeURIComponent(escapes)
    return escapes
  } catch {
    return unreadable
  }
}
