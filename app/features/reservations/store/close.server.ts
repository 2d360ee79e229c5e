import { and, eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { isPaid, type Stage } from '#app/features/orders/rules.ts'
import { activeStage } from '#app/features/orders/stages.ts'
import { unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { hasOpenReturn } from '#app/features/orders/store/stage.server.ts'
import {
  addEvent,
  findOrderForUpdate,
  type Order,
  releaseLine,
  type SellableLine,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import { postEarned } from '#app/features/orders/store/ledger.server.ts'
import { expectRevision } from '#app/features/orders/store/read.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { opens, requestOperatorRefund, beginReturns } from '#app/features/refunds/store/refund.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { reservationExits } from '../tables.ts'
import { type Exit, exitRefund, exitRows } from '../rules.ts'
import { mayReleaseUnpaid } from './balance-end.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/rows-by.server.ts'

export type Closing = {
  orderId: string
  position: number
  exit: Exit
  /** What goes back of the deposit, in cents, where that was agreed with the buyer; 0 for nothing. */
  amountCents?: number | undefined
  note: string
  by: string
  /** Opens a unit again that a filed form holds back, because the form was withdrawn. */
  isReleased?: boolean
  seen?: number | undefined
}

/** Its money goes back as its row of the refund policy says, a paid balance with it. Its unit is sold again only while it is physically ours. */
export async function closeReservation(work: UnitOfWork, sellables: Sellables, closing: Closing) {
  const { orderId, position, exit, note, by, isReleased = false } = closing
  const expected = await expectRevision(work, orderId, closing.seen)
  if (!expected.ok) return expected
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
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
  const terms = { by, isReleased, isLeftToJob: true }
  const ended =
    refundCents === leftCents
      ? await requestOperatorRefund(work, sellables, orderId, { position }, terms)
      : await endForLess(work, sellables, found.order, loaded, { refundCents, ...terms })
  if (!ended.ok) return ended
  await recordExit(work, found.order, loaded.line, { ...closing, atStage: stage, refundCents })
  return { ok: true as const, from: stage, refundCents }
}

/** Notes that a line ended, and how; its refund, if any, was requested before. */
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
    const requested = await requestOperatorRefund(work, sellables, id, part, { by, isLeftToJob: true })
    if (!requested.ok) return requested
  }
  await postEarned(work, id, position)
  if (opens(loaded, isReleased)) await releaseLine(work, id, [loaded], position)
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
