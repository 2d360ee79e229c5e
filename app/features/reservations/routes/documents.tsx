import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { redirect } from 'react-router'
import { z } from 'zod'
import { transact } from '#app/db/db.server.ts'
import '#app/features/orders/order.css'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { type DocumentKind, documentKinds, documentKindWords } from '#app/features/orders/review.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { storePaper } from '#app/files/papers.server.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formError, tooManyWords } from '#app/http/errors.ts'
import { type FieldErrors, parseForm } from '#app/http/form.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { retentionKinds } from '#app/retention/retention.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { RadioGroup, FileField } from '#app/ui/field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import {
  addDocument,
  documentLimits,
  documentRefusalWords,
  documentsPath,
  listDocuments,
  requestedDocuments,
} from '../store/documents.server.ts'
import type { Route } from './+types/documents'

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
        ? { note: latest.note, due: formatCalendarDate(latest.dueOn ?? ''), kinds: requested }
        : null,
    sent: sent
      .map(({ id, kind, name, sentAt, state, reason }) => ({
        id,
        kind: documentKindWords[kind],
        name,
        on: formatMoment(sentAt, timeZone),
        state,
        reason,
      }))
      .toReversed(),
  }
}

const input = z.object({ kind: z.enum(documentKinds, 'Choose what this file is') })

/** Refusals that are no fault of the file. */
const late = new Set(['not_requested', 'too_many', 'refused_before'])

/** Whether the order is the visitor's is checked before a byte of the form is read; and whether several files could not be. */
export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const change = await shop.limits.take('orderChange', order.id)
  const limit = change.ok ? await shop.limits.mayTake('unreadableFile', order.id) : change
  if (!limit.ok) return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, {})
  const limits = { dataDir: shop.dataDir, maxFileBytes: documentLimits.maxBytes }
  return receiveForm(args.request, limits, async ({ fields, files: [file] }) => {
    const parsed = parseForm(input, fields)
    const errors: FieldErrors = parsed.ok ? {} : { ...parsed.fieldErrors }
    if (!file) errors['file'] = ['Choose a file.']
    else if (file.isTooLarge) errors['file'] = [documentRefusalWords.too_large]
    const { given } = parsed
    if (!parsed.ok || !file || errors['file']) return formError(422, errors, given)
    const content = await readFile(file.path)
    const document = {
      orderId: order.id,
      kind: parsed.value.kind,
      name: shownName(file.name),
      hash: createHash('sha256').update(content).digest('hex'),
    }
    const reading = { sender: order.id, signal: args.request.signal }
    const received = await storePaper(
      shop,
      { given: content, limits: documentLimits, reading },
      ({ file: id, ...stored }) =>
        transact(shop, (work) => addDocument(work, { id, ...document, ...stored })),
    )
    if (received.ok) return redirect(`${documentsPath(order.id)}?sent=yes`, 303)
    if (received.why === 'unreadable') await shop.limits.take('unreadableFile', order.id)
    const refusal = { file: [documentRefusalWords[received.why]] }
    if (received.why === 'busy') return formError(503, refusal, given, { 'Retry-After': '30' })
    return formError(late.has(received.why) ? 409 : 422, refusal, given)
  })
}

const badges = {
  waiting: ['soon', 'We are reading it'],
  accepted: ['ok', 'Accepted'],
  refused: ['stop', 'Not accepted'],
} as const

const hints: Record<DocumentKind, string> = {
  photo_id: 'A driver’s license, state ID or passport: name, address and last day must be readable.',
  residence: 'A utility bill, lease or bank statement of the last 90 days with your name and address.',
  trust: 'The whole trust, or the company’s papers, with every signature and amendment.',
  permit: 'Both sides of the permit or license, with its last day.',
  other: 'See what we wrote above.',
}

/** A file's name as its sender's computer has it, for a list: without control characters, and not longer than a line. */
function shownName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return plain.length > 80 ? `${plain.slice(0, 70)}…${plain.slice(-9)}` : plain || 'document'
}

