import { eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { PriceList } from '#app/features/orders/rules/quote.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { lockOrder } from '#app/features/orders/store/dealer.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { balances } from '../balance-tables.ts'
import { isDue, payableUntil } from '../rules/balance.ts'
import { type BalanceTax, balanceTax } from '../rules/balance-tax.ts'
import { freeBalance } from './balance-change.server.ts'
import { type Balance, listBalancesOf } from './balance-lookup.server.ts'
import { holdBalance } from './balance-open.server.ts'
import { handoverOf, readAgain } from './balance-request.server.ts'

/** What became of the tax of a balance: `being_paid` has to be looked at again once that payment is settled. */
export type Retaxed = 'same' | 'changed' | 'differs' | 'unknown' | 'being_paid'

type Prices = Pick<PriceList, 'tariff' | 'today'>

/**
 * The dealer of an order changed, and with them the place that sales tax follows. What is still due is due at the tax of the
 * new place, by a new order of the same day, and the buyer is mailed. What is paid stays as it was charged; the difference
 * is noted for staff, who settle it with the buyer. Safe to repeat.
 */
export async function retaxBalances(work: UnitOfWork, orderId: string, prices: Prices): Promise<Retaxed[]> {
  await lockOrder(work, orderId)
  const order = await findOrder(work.tx, orderId)
  // A dealer who withdrew left no place behind: the next one's counts.
  if (!order?.dealerState) return []
  const retaxed: Retaxed[] = []
  for (const found of await listBalancesOf(work.tx, orderId)) {
    if (found.orderId) await lockOrder(work, found.orderId)
    const balance = await readAgain(work, found)
    if (balance.state === 'released' || balance.state === 'waived') continue
    retaxed.push(await retax(work, order, balance, prices))
  }
  return retaxed
}

async function retax(
  work: UnitOfWork,
  order: OrderView,
  balance: Balance,
  { tariff, today }: Prices,
): Promise<Retaxed> {
  // A county that staff looked up was that of the dealer before, unless the place is the same.
  const taxed = balanceTax(balance.priceCents, await handoverOf(work, order, null), tariff, today)
  if (!isDue(balance.state))
    return noteDifference(work, balance, taxed.ok ? taxed.taxCents : balance.taxCents)
  if (!taxed.ok) {
    await change(work, balance, { taxDoubts: ['place_unknown'] })
    return 'unknown'
  }
  const { state: taxState, county: taxCounty, doubts: taxDoubts, label: taxLabel, taxCents } = taxed
  const place = { taxState, taxCounty, taxDoubts, taxLabel, taxCents }
  if (taxCents === balance.taxCents && taxLabel === balance.taxLabel) {
    await change(work, balance, place)
    return 'same'
  }
  const freed = await freeBalance(work, balance)
  if (!freed.ok) return 'being_paid'
  await change(work, balance, place)
  await holdAgain(work, order, { ...balance, ...place })
  await noteChange(work, balance, taxed)
  return 'changed'
}

async function holdAgain(work: UnitOfWork, order: OrderView, balance: Balance) {
  const until = payableUntil(balance.dueAt, work.now)
  if (until) await holdBalance(work, balance, order, until)
}

async function noteChange(work: UnitOfWork, balance: Balance, { taxCents }: BalanceTax) {
  const { id, reservationId, position, amountCents } = balance
  await addEvent(work, reservationId, 'balance_tax_changed', {
    line: position,
    amountCents: amountCents + taxCents,
    before: amountCents + balance.taxCents,
  })
  await work.enqueue('mail-balance', { balanceId: id, kind: 'tax_changed', at: work.now.toISOString() })
}

/** A paid balance keeps its tax: what the new place would have taken is a difference that staff see. */
async function noteDifference(work: UnitOfWork, balance: Balance, taxCents: number): Promise<Retaxed> {
  const taxDifferenceCents = taxCents - balance.taxCents
  if (taxDifferenceCents === balance.taxDifferenceCents) return taxDifferenceCents === 0 ? 'same' : 'differs'
  await change(work, balance, { taxDifferenceCents, taxDiffersSince: work.now })
  const { reservationId, position: line } = balance
  await addEvent(work, reservationId, 'balance_tax_differs', { line, amountCents: taxDifferenceCents })
  return taxDifferenceCents === 0 ? 'same' : 'differs'
}

async function change({ tx }: UnitOfWork, { id }: Balance, to: Partial<typeof balances.$inferInsert>) {
  await tx.update(balances).set(to).where(eq(balances.id, id))
}
