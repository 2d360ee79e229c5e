import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { buyerMail, mailedOrder, mintLink, noticeLetter } from '#app/features/orders/mails.server.ts'
import { unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { type DocumentKind, documentKindWords } from '#app/features/orders/review.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { activeStage } from '#app/features/orders/stages.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import {
  addReview,
  askReview,
  listReviews,
  type NewReview,
  type OrderReview,
} from '#app/features/orders/store/review.server.ts'
import { orderEvents, orderReviews, orders } from '#app/features/orders/tables.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { paperRefusalWords } from '#app/files/file-type.ts'
import { after } from '#app/kit/clock.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { refuse } from '#app/kit/refusal.ts'
import { facts } from '#app/mail/letter.ts'
import { exitRows } from '../rules.ts'
import { orderDocuments } from '../tables.ts'
import { lockPaid } from './agreement.server.ts'
import { recordExit } from './close.server.ts'

// The review of an order: what staff decide, and the documents that they ask its buyer for meanwhile.

type Decision = { orderId: string; note: string; by: string }

/** For the rules as they are now, in their versions; where they refuse there is nothing to approve. What is owed is due later by the review's time. */
export async function approveReview(work: UnitOfWork, sellables: Sellables, decision: Decision) {
  const found = await lockReviewed(work, sellables, decision)
  if (!found.ok) return found
  const { state } = found.review
  if (state === 'refused') return refuse('refused_by_rules')
  if (state === 'clear') return refuse('nothing_to_decide')
  await found.decide({ decision: 'approved' })
  return { ok: true as const, was: state }
}

/** In place of what was requested before, to be here by a day (`2026-12-01`). The order waits meanwhile. The buyer is mailed. */
export async function requestDocument(
  work: UnitOfWork,
  sellables: Sellables,
  asked: Decision & { dueOn: string; today: string; documents: DocumentKind[] },
) {
  const { dueOn, today, documents } = asked
  if (dueOn <= today) return refuse('due_in_past')
  const found = await lockReviewed(work, sellables, asked)
  if (!found.ok) return found
  await found.decide({ decision: 'document_requested', dueOn, documents })
  return { ok: true as const, was: found.review.state }
}

/** Everything that was paid is refunded, and its reservations end. Refused once a firearm of it was picked up. The buyer is mailed. */
export async function declineReview(work: UnitOfWork, sellables: Sellables, decision: Decision) {
  const found = await lockReviewed(work, sellables, decision)
  if (!found.ok) return found
  const { order, lines, review } = found
  if (lines.some(({ line }) => line.stage === 'picked_up')) return refuse('picked_up')
  const { orderId, note, by } = decision
  const refunded = await requestOperatorRefund(work, sellables, orderId, 'all', { by })
  if (!refunded.ok) return refunded
  const ending = lines.flatMap(({ line }) => {
    const atStage = activeStage(line)
    const { position } = line
    return atStage ? [{ position, atStage, refundCents: unrefundedLineCents(line), note, by }] : []
  })
  // What ends by it has a mail of its own.
  await found.decide({ decision: 'declined' }, ending.length === 0)
  for (const each of ending) await recordExit(work, order, { ...each, exit: 'declined' })
  return { ok: true as const, was: review.state }
}

/** The order of a decision, locked, its review asked again. */
async function lockReviewed(work: UnitOfWork, sellables: Sellables, { orderId, note, by }: Decision) {
  if (!note.trim()) return refuse('note_missing')
  const found = await lockPaid(work, sellables, orderId)
  if (!found.ok) return found
  const { order, lines } = found
  const review = await askReview(
    work,
    order,
    lines.map(({ line }) => line),
  )
  if (review.state === 'declined') return refuse('declined')
  const decide = async (what: Omit<NewReview, 'note' | 'decidedBy'>, isMailed = true) => {
    const { id: reviewId } = await addReview(work, order, review.verdict, { ...what, note, decidedBy: by })
    if (isMailed) await work.enqueue('mail-order-review', { orderId, reviewId })
  }
  return { ok: true as const, order, lines, review, decide }
}

