import { and, eq, inArray } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { type Stage, stages } from '#app/features/orders/rules.ts'
import { activeStage, openStage } from '#app/features/orders/stages.ts'
import { unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { hasOpenReturn } from '#app/features/orders/store/stage.server.ts'
import {
  addEvent,
  type Order,
  releaseLine,
  type SellableLine,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import { postEarned } from '#app/features/orders/store/ledger.server.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import { opens, requestOperatorRefund, beginReturns } from '#app/features/refunds/store/refund.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { reservationExits, stageDates } from '../tables.ts'
import { type Exit, exitRefund, exitRows } from '../rules.ts'
import { mayReleaseUnpaid } from './balance-end.server.ts'
import { lockPaid } from './agreement.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { withdrawRequests } from '#app/features/dealers/store/requests.server.ts'
import { askReview } from '#app/features/orders/store/review.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'

type Closing = {
  orderId: string
  position: number
  exit: Exit
  /** What goes back of the deposit, in cents, where that was agreed with the buyer; 0 for nothing. */
  amountCents?: number | undefined
  note: string
  by: string
  /** Opens a unit again that a filed form holds back, because the form was withdrawn. */
  isReleased?: boolean
}

/** Its money goes back as its row of the refund policy says, a paid balance with it. Its unit is sold again only while it is physically ours. */
export async function closeReservation(work: UnitOfWork, sellables: Sellables, closing: Closing) {
  const { orderId, position, exit, note, by, isReleased = false } = closing
  const found = await lockPaid(work, sellables, orderId)
  if (!found.ok) return found
  const loaded = found.lines.find(({ line }) => line.position === position)
  const stage = loaded && activeStage(loaded.line)
  if (!stage) return refuse('no_such_line')
  if (stage === 'picked_up') return refuse('picked_up')
  if (!note.trim()) return refuse('note_missing')
  if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  const unpaid = exit === 'unpaid' ? await mayReleaseUnpaid(work, orderId, position) : allowed
  if (!unpaid.ok) return unpaid
  const leftCents = unrefundedLineCents(loaded.line)
  const refund = exitRefund(exit, { leftCents, agreedCents: closing.amountCents })
  if (!refund.ok) return refund
  const { refundCents } = refund
  const terms = { by, isReleased }
  const ended =
    refundCents === leftCents
      ? await requestOperatorRefund(work, sellables, orderId, { position }, terms)
      : await endForLess(work, sellables, found.order, loaded, { refundCents, ...terms })
  if (!ended.ok) return ended
  await recordExit(work, found.order, loaded.line, { ...closing, atStage: stage, refundCents })
  return { ok: true as const, from: stage, refundCents }
}

export async function recordExit(
  work: UnitOfWork,
  order: Order,
  { position }: SellableLine['line'],
  {
    exit,
    note,
    by,
    atStage,
    refundCents,
  }: Pick<Closing, 'exit' | 'note' | 'by'> & { atStage: Stage; refundCents: number },
): Promise<void> {
  const { ending } = exitRows[exit]
  await work.tx
    .update(orderLines)
    .set({ stage: ending, returnedStage: atStage })
    .where(and(eq(orderLines.orderId, order.id), eq(orderLines.position, position)))
  const { refundPolicyVersion: policyVersion } = order
  const row = { orderId: order.id, position, exit, atStage, refundCents, policyVersion, note }
  await work.tx.insert(reservationExits).values({ ...row, endedBy: by, at: work.now })
  await addEvent(work, order.id, 'closed', { line: position, exit, to: ending, refundCents, by })
  await work.enqueue('mail-reservation-closed', { orderId: order.id, position })
}

/** Ends a line of whose deposit less than all goes back: the rest is earned. */
async function endForLess(
  work: UnitOfWork,
  sellables: Sellables,
  { id }: Order,
  loaded: SellableLine,
  { refundCents, by, isReleased }: { refundCents: number; by: string; isReleased: boolean },
) {
  const { position } = loaded.line
  const begun = await beginReturns(work, id, [loaded], true)
  if (!begun.ok) return begun
  if (refundCents > 0) {
    const part = { position, amountCents: refundCents }
    const requested = await requestOperatorRefund(work, sellables, id, part, { by })
    if (!requested.ok) return requested
  }
  await postEarned(work, id, position)
  if (opens(loaded, isReleased)) await releaseLine(work, id, loaded)
  return { ok: true as const }
}

export const listExits = rowsBy(reservationExits, 'orderId')

export async function findExit(db: Db, orderId: string, position: number) {
  const [found] = await db
    .select()
    .from(reservationExits)
    .where(and(eq(reservationExits.orderId, orderId), eq(reservationExits.position, position)))
  return found
}

type DealerWithdrawal = { orderId: string; note: string; by: string; isBackWithUs: boolean }

/** A filed form named the dealer, so its firearm goes back to `built`; one that was shipped has to be back with us first. */
export async function withdrawDealer(
  work: UnitOfWork,
  { sellables, timeZone }: { sellables: Sellables; timeZone: string },
  { orderId, note, by, isBackWithUs }: DealerWithdrawal,
) {
  if (!note.trim()) return refuse('note_missing')
  const found = await lockPaid(work, sellables, orderId)
  if (!found.ok) return found
  if (found.order.dealerName === null) return refuse('no_dealer')
  const active = found.lines.flatMap(({ line }) => {
    const stage = openStage(line)
    return stage ? [{ stage, position: line.position }] : []
  })
  if (active.length === 0) return refuse('not_a_reservation')
  const at = stages.indexOf('built')
  const back = active.filter(({ stage }) => stages.indexOf(stage) > at)
  const isShipped = back.some(({ stage }) => stages.indexOf(stage) >= stages.indexOf('shipped'))
  if (isShipped && !isBackWithUs) return refuse('not_back_yet')
  const positions = back.map(({ position }) => position)
  if (back.length > 0) {
    await work.tx
      .update(orderLines)
      .set({ stage: 'built' })
      .where(and(eq(orderLines.orderId, orderId), inArray(orderLines.position, positions)))
    const entry = { orderId, stage: 'built' as const, onDay: formatIsoDay(work.now, timeZone), setBy: by }
    await work.tx.insert(stageDates).values(
      positions.map((position) => ({
        ...entry,
        position,
        at: work.now,
        note,
        backReason: 'Dealer withdrew',
      })),
    )
  }
  await work.tx
    .update(orders)
    .set({
      dealerName: null,
      dealerCity: null,
      dealerState: null,
      dealerKey: null,
      dealerZip: null,
      dealerAnswer: null,
    })
    .where(eq(orders.id, orderId))
  // Their state decides nothing about the order any more.
  const open = found.lines.map(({ line }) => line)
  await askReview(work, { ...found.order, dealerState: null, dealerKey: null, dealerZip: null }, open)
  await withdrawRequests(work, orderId)
  await addEvent(work, orderId, 'dealer_withdrew', { by })
  await work.enqueue('mail-dealer-withdrew', { orderId, at: work.now.toISOString() })
  return { ok: true as const, back: positions }
}
