import type { DocumentKind } from '#app/features/orders/review.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { DocumentState, RequestedDocument } from '../rules/documents.ts'
import { documentPageWords } from '../words/documents.ts'
import { DocumentForm } from './document-form.tsx'

export type ShownRequest = RequestedDocument & { kind: DocumentKind; name: string; hint: string }

type Props = {
  orderId: string
  request: { note: string; due: string; kinds: readonly ShownRequest[] } | null
  sent: readonly {
    id: string
    kind: string
    name: string
    on: string
    state: DocumentState
    words: string
    reason: string
  }[]
  errors: FieldErrors
  given: SubmittedFields
  isSent: boolean
}

const badges = { waiting: 'soon', accepted: 'ok', refused: 'stop' } as const

export function DocumentsPage({ orderId, request, sent, errors, given, isSent }: Props) {
  const missing = request?.kinds.filter(({ state }) => state === 'missing') ?? []
  return (
    <section className="wrap grid gap-12 pt-8 pb-24" aria-labelledby="documents">
      <header className="grid justify-items-start gap-4">
        <p className="label text-faint">Order {orderId}</p>
        <h1 className="h1" id="documents">
          {missing.length > 0 ? documentPageWords.title : documentPageWords.nothingTitle}
        </h1>
        {request ? (
          <>
            <p className="lead max-w-text whitespace-pre-line">{request.note}</p>
            <p className="max-w-text">
              {missing.length > 0
                ? documentPageWords.missing(missing.map(({ name }) => name).join(', '), request.due)
                : documentPageWords.complete}
            </p>
          </>
        ) : (
          <p className="lead max-w-text">{documentPageWords.nothing}</p>
        )}
      </header>
      <div className="grid gap-12 lg:grid-cols-2">
        {request && <DocumentForm kinds={request.kinds} errors={errors} given={given} isSent={isSent} />}
        <section className="grid content-start gap-4" aria-labelledby="sent">
          <h2 className="h3 border-b border-hairline pb-3" id="sent">
            {documentPageWords.sent}
          </h2>
          {sent.length === 0 ? (
            <p className="text-muted">{documentPageWords.noneSent}</p>
          ) : (
            <ul className="grid gap-5">
              {sent.map(({ id, kind, name, on, state, words, reason }) => (
                <li key={id} className="grid gap-1">
                  <span className="flex flex-wrap items-center gap-3">
                    <b className="font-medium">{kind}</b>
                    <Badge kind={badges[state]}>{words}</Badge>
                  </span>
                  <span className="text-sm wrap-anywhere text-muted">{`${name}, sent ${on}`}</span>
                  {reason && <p className="max-w-text whitespace-pre-line">{reason}</p>}
                </li>
              ))}
            </ul>
          )}
          <p className="max-w-text text-sm text-muted">{documentPageWords.privacy}</p>
        </section>
      </div>
      <div>
        <ButtonLink to={`/orders/${orderId}`}>Back to your order</ButtonLink>
      </div>
    </section>
  )
}
