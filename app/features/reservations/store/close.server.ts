import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { UnitOfWork } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { withdrawRequests } from '#app/features/dealers/store/requests.server.ts'
import { buyerMail, mailedOrder, mintLink, noticeLetter } from '#app/features/orders/mails.server.ts'
import { unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { type Stage, stages } from '#app/features/orders/rules.ts'
import { activeStage, openStage } from '#app/features/orders/stages.ts'
import { postEarned } from '#app/features/orders/store/ledger.server.ts'
import {
  addEvent,
  type Order,
  releaseLine,
  type SellableLine,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import { askReview } from '#app/features/orders/store/review.server.ts'
import { hasOpenReturn } from '#app/features/orders/store/stage.server.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import { beginReturns, opens, requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { refuse } from '#app/kit/refusal.ts'
import { type Exit, exitRows } from '../rules.ts'
import { reservationExits, stageDates } from '../tables.ts'
import { lockPaid, ofLine } from './agreement.server.ts'
import { mayReleaseUnpaid } from './balance.server.ts'

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
  const { orderId, position, exit, by, isReleased = false } = closing
  const found = await lockPaid(work, sellables, orderId, position)
  if (!found.ok) return found
  const { order, loaded } = found
  const atStage = loaded && activeStage(loaded.line)
  if (!atStage) return refuse('no_such_line')
  if (atStage === 'picked_up') return refuse('picked_up')
  if (!closing.note.trim()) return refuse('note_missing')
  if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  if (exit === 'unpaid') {
    const unpaid = await mayReleaseUnpaid(work, orderId, position)
    if (!unpaid.ok) return unpaid
  }
  const leftCents = unrefundedLineCents(loaded.line)
  const refundCents = exitRows[exit].money === 'all' ? leftCents : closing.amountCents
  if (refundCents === undefined) return refuse('amount_missing')
  if (refundCents < 0 || refundCents > leftCents) return refuse('too_much')
  if (refundCents === leftCents) {
    const all = await requestOperatorRefund(work, sellables, orderId, { position }, { by, isReleased })
    if (!all.ok) return all
  } else {
    // Less goes back: the rest is earned.
    const begun = await beginReturns(work, [loaded], true)
    if (!begun.ok) return begun
    const what = { position, amountCents: refundCents }
    const part = refundCents > 0 ? await requestOperatorRefund(work, sellables, orderId, what, { by }) : begun
    if (!part.ok) return part
    await postEarned(work, orderId, position)
    if (opens(loaded, isReleased)) await releaseLine(work, orderId, loaded)
  }
  await recordExit(work, order, { ...closing, atStage, refundCents })
  return { ok: true as const, from: atStage, refundCents }
}

export async function recordExit(
  work: UnitOfWork,
  { id: orderId, refundPolicyVersion: policyVersion }: Order,
  ended: Pick<Closing, 'position' | 'exit' | 'note' | 'by'> & { atStage: Stage; refundCents: number },
): Promise<void> {
  const { position, exit, note, by, atStage, refundCents } = ended
  const { ending } = exitRows[exit]
  await work.tx
    .update(orderLines)
    .set({ stage: ending, returnedStage: atStage })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
  const row = { orderId, position, exit, atStage, refundCents, policyVersion, note }
  await work.tx.insert(reservationExits).values({ ...row, endedBy: by, at: work.now })
  await addEvent(work, orderId, 'closed', { line: position, exit, to: ending, refundCents, by })
  await work.enqueue('mail-reservation-closed', { orderId, position })
}

export const listExits = rowsBy(reservationExits, 'orderId')

/** What the buyer reads of an exit: why, what staff wrote, and what goes back. */
export function exitParagraphs({
  exit,
  note,
  refundCents,
}: Pick<typeof reservationExits.$inferSelect, 'exit' | 'note' | 'refundCents'>) {
  const money =
    refundCents > 0
      ? `${formatCentsExact(refundCents)} of what you paid to reserve it goes back the way it was paid, and a balance you paid goes back in full. We email you each refund.`
      : 'As we agreed in writing, the deposit stays with us. A balance you paid goes back in full.'
  return [exitRows[exit].text, note, money]
}

export const mailClosed = buyerMail('mail-reservation-closed', {
  payload: z.object({ orderId: z.string(), position: z.number().int() }),
  key: ({ orderId, position }) => `reservation-closed:${orderId}:${position}`,
  async write(shop, order, { orderId, position }) {
    const exit = (await listExits(shop.db, orderId)).find((each) => each.position === position)
    if (!exit) return undefined
    const heading = exitRows[exit.exit].title
    const link = mintLink(shop, order)
    return noticeLetter(ofLine(order, position), { heading, texts: exitParagraphs(exit), link })
  },
})

const noDealer = {
  dealerName: null,
  dealerCity: null,
  dealerState: null,
  dealerKey: null,
  dealerZip: null,
  dealerAnswer: null,
}

type DealerWithdrawal = { orderId: string; note: string; by: string; isBackWithUs: boolean }

/** A filed form named the dealer, so its firearm goes back to `built`; one that was shipped has to be back with us first. */
export async function withdrawDealer(
  work: UnitOfWork,
  { sellables, timeZone }: { sellables: Sellables; timeZone: string },
  { orderId, note, by, isBackWithUs }: DealerWithdrawal,
) {
  const { tx, now } = work
  if (!note.trim()) return refuse('note_missing')
  const found = await lockPaid(work, sellables, orderId)
  if (!found.ok) return found
  const { order, lines } = found
  if (order.dealerName === null) return refuse('no_dealer')
  const all = lines.map(({ line }) => line)
  if (!all.some(openStage)) return refuse('not_a_reservation')
  const reached = (line: SellableLine['line']) => stages.indexOf(openStage(line) ?? 'reserved')
  const isShipped = all.some((line) => reached(line) >= stages.indexOf('shipped'))
  if (isShipped && !isBackWithUs) return refuse('not_back_yet')
  const back = all.filter((line) => reached(line) > stages.indexOf('built')).map(({ position }) => position)
  if (back.length > 0) {
    await tx
      .update(orderLines)
      .set({ stage: 'built' })
      .where(and(eq(orderLines.orderId, orderId), inArray(orderLines.position, back)))
    const move = { stage: 'built', onDay: formatIsoDay(now, timeZone), setBy: by, at: now, note } as const
    await tx
      .insert(stageDates)
      .values(back.map((position) => ({ orderId, position, ...move, backReason: 'Dealer withdrew' })))
  }
  await tx.update(orders).set(noDealer).where(eq(orders.id, orderId))
  // Their state decides nothing about the order any more.
  await askReview(work, { ...order, ...noDealer }, all)
  await withdrawRequests(work, orderId)
  await addEvent(work, orderId, 'dealer_withdrew', { by })
  await work.enqueue('mail-dealer-withdrew', { orderId, at: now.toISOString() })
  return { ok: true as const, back }
}

export const mailDealerWithdrew = buyerMail('mail-dealer-withdrew', {
  payload: z.object({ orderId: z.string(), at: z.iso.datetime() }),
  key: ({ orderId, at }) => `dealer-withdrew:${orderId}:${at}`,
  async write(shop, order, { orderId }) {
    // Chosen again meanwhile.
    if (order.dealerName !== null) return undefined
    return noticeLetter(mailedOrder(order), {
      heading: 'Your dealer can’t receive it',
      texts: [
        'Your dealer withdrew, or may not receive your order any more. Nothing is lost: choose another dealer on your order page, and we’ll contact them.',
      ],
      button: 'Choose another dealer',
      link: `${mintLink(shop, order)}&to=/orders/${orderId}/dealer`,
    })
  },
})
