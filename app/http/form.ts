import { z } from 'zod'
import { shownFields, valuesByField } from './submitted-fields.ts'
import { visibleText } from '#app/kit/text.ts'

/** In words for the person. Errors of the whole form are under `form`. */
export type FieldErrors = Record<string, string[] | undefined>

/** Without secrets and files. */
export type SubmittedFields = Record<string, string | string[]>

export type ParsedForm<Value> = { given: SubmittedFields } & (
  | { ok: true; value: Value }
  | { ok: false; fieldErrors: FieldErrors }
)

/** A field sent more than once becomes a list. Never throws for bad input. */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): ParsedForm<z.output<Schema>> {
  const values = valuesByField(form)
  const parsed = schema.safeParse(sentFields(values))
  const given = shownFields(values)
  if (parsed.success) return { ok: true, value: parsed.data, given }
  const { formErrors, fieldErrors } = z.flattenError<unknown, string>(parsed.error)
  return {
    ok: false,
    fieldErrors: { ...(fieldErrors as FieldErrors), ...(formErrors.length && { form: formErrors }) },
    given,
  }
}

function sentFields(fields: ReturnType<typeof valuesByField>) {
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  )
}

/** Takes out characters that nobody sees, and NUL, which PostgreSQL cannot store. May be read again. @throws 415 where the platform would throw as if we had failed. */
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

/** A NUL and invalid UTF-8 become the replacement character, as in browsers, so the router does not throw. Needless escapes go (RFC 3986, 6.2.2.2). */
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
