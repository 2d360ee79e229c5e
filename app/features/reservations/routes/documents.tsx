import { redirect, type RouterContextProvider } from 'react-router'
import '#app/features/orders/order.css'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import { documentKindWords, type DocumentKind } from '#app/features/orders/review.ts'
import { shopContext, type Shop } from '#app/http/context.server.ts'
import { formError, tooManyWords } from '#app/http/refused.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { DocumentsPage } from '../components/documents-page.tsx'
import {
  requestedDocuments,
  documentLimits,
  type SentDocumentRefusal,
  shownName,
} from '../rules/documents.ts'
import { listDocuments, addDocument, documentKey } from '../store/documents.server.ts'
import { documentHints, documentsPath, documentStateWords, documentRefusalWords } from '../words/documents.ts'
import type { Route } from './+types/documents'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { documentInput } from '../input.ts'
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { transact } from '#app/db/work.server.ts'
import { storeDocument } from '#app/files/stored-document.server.ts'
import type { Refusal } from '#app/kit/refusal.ts'

export const meta = () => [{ title: siteTitle('Your documents') }]

export async function loader(args: Route.LoaderArgs) {
  const { db, timeZone } = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const [[latest], sent] = await Promise.all([listReviews(db, order.id), listDocuments(db, order.id)])
  const requested = isPaid(order.state) ? requestedDocuments(latest, sent) : []
  return {
    orderId: order.id,
    isSent: new URL(args.request.url).searchParams.has('sent'),
    request:
      latest && requested.length > 0
        ? {
            note: latest.note,
            due: formatCalendarDate(latest.dueOn ?? ''),
            kinds: requested.map(({ kind, state }) => ({
              kind,
              state,
              name: documentKindWords[kind],
              hint: documentHints[kind],
            })),
          }
        : null,
    sent: sent
      .map(({ id, kind, name, sentAt, state, reason }) => ({
        id,
        kind: documentKindWords[kind],
        name,
        on: formatMoment(sentAt, timeZone),
        state,
        words: documentStateWords[state],
        reason: reason ?? '',
      }))
      .toReversed(),
  }
}

export async function action(args: Route.ActionArgs) {
  const sent = await receiveDocumentForm(args)
  if (!sent.ok) return formError(sent.status, sent.errors, sent.given, busyHeaders(sent.status))
  return redirect(`${documentsPath(sent.orderId)}?sent=yes`, 303)
}

export default function Documents({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <DocumentsPage
      {...loaderData}
      isSent={loaderData.isSent && !actionData}
      errors={actionData?.fieldErrors ?? {}}
      given={actionData?.given ?? {}}
    />
  )
}

type ReceivedDocument =
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
async function receiveDocumentForm(args: Args): Promise<ReceivedDocument> {
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

function busyHeaders(status: number): Record<string, string> {
  return status === 503 ? { 'Retry-After': '30' } : {}
}

type Ctx = Pick<Shop, 'db' | 'now' | 'enqueueIn' | 'announce' | 'sign' | 'files'>

/** Takes a document that lies on this machine's disk: written anew, encrypted, and noted with its order. Both or neither. */
async function receiveDocument(
  ctx: Ctx,
  {
    orderId,
    kind,
    path,
    name,
    signal,
  }: { orderId: string; kind: DocumentKind; path: string; name: string; signal?: AbortSignal },
): Promise<{ ok: true } | Refusal<SentDocumentRefusal>> {
  const given = await readFile(path)
  const id = randomUUID()
  const hash = createHash('sha256').update(given).digest('hex')
  const sent = {
    key: documentKey(id),
    given,
    limits: documentLimits,
    reading: { sender: orderId, ...(signal && { signal }) },
  }
  return storeDocument(ctx.files.private, sent, (stored) =>
    transact(ctx, (work) => addDocument(work, { id, orderId, kind, name: shownName(name), hash, ...stored })),
  )
}
