import { eq, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { StateRule, Verdict } from '#app/features/compliance/rules.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { DealerInput } from '../input.ts'
import type { DealerAnswer } from '../rules/dealer-answer.ts'
import { mayChooseDealer } from '../rules/refund-clock.ts'
import { judgeOrder } from '../rules/verdict.ts'
import { orders } from '../tables.ts'
import { findOrderForUpdate, addEvent, type Sellables } from './lines.server.ts'

export type ChosenDealer = DealerInput & { dealerKey?: string | null; dealerZip?: string | null }

export type DealerRefusal =
  | { ok: false; why: 'refused_by_state'; verdict: Verdict }
  | Refusal<'not_paid' | 'form_filed'>

/**
 * Sets or changes the dealer of a paid order. The state rules are checked with the dealer's state; a refusal changes
 * nothing. An earlier dealer's answer is discarded.
 */
export async function chooseDealer(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  dealer: ChosenDealer,
  rules: readonly StateRule[],
): Promise<{ ok: true } | DealerRefusal> {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return refuse('not_paid')
  const { order } = found
  const lines = found.lines.map(({ line }) => line)
  const may = mayChooseDealer({ state: order.state, lines }, work.now)
  if (!may.ok) return may
  const { dealerName, dealerCity, dealerState, dealerKey = null, dealerZip = null } = dealer
  const verdict = judgeOrder(lines, { ...order, dealerState: dealer.dealerState, dealerZip }, rules, work.now)
  if (verdict.outcome === 'refused') return { ok: false, why: 'refused_by_state', verdict }
  await work.tx
    .update(orders)
    .set({ dealerName, dealerCity, dealerState, dealerKey, dealerZip, dealerAnswer: null, verdict })
    .where(eq(orders.id, orderId))
  // No names: the history is stored permanently.
  await addEvent(work, orderId, 'dealer', { outcome: verdict.outcome })
  // Sales tax on a firearm follows the place where it is handed over.
  if (lines.some(({ stage }) => stage !== null)) await work.enqueue('balance-tax', { orderId })
  return { ok: true }
}

/** Stores the chosen dealer's answer for the buyer to see. The history holds no names. */
export async function recordDealerAnswer(
  work: UnitOfWork,
  orderId: string,
  answer: DealerAnswer,
  by?: string,
): Promise<void> {
  await work.tx.update(orders).set({ dealerAnswer: answer }).where(eq(orders.id, orderId))
  const { is, feeCents } = answer
  await addEvent(work, orderId, `dealer_${is}`, { ...(feeCents !== null && { feeCents }), ...(by && { by }) })
}

export async function confirmDealerAnswer(work: UnitOfWork, orderId: string, by: string): Promise<void> {
  await work.tx
    .update(orders)
    .set({ dealerAnswer: sql`${orders.dealerAnswer} || '{"isConfirmed": true}'` })
    .where(eq(orders.id, orderId))
  await addEvent(work, orderId, 'dealer_confirmed', { by })
}

/** Locks an order for the rest of the transaction, so that changes happen one at a time. Is there such an order? */
export async function lockOrder({ tx }: Pick<UnitOfWork, 'tx'>, orderId: string): Promise<boolean> {
  const locked = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
  return locked.length > 0
}
