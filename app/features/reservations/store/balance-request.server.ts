import { eq, and } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { findDealerByKey } from '#app/features/dealers/store/search.server.ts'
import { isEnding, stages } from '#app/features/orders/rules.ts'
import type { PriceList } from '#app/features/orders/rules/quote.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { findLastEndedPeriod } from '#app/features/orders/store/review-periods.server.ts'
import { lockPaidLine } from '#app/features/orders/store/rebook.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { balances } from '../balance-tables.ts'
import { balanceCents, usualDueDay, type AgreedPrice } from '../rules/balance.ts'
import { balanceTax } from '../rules/balance-tax.ts'
import { balanceTitle } from '../words/balance.ts'
import { type Balance, findBalance } from './balance-lookup.server.ts'
import { holdBalance } from './balance-open.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { orderLines } from '#app/features/orders/tables.ts'
import { depositLeft } from '../rules/gate-facts.ts'
import { reservations } from '../tables.ts'

export type BalanceRequest = {
  orderId: string
  position: number
  dueOn?: string | undefined
  /** The dealer's county, where staff looked it up. */
  county?: string | null | undefined
  by: string
}

export function endOfDay(date: string, timeZone: string): Date | undefined {
  return momentIn(timeZone, `${date} 23:59`)
}

/**
 * Asks the buyer for the balance of a reservation whose price is agreed: price minus deposit, and the sales tax of the
 * place where it is handed over. Makes the order that pays it, held until the due date, and mails the pay link. Asked again
 * at the same price, it answers with the request that there is. Refused while the review of the order is not decided.
 */
export async function requestBalance(
  work: UnitOfWork,
  request: BalanceRequest,
  { tariff, today }: Pick<PriceList, 'tariff' | 'today'>,
  timeZone: string,
) {
  const { tx, now } = work
  const { orderId, position, by } = request
  const locked = await lockPaidLine(work, orderId, position)
  if (!locked.ok) return locked
  const { line } = locked
  if (line.stage === null || isEnding(line.stage)) return refuse('not_paid')
  if (stages.indexOf(line.stage) < stages.indexOf('agreed')) return refuse('not_agreed')
  const price = await findPrice(tx, line)
  if (!price?.isAccepted) return refuse('not_agreed')
  if ((await findReviewState(tx, orderId, now)) !== 'clear') return refuse('balance_in_review')
  const { priceCents, depositCents } = price
  const amountCents = balanceCents(price)
  if (amountCents === 0) return refuse('nothing_due')
  const earlier = await findBalance(tx, orderId, position)
  if (earlier && earlier.state !== 'released') return replayOf(earlier, amountCents)
  const dueOn = request.dueOn ?? usualDueDay(now, timeZone)
  const dueAt = endOfDay(dueOn, timeZone)
  if (!dueAt || dueAt <= now) return refuse('due_in_past')
  const order = await findOrder(tx, orderId)
  if (!order) return refuse('not_paid')
  const taxed = balanceTax(priceCents, await handoverOf(work, order, request.county ?? null), tariff, today)
  if (!taxed.ok) return taxed
  const [stored] = await tx
    .insert(balances)
    .values({
      id: publicCode(),
      reservationId: orderId,
      position,
      state: 'open',
      ...balanceTitle(line, orderId),
      priceCents,
      depositCents,
      amountCents,
      taxCents: taxed.taxCents,
      taxLabel: taxed.label,
      taxState: taxed.state,
      taxCounty: taxed.county,
      taxDoubts: taxed.doubts,
      requestedAt: now,
      remindFrom: now,
      requestedBy: by,
      dueAt,
      countedReviewId: await findLastEndedPeriod(tx, orderId),
    })
    .returning()
  if (!stored) throw new Error(`The balance of ${orderId} was not stored`)
  await holdBalance(work, stored, order, dueAt)
  await addEvent(work, orderId, 'balance_requested', {
    line: position,
    amountCents: amountCents + taxed.taxCents,
    dueOn,
    by,
  })
  await work.enqueue('mail-balance', { balanceId: stored.id, kind: 'requested', at: now.toISOString() })
  return { ok: true as const, balance: await readAgain(work, stored), isReplay: false }
}

function replayOf(earlier: Balance, amountCents: number) {
  if (earlier.state === 'paid') return refuse('balance_paid')
  if (earlier.state === 'waived') return refuse('balance_waived')
  if (earlier.amountCents !== amountCents) return refuse('balance_requested')
  return { ok: true as const, balance: earlier, isReplay: true }
}

export async function handoverOf({ tx }: UnitOfWork, order: OrderView, county: string | null) {
  const dealer = order.dealerKey ? await findDealerByKey(tx, order.dealerKey) : undefined
  const { buyerState, dealerState } = order
  return { buyerState, dealerState, dealerZip: dealer?.zip ?? null, county }
}

/** Reads a request anew, after something else of the same transaction changed it. */
export async function readAgain({ tx }: UnitOfWork, { id }: Pick<Balance, 'id'>): Promise<Balance> {
  const [found] = await tx.select().from(balances).where(eq(balances.id, id))
  if (!found) throw new Error(`Balance ${id} is gone`)
  return found
}

type Line = Pick<
  typeof orderLines.$inferSelect,
  'orderId' | 'position' | 'unitCents' | 'quantity' | 'refundedCents'
>

async function findPrice(db: Db, line: Line): Promise<(AgreedPrice & { isAccepted: boolean }) | undefined> {
  const { orderId, position, priceCents, acceptedAt } = reservations
  const [terms] = await db
    .select({ priceCents, acceptedAt })
    .from(reservations)
    .where(and(eq(orderId, line.orderId), eq(position, line.position)))
  if (!terms) return undefined
  return {
    priceCents: terms.priceCents,
    depositCents: depositLeft(line),
    isAccepted: terms.acceptedAt !== null,
  }
}
