import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Work } from '#app/db/work.server.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import type { ChargeAnswer } from '#app/payments/gateway.ts'
import { holdAfterDecline } from '../rules.ts'
import { openAttemptStates, orderLines, paymentAttempts } from '../tables.ts'
import {
  extendLines,
  findOrderForUpdate,
  type LoadedLine,
  moveOrder,
  note,
  type Order,
  type Sellables,
} from './lines.server.ts'
import type { Attempt } from './pay.server.ts'
import { startRefund } from './refund.server.ts'

/** What the gateway said; `unknown` when it went silent; `abandoned` when it surely never heard of the attempt. */
export type Settlement =
  | Exclude<ChargeAnswer, { outcome: 'not_found' }>
  | { outcome: 'unknown' | 'abandoned' }

/**
 * Records what became of an attempt, and everything that follows from it, in the same transaction. Safe to repeat, and
 * to call from the browser's request, a notification and the reconcile job at once: the first answer counts.
 */
export async function settleAttempt(work: Work, sellables: Sellables, attemptId: string, said: Settlement) {
  const orderId = await findOrderOfAttempt(work, attemptId)
  const found = orderId && (await findOrderForUpdate(work, sellables, orderId))
  if (!found) return
  // Read after the order is locked: only now does nobody else settle this attempt.
  const [attempt] = await work.tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  if (!attempt) return

  const { order, lines } = found
  if (!isOpen(attempt))
    return said.outcome === 'captured' ? giveBackLateCharge(work, order, attempt, said.chargeRef) : undefined
  switch (said.outcome) {
    case 'captured':
      return capture(work, order, lines, attempt, said.chargeRef)
    case 'declined':
      return letTryAgain(work, order, lines, attempt, 'declined', said.reason)
    case 'abandoned':
      return letTryAgain(work, order, lines, attempt, 'abandoned', null)
    case 'unknown':
      return leaveOpen(work, order, attempt, 'unknown', attempt.chargeRef)
    case 'review':
      return leaveOpen(work, order, attempt, 'review', said.chargeRef)
  }
}

async function findOrderOfAttempt({ tx }: Work, attemptId: string): Promise<string | undefined> {
  const [attempt] = await tx
    .select({ orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
  return attempt?.orderId
}

function isOpen(attempt: Attempt): boolean {
  return (openAttemptStates as readonly string[]).includes(attempt.state)
}

async function capture(work: Work, order: Order, lines: LoadedLine[], attempt: Attempt, chargeRef: string) {
  await closeAttempt(work, attempt, { state: 'captured', chargeRef })
  await moveOrder(work, order, 'paid', { paidAt: work.now, capturedCents: attempt.amountCents })
  for (const { sellable, ref } of lines) await sellable.fulfil(work, ref, order.id)
  await work.tx
    .update(orderLines)
    .set({ stage: 'reserved' })
    .where(and(eq(orderLines.orderId, order.id), isNotNull(orderLines.itemClass)))
  await note(work, order.id, 'paid', { attempt: attempt.id, amountCents: attempt.amountCents })
  await work.enqueue('mail-order-confirmation', { orderId: order.id })
}

/** The payment came to nothing: the hold runs again, long enough to try once more. */
async function letTryAgain(
  work: Work,
  order: Order,
  lines: LoadedLine[],
  attempt: Attempt,
  state: 'declined' | 'abandoned',
  declineReason: string | null,
) {
  const until = holdAfterDecline(order, work.now)
  await closeAttempt(work, attempt, { state, declineReason })
  await moveOrder(work, order, 'held', { expiresAt: until })
  await extendLines(work, order.id, lines, until)
  await note(work, order.id, state, { attempt: attempt.id, until: until.toISOString() })
}

async function leaveOpen(
  work: Work,
  order: Order,
  attempt: Attempt,
  state: 'unknown' | 'review',
  chargeRef: string | null,
) {
  const asked = attempt.asked + 1
  // The first question comes soon, the next ones further apart; a review takes people, so hours are fine.
  const waitMs = Math.min(
    2 * second * 2 ** Math.min(asked - 1, 10),
    state === 'review' ? 30 * minute : minute,
  )
  const askAgainAt = after(work.now, waitMs)
  await work.tx
    .update(paymentAttempts)
    .set({ state, chargeRef, asked, askAgainAt })
    .where(eq(paymentAttempts.id, attempt.id))
  // The buyer is watching: the round that looks every minute would come too late for them.
  await work.enqueue('reconcile-payments', {}, { startAfter: askAgainAt })
  if (order.state === state) return
  // Once held for review, silence about it is no news.
  if (order.state === 'review') return
  await moveOrder(work, order, state)
  await note(work, order.id, state, { attempt: attempt.id })
}

async function closeAttempt(
  { tx, now }: Work,
  attempt: Attempt,
  values: Partial<typeof paymentAttempts.$inferInsert>,
) {
  await tx
    .update(paymentAttempts)
    .set({ ...values, settledAt: now, askAgainAt: null })
    .where(eq(paymentAttempts.id, attempt.id))
}

/** Given up, and charged all the same: the buyer gets that money back without asking. */
async function giveBackLateCharge(work: Work, order: Order, attempt: Attempt, chargeRef: string) {
  if (attempt.state === 'captured') return
  await work.tx
    .update(paymentAttempts)
    .set({ chargeRef, isLate: true })
    .where(eq(paymentAttempts.id, attempt.id))
  await startRefund(work, order.id, {
    attemptId: attempt.id,
    amountCents: attempt.amountCents,
    requestedBy: 'shop',
  })
}

/** How long an attempt under question belongs to the process that asks. */
const askLeaseMs = 30 * second

/** Takes open attempts that are due to be asked for, so that no other process asks for them at the same time. */
export async function takeDueAttempts({ tx, now }: Work, most: number): Promise<Attempt[]> {
  const due = tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.state, [...openAttemptStates]), lte(paymentAttempts.askAgainAt, now)))
    .limit(most)
    .for('update', { skipLocked: true })
  return tx
    .update(paymentAttempts)
    .set({ askAgainAt: after(now, askLeaseMs) })
    .where(sql`${paymentAttempts.id} in ${due}`)
    .returning()
}
