import { and, between, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Work, Workplace } from '#app/db/work.server.ts'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import type { ChargeAnswer } from '#app/payments/gateway.ts'
import { holdAfterDecline } from '../rules.ts'
import { openAttemptStates, paymentAttempts } from '../payment-tables.ts'
import { captureStatement } from './capture-statement.server.ts'
import {
  announceLines,
  extendLines,
  findOrderForUpdate,
  kindsOf,
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
  switch (said.outcome) {
    case 'captured':
      return isOpen(attempt)
        ? captureAttempt(work, order.id, lines, { attemptId, chargeRef: said.chargeRef })
        : giveBackLateCharge(work, order, attempt, said.chargeRef)
    case 'declined':
      return isOpen(attempt) && letTryAgain(work, order, lines, attempt, 'declined', said.reason)
    case 'abandoned':
      return isOpen(attempt) && letTryAgain(work, order, lines, attempt, 'abandoned', null)
    case 'unknown':
      return isOpen(attempt) && leaveOpen(work, order, attempt, 'unknown', attempt.chargeRef)
    case 'review':
      return isOpen(attempt) && leaveOpen(work, order, attempt, 'review', said.chargeRef)
  }
}

/**
 * Turns a charge that the gateway has just captured into a paid order, in one statement, and writes down that it is to be confirmed.
 * False when the attempt was settled by somebody else meanwhile: then `settleAttempt` knows what to do.
 */
export async function captureAttempt(
  work: Work,
  orderId: string,
  lines: Pick<LoadedLine, 'sellable' | 'ref'>[],
  charge: { attemptId: string; chargeRef: string },
): Promise<boolean> {
  const capture = captureStatement(kindsOf(lines))
  const [captured] = await capture(work.tx, { ...charge, orderId, lines: lines.length, now: work.now })
  if (!captured?.paid) return false
  announceLines(work, lines)
  return true
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

/** The payment came to nothing: the hold runs again, long enough to try once more. */
async function letTryAgain(
  work: Work,
  order: Order,
  lines: LoadedLine[],
  attempt: Attempt,
  state: 'declined' | 'abandoned',
  declineReason: string | null,
) {
  await closeAttempt(work, attempt, { state, declineReason })
  const until = holdAfterDecline(order, work.now, await countDeclines(work, order.id))
  await moveOrder(work, order, 'held', { expiresAt: until })
  await extendLines(work, order.id, lines, until)
  await note(work, order.id, state, { attempt: attempt.id, until: until.toISOString() })
}

/** How many payments of an order came to nothing. */
function countDeclines({ tx }: Work, orderId: string): Promise<number> {
  const cameToNothing = inArray(paymentAttempts.state, ['declined', 'abandoned'])
  return tx.$count(paymentAttempts, and(eq(paymentAttempts.orderId, orderId), cameToNothing))
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
  const isInvoice = state === 'review' && attempt.gateway === 'manual'
  await note(work, order.id, isInvoice ? 'invoiced' : state, { attempt: attempt.id })
  if (isInvoice) await work.enqueue('mail-order-invoice', { orderId: order.id, attemptId: attempt.id })
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

/**
 * Takes a gateway's open attempts that are due to be asked for, so that no other process asks for them at the same time.
 * Another gateway knows nothing of them, and would have us give them up.
 */
export async function takeDueAttempts({ tx, now }: Work, gateway: string, most: number): Promise<Attempt[]> {
  const due = tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.state, [...openAttemptStates]),
        lte(paymentAttempts.askAgainAt, now),
        eq(paymentAttempts.gateway, gateway),
      ),
    )
    .limit(most)
    .for('update', { skipLocked: true })
  return tx
    .update(paymentAttempts)
    .set({ askAgainAt: after(now, askLeaseMs) })
    .where(sql`${paymentAttempts.id} in ${due}`)
    .returning()
}

/** A report may be hours late: for a day, what was given up is looked for again. */
const abandonedSpan = { fromMs: 26 * hour, toMs: 1 * hour }

/** Attempts that were given up within the last day because their gateway did not know them. */
export function listAbandoned(
  { db, now }: Pick<Workplace, 'db' | 'now'>,
  gateway: string,
): Promise<Attempt[]> {
  const at = now()
  return db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.state, 'abandoned'),
        eq(paymentAttempts.isLate, false),
        eq(paymentAttempts.gateway, gateway),
        between(paymentAttempts.settledAt, after(at, -abandonedSpan.fromMs), after(at, -abandonedSpan.toMs)),
      ),
    )
}
