import { and, eq, inArray } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { isNfaClass } from '#app/features/orders/stages.ts'
import { hasOpenReturn } from '#app/features/orders/store/stage.server.ts'
import { addEvent, findOrderForUpdate, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { askReview } from '#app/features/orders/store/review.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { agreementVersion, isSameSending, type Terms, type Transferee } from '../rules.ts'
import { reservations } from '../tables.ts'

/** The paid order of a verb, locked. */
export async function lockPaid(work: UnitOfWork, sellables: Sellables, orderId: string) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  return found && isPaid(found.order.state) ? { ok: true as const, ...found } : refuse('not_paid')
}

export type Reservation = typeof reservations.$inferSelect

export async function findReservation(db: Db, orderId: string, position: number) {
  return (await listReservations(db, orderId)).find((each) => each.position === position)
}

export const listReservations = rowsBy(reservations, 'orderId')

/** Which of these lines have terms that staff sent, as `order position`. */
export async function listLinesWithTerms(db: Db, lines: readonly { orderId: string }[]) {
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
  if (orderIds.length === 0) return new Set()
  const found = await db
    .select({ orderId: reservations.orderId, position: reservations.position })
    .from(reservations)
    .where(inArray(reservations.orderId, orderIds))
  return new Set(found.map(({ orderId, position }) => `${orderId} ${position}`))
}

type NewTerms = Terms & { orderId: string; position: number; by: string }

/** The buyer is mailed a link to accept them. New terms replace earlier ones, until they are agreed. Refused while a review is undecided. */
export async function sendAgreement(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, position, variant, includes, priceCents, by }: NewTerms,
) {
  const found = await lockPaid(work, sellables, orderId)
  if (!found.ok) return found
  const line = found.lines.find((each) => each.line.position === position)?.line
  if (!line?.stage || line.returnedAt) return refuse('no_such_line')
  if (line.stage !== 'reserved') return refuse('already_agreed')
  if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  if (!variant.trim() || !includes.trim()) return refuse('terms_missing')
  if (priceCents < line.unitCents) return refuse('below_deposit')
  const lines = found.lines.map((each) => each.line)
  if ((await askReview(work, found.order, lines)).state !== 'clear') return refuse('in_review')
  const terms = {
    variant,
    includes,
    priceCents,
    agreementVersion,
    sentAt: work.now,
    sentBy: by,
    acceptedAt: null,
    acceptedSentence: null,
    transferee: null,
  }
  await work.tx
    .insert(reservations)
    .values({ orderId, position, ...terms })
    .onConflictDoUpdate({ target: [reservations.orderId, reservations.position], set: terms })
  await addEvent(work, orderId, 'agreement_sent', { line: position, priceCents, by })
  const sentAt = work.now.toISOString()
  await work.enqueue('mail-agreement', { orderId, position, sentAt })
  return { ok: true as const }
}

export type Acceptance = {
  orderId: string
  position: number
  /** The time of the terms that they saw, as an ISO instant. */
  sentAt: string
  sentence: string
  /** Who it is transferred to; only NFA items ask for it. */
  transferee: Transferee | undefined
}

/** As they saw them, with their order locked. Safe to repeat: the first time counts, and `isFirst` says whether this was it. */
export async function acceptAgreement(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, position, sentAt, sentence, transferee }: Acceptance,
) {
  const found = await lockPaid(work, sellables, orderId)
  if (!found.ok) return found
  const line = found.lines.find((each) => each.line.position === position)?.line
  if (!line || line.returnedAt) return refuse('not_paid')
  const terms = await findReservation(work.tx, orderId, position)
  if (!terms) return refuse('not_sent')
  if (!isSameSending(terms.sentAt, sentAt)) return refuse('terms_changed')
  if (terms.acceptedAt) return { ok: true as const, isFirst: false }
  if (line.stage !== 'reserved') return refuse('not_paid')
  if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  const isNfa = isNfaClass(line.itemClass)
  if (isNfa && !transferee) return refuse('transferee_missing')
  await work.tx
    .update(reservations)
    .set({
      acceptedAt: work.now,
      acceptedSentence: sentence,
      transferee: isNfa ? (transferee ?? null) : null,
    })
    .where(and(eq(reservations.orderId, orderId), eq(reservations.position, position)))
  await addEvent(work, orderId, 'agreement_accepted', { line: position, priceCents: terms.priceCents })
  return { ok: true as const, isFirst: true }
}

export async function clearAcceptance(
  { tx }: Pick<UnitOfWork, 'tx'>,
  orderId: string,
  positions: readonly number[],
): Promise<void> {
  await tx
    .update(reservations)
    .set({ acceptedAt: null, acceptedSentence: null })
    .where(and(eq(reservations.orderId, orderId), inArray(reservations.position, [...positions])))
}