export type OrderDocument = typeof orderDocuments.$inferSelect

const oldestFirst = [asc(orderDocuments.sentAt), asc(orderDocuments.id)]

export const listDocuments = rowsBy(orderDocuments, 'orderId', oldestFirst)

export async function listDocumentsOf(db: Db, orderIds: readonly string[]): Promise<OrderDocument[]> {
  return db
    .select()
    .from(orderDocuments)
    .where(inArray(orderDocuments.orderId, [...orderIds]))
    .orderBy(...oldestFirst)
}

export async function findDocument(db: Db, orderId: string, id: string): Promise<OrderDocument | undefined> {
  return (await listDocuments(db, orderId)).find((each) => each.id === id)
}

/** A kind that staff requested, with its state: `missing` while no document of it waits or is accepted. */
type RequestedDocument = { kind: DocumentKind; state: 'missing' | 'waiting' | 'accepted' }

export function requestedDocuments(
  latest: Pick<OrderReview, 'id' | 'decision' | 'documents'> | undefined,
  sent: readonly Pick<OrderDocument, 'reviewId' | 'kind' | 'state'>[],
): RequestedDocument[] {
  if (latest?.decision !== 'document_requested') return []
  return latest.documents.map((kind) => {
    const own = sent.filter((each) => each.reviewId === latest.id && each.kind === kind)
    const isSome = (state: OrderDocument['state']) => own.some((each) => each.state === state)
    return { kind, state: isSome('accepted') ? 'accepted' : isSome('waiting') ? 'waiting' : 'missing' }
  })
}

const megabytes = 10
/** How much of a document is taken: bytes as it is sent, and pages of a PDF. A trust with its amendments is long. */
export const documentLimits = { maxBytes: megabytes * 1024 * 1024, maxPages: 100 }
export const maxDocuments = 20

export const documentRefusalWords = {
  ...paperRefusalWords({
    megabytes,
    pages: documentLimits.maxPages,
    shorter: 'Send the pages that we asked for.',
  }),
  not_requested: 'We are not waiting for this document any more.',
  too_many: 'We have as many files from you as one order may have. Write to us if one is missing.',
  refused_before: 'You sent this same file before, and we could not accept it. The reason is below.',
}

/** If staff request one of its kind. The same file sent twice is one document: `isNew` says whether this one is it. */
export async function addDocument(
  work: UnitOfWork,
  sent: Pick<OrderDocument, 'id' | 'orderId' | 'kind' | 'name' | 'type' | 'bytes' | 'hash'>,
) {
  const { tx, now } = work
  const { orderId, kind, hash } = sent
  await lockOrder(work, orderId)
  const order = await findOrder(tx, orderId)
  const [latest] = await listReviews(tx, orderId)
  const isRequested = requestedDocuments(latest, []).some((each) => each.kind === kind)
  if (!order || !isPaid(order.state) || !latest || !isRequested) return refuse('not_requested')
  const known = await listDocuments(tx, orderId)
  const same = known.find((each) => each.reviewId === latest.id && each.kind === kind && each.hash === hash)
  if (same) return same.state === 'refused' ? refuse('refused_before') : { ok: true as const, isNew: false }
  if (known.length >= maxDocuments) return refuse('too_many')
  await tx.insert(orderDocuments).values({ ...sent, reviewId: latest.id, sentAt: now })
  await addEvent(work, orderId, 'document_sent', { document: kind })
  return { ok: true as const, isNew: true }
}

type DocumentDecision = { orderId: string; id: string; by: string } & (
  | { state: 'accepted' }
  | { state: 'refused'; reason: string }
)

export async function decideDocument(work: UnitOfWork, { orderId, id, by, ...decision }: DocumentDecision) {
  if (!(await lockOrder(work, orderId))) return refuse('order_not_found')
  const found = await findDocument(work.tx, orderId, id)
  if (!found) return refuse('no_such_document')
  if (found.state !== 'waiting') return refuse('document_decided')
  await work.tx
    .update(orderDocuments)
    .set({ ...decision, decidedAt: work.now, decidedBy: by })
    .where(eq(orderDocuments.id, id))
  await addEvent(work, orderId, `document_${decision.state}`, { document: found.kind, by })
  if (decision.state === 'refused') await work.enqueue('mail-document-refused', { orderId, documentId: id })
  return { ok: true as const, kind: found.kind }
}