export default function Documents({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, request, sent } = loaderData
  const kinds = request?.kinds ?? []
  const missing = kinds.filter(({ state }) => state === 'missing')
  const names = missing.map(({ kind }) => documentKindWords[kind]).join(', ')
  const errors: FieldErrors = actionData?.fieldErrors ?? {}
  const given = actionData?.given?.kind
  const next = missing[0] ?? kinds[0]
  return (
    <section className="wrap grid gap-12 pt-8 pb-24" aria-labelledby="documents">
      <header className="grid justify-items-start gap-4">
        <p className="label text-faint">Order {orderId}</p>
        <h1 className="h1" id="documents">
          {missing.length > 0 ? 'We need a document from you' : 'Your documents'}
        </h1>
        {request ? (
          <>
            <p className="lead max-w-text whitespace-pre-line">{request.note}</p>
            <p className="max-w-text">
              {missing.length > 0
                ? `Still to be sent, by ${request.due}: ${names}.`
                : 'We have everything that we asked for, and are reading it. You can add pages that are missing.'}
            </p>
          </>
        ) : (
          <p className="lead max-w-text">We need no document from you now.</p>
        )}
      </header>
      <div className="grid gap-12 lg:grid-cols-2">
        {request && (
          <form
            method="post"
            encType="multipart/form-data"
            id="document-form"
            className="grid min-w-0 content-start gap-6"
            noValidate
          >
            <ErrorSummary errors={errors} title="This file was not sent" ids={{ form: 'document-form' }} />
            <h2 className="h3 border-b border-hairline pb-3">Send a file</h2>
            {kinds.length === 1 && next ? (
              <>
                <input type="hidden" name="kind" value={next.kind} />
                <p>
                  <b className="font-medium">{documentKindWords[next.kind]}</b>
                  <br />
                  <span className="text-sm text-muted">{hints[next.kind]}</span>
                </p>
              </>
            ) : (
              <RadioGroup
                name="kind"
                id="kind"
                label="What is it?"
                error={errors.kind}
                defaultValue={typeof given === 'string' ? given : next?.kind}
                options={kinds.map(({ kind, state }) => ({
                  value: kind,
                  label:
                    documentKindWords[kind] +
                    { missing: '', waiting: ' (received)', accepted: ' (accepted)' }[state],
                  hint: hints[kind],
                }))}
              />
            )}
            <FileField
              name="file"
              id="file"
              label="File"
              accept="application/pdf,image/jpeg,image/png,image/heic,.pdf,.jpg,.jpeg,.png,.heic"
              error={errors.file}
              hint="PDF, JPG or PNG, up to 10 MB. Send front and back one after the other. Cover what we did not ask for, such as a Social Security number."
            />
            <div className="grid gap-3">
              <span>
                <Button variant="primary" busyLabel="Sending...">
                  Send it
                </Button>
              </span>
              {loaderData.isSent && !actionData && (
                <p className="text-sm text-muted" role="status">
                  Thank you. We have it, and you can send another one.
                </p>
              )}
            </div>
          </form>
        )}
        <section className="grid content-start gap-4" aria-labelledby="sent">
          <h2 className="h3 border-b border-hairline pb-3" id="sent">
            What you sent
          </h2>
          {sent.length === 0 ? (
            <p className="text-muted">Nothing yet.</p>
          ) : (
            <ul className="grid gap-5">
              {sent.map(({ id, kind, name, on, state, reason }) => (
                <li key={id} className="grid gap-1">
                  <span className="flex flex-wrap items-center gap-3">
                    <b className="font-medium">{kind}</b>
                    <Badge kind={badges[state][0]}>{badges[state][1]}</Badge>
                  </span>
                  <span className="text-sm wrap-anywhere text-muted">{`${name}, sent ${on}`}</span>
                  {reason && <p className="max-w-text whitespace-pre-line">{reason}</p>}
                </li>
              ))}
            </ul>
          )}
          <p className="max-w-text text-sm text-muted">{`Documents are encrypted, and only the staff who decide about your order can open them. We delete them ${retentionKinds.documents.days} days after our decision at the latest.`}</p>
        </section>
      </div>
      <div>
        <ButtonLink href={`/orders/${orderId}`}>Back to your order</ButtonLink>
      </div>
    </section>
  )
}
