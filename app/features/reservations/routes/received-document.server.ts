import type { RouterContextProvider } from 'react-router'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { receiveDocument } from '../document-flows.server.ts'
import { documentInput } from '../input.ts'
import { documentLimits } from '../rules/documents.ts'
import { documentRefusalWords } from '../words/documents.ts'

/** What came of a sent document: it was stored, or errors beside the fields. */
export type ReceivedDocument =
  | { ok: true; orderId: string }
  | { ok: false; status: 409 | 422 | 429 | 503; errors: FieldErrors; given: SubmittedFields }

type Args = {
  context: Readonly<RouterContextProvider>
  params: Record<string, string | undefined>
  request: Request
}

/** Refusals that are no fault of the file. */
const late = new Set(['not_requested', 'too_many', 'refused_before'])

/** Whether an order may send another file now: not for a while after several that could not be read. */
async function takeFile({ limits }: Shop, orderId: string) {
  const limit = await limits.take('orderChange', orderId)
  return limit.ok ? limits.mayTake('unreadableFile', orderId) : limit
}

/** Takes a form with a document. Whether the order is the visitor's is checked before a byte of it is read. */
export async function receiveDocumentForm(args: Args): Promise<ReceivedDocument> {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await takeFile(shop, order.id)
  if (!limit.ok)
    return { ok: false, status: 429, errors: { form: [tooManyWords(limit.retryAfterSeconds)] }, given: {} }
  const limits = { dataDir: shop.dataDir, maxFileBytes: documentLimits.maxBytes }
  return receiveForm(args.request, limits, async ({ fields, files }) => {
    const parsed = parseForm(documentInput, fields)
    const [file] = files
    const errors: FieldErrors = parsed.ok ? {} : { ...parsed.fieldErrors }
    if (!file) errors['file'] = ['Choose a file.']
    else if (file.isTooLarge) errors['file'] = [documentRefusalWords.too_large]
    const given = parsed.ok ? parsed.value : parsed.given
    if (!parsed.ok || !file || errors['file']) return { ok: false, status: 422, errors, given }
    const { path, name } = file
    const received = await receiveDocument(shop, {
      orderId: order.id,
      kind: parsed.value.kind,
      path,
      name,
      signal: args.request.signal,
    })
    if (received.ok) return { ok: true, orderId: order.id }
    if (received.why === 'unreadable') await shop.limits.take('unreadableFile', order.id)
    const status = received.why === 'busy' ? 503 : late.has(received.why) ? 409 : 422
    return { ok: false, status, errors: { file: [documentRefusalWords[received.why]] }, given }
  })
}

/** When to send a file again that we were too busy to read. */
export function busyHeaders(status: number): Record<string, string> {
  return status === 503 ? { 'Retry-After': '30' } : {}
}
