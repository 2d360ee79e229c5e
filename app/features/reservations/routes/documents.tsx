import { redirect } from 'react-router'
import '#app/features/orders/order.css'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import { documentKindWords } from '#app/features/orders/words/documents.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formError } from '#app/http/refused.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { DocumentsPage } from '../components/documents-page.tsx'
import { requestedDocuments } from '../rules/documents.ts'
import { listDocuments } from '../store/documents.server.ts'
import { documentHints, documentsPath, documentStateWords } from '../words/documents.ts'
import type { Route } from './+types/documents'
import { busyHeaders, receiveDocumentForm } from './received-document.server.ts'

export const meta = () => [{ title: siteTitle('Your documents') }]

/** What staff requested of the buyer, the form that sends it, and what was sent. */
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

/** Takes a document. */
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
