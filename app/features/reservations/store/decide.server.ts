import type { UnitOfWork } from '#app/db/db.server.ts'
import { activeStage } from '#app/features/orders/stages.ts'
import type { DocumentKind } from '#app/features/orders/review.ts'
import { unrefundedLineCents } from '#app/features/orders/refunds.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { addReview, askReview, type NewReview } from '#app/features/orders/store/review.server.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { recordExit } from './close.server.ts'
import { lockPaid } from './agreement.server.ts'

type Decision = { orderId: string; note: string; by: string }

/** For the rules as they are now, in their versions; where they refuse there is nothing to approve. What is owed is due later by the review's time. */
export async function approveReview(work: UnitOfWork, sellables: Sellables, decision: Decision) {
  const found = await findReviewed(work, sellables, decision)
  if (!found.ok) return found
  const { state } = found.review
  if (state === 'refused') return refuse('refused_by_rules')
  if (state === 'clear') return refuse('nothing_to_decide')
  await mail(work, decision, await store(work, decision, found, { decision: 'approved' }))
  return { ok: true as const, was: state }
}

/** In place of what was requested before, to be here by a day (`2026-12-01`). The order waits meanwhile. The buyer is mailed. */
export async function requestDocument(
  work: UnitOfWork,
  sellables: Sellables,
  {
    dueOn,
    today,
    documents,
    ...decision
  }: Decision & { dueOn: string; today: string; documents: DocumentKind[] },
) {
  if (dueOn <= today) return refuse('due_in_past')
  const found = await findReviewed(work, sellables, decision)
  if (!found.ok) return found
  const request = { decision: 'document_requested' as const, dueOn, documents }
  await mail(work, decision, await store(work, decision, found, request))
  return { ok: true as const, was: found.review.state }
}

/** Everything that was paid is refunded, and its reservations end. Refused once a firearm of it was picked up. The buyer is mailed. */
export async function declineReview(work: UnitOfWork, sellables: Sellables, decision: Decision) {
  const found = await findReviewed(work, sellables, decision)
  if (!found.ok) return found
  const { order, lines, review } = found
  if (lines.some(({ line }) => line.stage === 'picked_up')) return refuse('picked_up')
  const { by, orderId } = decision
  const refunded = await requestOperatorRefund(work, sellables, orderId, 'all', { by })
  if (!refunded.ok) return refunded
  const id = await store(work, decision, found, { decision: 'declined' })
  const ending = lines.flatMap(({ line }) => {
    const atStage = activeStage(line)
    return atStage ? [{ line, atStage }] : []
  })
  for (const { line, atStage } of ending) {
    const { note, by } = decision
    await recordExit(work, order, line, {
      exit: 'declined',
      note,
      by,
      atStage,
      refundCents: unrefundedLineCents(line),
    })
  }
  // What ends by it has a mail of its own.
  if (ending.length === 0) await mail(work, decision, id)
  return { ok: true as const, was: review.state }
}

type Reviewed = Extract<Awaited<ReturnType<typeof findReviewed>>, { ok: true }>

async function findReviewed(work: UnitOfWork, sellables: Sellables, decision: Decision) {
  if (!decision.note.trim()) return refuse('note_missing')
  const found = await lockPaid(work, sellables, decision.orderId)
  if (!found.ok) return found
  const lines = found.lines.map(({ line }) => line)
  const review = await askReview(work, found.order, lines)
  return review.state === 'declined' ? refuse('declined') : { ...found, review }
}

async function store(
  work: UnitOfWork,
  { note, by }: Decision,
  { order, review }: Pick<Reviewed, 'order' | 'review'>,
  what: Omit<NewReview, 'note' | 'decidedBy'>,
) {
  const { id } = await addReview(work, order, review.verdict, { ...what, note, decidedBy: by })
  return id
}

function mail({ enqueue }: UnitOfWork, { orderId }: Decision, reviewId: number) {
  return enqueue('mail-order-review', { orderId, reviewId })
}