/** One is needed while the decision that it was requested for is open; not after it was refused itself, or after the order ended. */
export function forgetDocuments(work: UnitOfWork, keepMs: number): Promise<number> {
  return deleteDocuments(work, sql`${notNeededSince} <= ${after(work.now, -keepMs)}`)
}

export async function deleteDocumentsOf(work: UnitOfWork, orderIds: readonly string[]): Promise<number> {
  const ofThem = inArray(orderDocuments.orderId, [...orderIds])
  return deleteDocuments(work, sql`${ofThem} and ${notNeededSince} is not null`)
}

async function deleteDocuments({ tx }: UnitOfWork, condition: SQL) {
  const deleted = await tx.delete(orderDocuments).where(condition).returning({ id: orderDocuments.id })
  return deleted.length
}

/** Since when a document is not needed any more; null while it is. */
const notNeededSince = sql<Date | null>`least(
  case when ${orderDocuments.state} = 'refused' then ${orderDocuments.decidedAt} end,
  (select min(decided.at) from ${orderReviews} decided
    where decided.order_id = ${orderDocuments.orderId} and decided.id > ${orderDocuments.reviewId}
      and decided.decision <> 'document_requested'),
  (select max(${orderEvents.at}) from ${orders} join ${orderEvents} on ${orderEvents.orderId} = ${orders.id}
    where ${orders.id} = ${orderDocuments.orderId} and ${orders.state} not in ('paid', 'part_refunded')))`

export const documentsPath = (orderId: string) => `/orders/${orderId}/documents`

const howToSend =
  'Upload it on your order page; please don’t email it. Only our staff can open it, and we delete it when we no longer need it. Your order waits until we have read it. If you cannot get it, tell us: whatever is refundable, you can still refund on your order page.'

export const mailReview = buyerMail('mail-order-review', {
  payload: z.object({ orderId: z.string(), reviewId: z.number().int() }),
  key: ({ reviewId }) => `order-review:${reviewId}`,
  async write(shop, order, { orderId, reviewId }) {
    const review = (await listReviews(shop.db, orderId)).find(({ id }) => id === reviewId)
    if (!review) return undefined
    const { decision, note, dueOn, documents } = review
    const link = mintLink(shop, order)
    const due = formatCalendarDate(dueOn ?? '')
    const notices = {
      approved: {
        heading: 'Your order passed our review',
        texts: [
          'Our staff checked your order against the rules of the states it concerns and approved it. It moves on now.',
        ],
        link,
      },
      declined: {
        heading: exitRows.declined.title,
        texts: [
          exitRows.declined.text,
          note,
          'Everything you paid goes back the way it was paid. We email you each refund.',
        ],
        link,
      },
      document_requested: {
        heading: 'We need a document from you',
        texts: [note, `Please send it by ${due}.`, howToSend],
        rows: facts({ Document: documents.map((kind) => documentKindWords[kind]).join(', '), By: due }),
        button: 'Upload it',
        link: `${link}&to=${documentsPath(orderId)}`,
      },
    }
    return noticeLetter(mailedOrder(order), notices[decision])
  },
})

export const mailRefused = buyerMail('mail-document-refused', {
  payload: z.object({ orderId: z.string(), documentId: z.string() }),
  key: ({ documentId }) => `document-refused:${documentId}`,
  async write(shop, order, { orderId, documentId }) {
    const document = await findDocument(shop.db, orderId, documentId)
    if (!document?.reason) return undefined
    const name = documentKindWords[document.kind]
    return noticeLetter(mailedOrder(order), {
      heading: 'We could not accept your document',
      texts: [`We read your document (${name}) and need another one.`, document.reason, howToSend],
      rows: facts({ Document: name }),
      button: 'Upload it',
      link: `${mintLink(shop, order)}&to=${documentsPath(orderId)}`,
    })
  },
})
