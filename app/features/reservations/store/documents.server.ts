import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { orderReviews, orderEvents, orders } from '#app/features/orders/tables.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import { after } from '#app/kit/clock.ts'
import { refuse } from '#app/kit/refusal.ts'
import { orderDocuments } from '../tables.ts'
import { maxDocuments, requestedDocuments } from '../rules.ts'

export type OrderDocument = typeof orderDocuments.$inferSelect

export const listDocuments = rowsBy(orderDocuments, 'orderId', [
  asc(orderDocuments.sentAt),
  asc(orderDocuments.id),
])

export async function listDocumentsOf(db: Db, orderIds: readonly string[]): Promise<OrderDocument[]> {
  return db
    .select()
    .from(orderDocuments)
    .where(inArray(orderDocuments.orderId, [...orderIds]))
    .orderBy(asc(orderDocuments.sentAt), asc(orderDocuments.id))
}

export async function findDocument(db: Db, orderId: string, id: string): Promise<OrderDocument | undefined> {
  const [found] = await db
    .select()
    .from(orderDocuments)
    .where(and(eq(orderDocuments.orderId, orderId), eq(orderDocuments.id, id)))
  return found
}

export type SentDocument = Pick<OrderDocument, 'id' | 'orderId' | 'kind' | 'name' | 'type' | 'bytes' | 'hash'>

/** If staff request one of its kind. The same file sent twice is one document: `isNew` says whether this one is it. */
export async function addDocument(work: UnitOfWork, sent: SentDocument) {
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

export type DocumentDecision = { orderId: string; id: string; by: string } & (
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

async function deleteDocuments({ tx }: UnitOfWork, condition: ReturnType<typeof sql>) {
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
