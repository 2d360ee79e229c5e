import { and, eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { cancelHold, expireHold, extendHold } from '#app/features/checkout/store/hold.server.ts'
import { lockOrder } from '#app/features/orders/store/dealer.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { findLastEndedPeriod } from '#app/features/orders/store/review-periods.server.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { balances } from '../balance-tables.ts'
import { hasTaxDifference, isDue } from '../rules/balance.ts'
import { type Balance, findBalance } from './balance-lookup.server.ts'
import { endOfDay, readAgain } from './balance-request.server.ts'
import { onlyBalances } from './balance-stock.server.ts'

export type BalanceChange = { orderId: string; position: number; by: string; reason: string }

/**
 * Gives the buyer until another day to pay, with a new series of reminders. Refused while a payment is in progress: its
 * invoice has a due date of its own.
 */
export async function extendBalance(
  work: UnitOfWork,
  change: BalanceChange & { dueOn: string },
  timeZone: string,
) {
  const found = await lockDue(work, change)
  if (!found.ok) return found
  const dueAt = endOfDay(change.dueOn, timeZone)
  if (!dueAt || dueAt <= work.now) return refuse('due_in_past')
  const { id } = found.balance
  const held = await extendBalanceHold(work, found.balance, dueAt)
  if (!held.ok) return held
  // The new date takes into account what is over. Of a review that is open, only the days from now on are added to it.
  await work.tx
    .update(balances)
    .set({
      dueAt,
      reminded: null,
      remindFrom: work.now,
      reason: change.reason,
      countedReviewId: await findLastEndedPeriod(work.tx, change.orderId),
    })
    .where(eq(balances.id, id))
  await note(work, change, 'balance_extended', { dueOn: change.dueOn })
  await work.enqueue('mail-balance', { balanceId: id, kind: 'extended', at: work.now.toISOString() })
  return { ok: true as const, balance: await readAgain(work, { id }) }
}

/** The order that is to pay a balance, if there is one, holds it until then. Refused while it is being paid. */
export async function extendBalanceHold(work: UnitOfWork, { state, orderId }: Balance, until: Date) {
  if (state !== 'held' || !orderId) return allowed
  const extended = await extendHold(work, onlyBalances, orderId, until)
  if (!extended.ok && extended.why !== 'expired') return refuse('payment_under_way')
  if (!extended.ok) await expireHold(work, onlyBalances, orderId)
  return allowed
}

/** Asks for nothing more: the reservation goes on as if the balance were paid. For whoever may override. */
export async function waiveBalance(work: UnitOfWork, change: BalanceChange) {
  return endDue(work, change, 'waived', 'balance_waived')
}

export async function withdrawBalance(work: UnitOfWork, change: BalanceChange) {
  return endDue(work, change, 'released', 'balance_withdrawn')
}

/**
 * Staff settled the sales tax by which a paid balance differs where the dealer is now: they refunded it, collected it, or bear it. It
 * moves no money. A dealer in another place makes another difference, which is open again.
 */
export async function settleTaxDifference(work: UnitOfWork, change: BalanceChange) {
  if (!change.reason.trim()) return refuse('reason_needed')
  await lockOrder(work, change.orderId)
  const balance = await findBalance(work.tx, change.orderId, change.position)
  if (!balance) return refuse('balance_not_found')
  const { id, taxDifferenceCents } = balance
  if (!hasTaxDifference(balance)) return refuse('no_tax_difference')
  await work.tx.update(balances).set({ taxSettledCents: taxDifferenceCents }).where(eq(balances.id, id))
  await note(work, change, 'balance_tax_settled', { amountCents: taxDifferenceCents })
  return { ok: true as const, balance: await readAgain(work, { id }) }
}

/** The terms of a reservation are open again: what is due of the old price is due no more, unless it is being paid. */
export async function withdrawIfDue(work: UnitOfWork, orderId: string, position: number, by: string) {
  const reason = 'The terms were opened again'
  await withdrawBalance(work, { orderId, position, by, reason })
}

async function endDue(
  work: UnitOfWork,
  change: BalanceChange,
  state: 'waived' | 'released',
  event: 'balance_waived' | 'balance_withdrawn',
) {
  if (!change.reason.trim()) return refuse('reason_needed')
  const found = await lockDue(work, change)
  if (!found.ok) return found
  const freed = await freeBalance(work, found.balance)
  if (!freed.ok) return freed
  const ended = await endOpen(work, found.balance, { state, by: change.by, reason: change.reason })
  if (!ended) return refuse('try_again')
  await note(work, change, event)
  return { ok: true as const, balance: ended }
}

/** Ends a request that no order holds any more; `undefined` where one does. */
export async function endOpen(
  { tx, now }: UnitOfWork,
  { id }: Balance,
  { state, by, reason }: { state: 'waived' | 'released'; by: string; reason: string },
): Promise<Balance | undefined> {
  const [ended] = await tx
    .update(balances)
    .set({ state, endedAt: now, endedBy: by, reason })
    .where(and(eq(balances.id, id), eq(balances.state, 'open')))
    .returning()
  return ended
}

async function lockDue(work: UnitOfWork, { orderId, position, reason }: BalanceChange) {
  if (!reason.trim()) return refuse('reason_needed')
  await lockOrder(work, orderId)
  const balance = await findBalance(work.tx, orderId, position)
  if (!balance) return refuse('balance_not_found')
  if (balance.state === 'paid') return refuse('balance_paid')
  return isDue(balance.state) ? { ok: true as const, balance } : refuse('balance_ended')
}

/**
 * Takes an unpaid balance out of the order that was to pay it, if there is one. Refused while money may be on its way: what
 * arrives then still has to find its stock.
 */
export async function freeBalance(
  work: UnitOfWork,
  { state, orderId }: Balance,
): Promise<{ ok: true } | Refusal<'payment_under_way' | 'balance_paid' | 'try_again'>> {
  if (state !== 'held' || !orderId) return { ok: true }
  const canceled = await cancelHold(work, onlyBalances, orderId)
  if (canceled.ok || canceled.why === 'canceled') return { ok: true }
  if (canceled.why === 'already_paying') return refuse('payment_under_way')
  if (canceled.why === 'already_paid') return refuse('balance_paid')
  // Over, and perhaps not yet given back: within the seconds of grace a payment may still find it.
  await expireHold(work, onlyBalances, orderId)
  return { ok: true }
}

function note(
  work: UnitOfWork,
  { orderId, position, by, reason }: BalanceChange,
  kind: string,
  more: Record<string, string | number> = {},
) {
  return addEvent(work, orderId, kind, { line: position, by, reason, ...more })
}
