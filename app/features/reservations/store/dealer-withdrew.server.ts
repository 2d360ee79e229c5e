import { and, eq, inArray } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { withdrawRequests } from '#app/features/dealers/store/requests.server.ts'
import { isPaid, stages } from '#app/features/orders/rules.ts'
import { openStage } from '#app/features/orders/stages.ts'
import { addEvent, findOrderForUpdate, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { askReview } from '#app/features/orders/store/review.server.ts'
import { expectRevision } from '#app/features/orders/store/read.server.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { refuse } from '#app/kit/refusal.ts'
import { stageDates } from '../tables.ts'

export type DealerWithdrawal = {
  orderId: string
  note: string
  by: string
  isBackWithUs: boolean
  seen?: number | undefined
}

/**
 * Firearms whose form was filed go back to `built`, since the form named the dealer; one that was shipped has to be back with us first. The
 * buyer is mailed and chooses again.
 */
export async function withdrawDealer(
  work: UnitOfWork,
  { sellables, timeZone }: { sellables: Sellables; timeZone: string },
  { orderId, note, by, isBackWithUs, seen }: DealerWithdrawal,
) {
  if (!note.trim()) return refuse('note_missing')
  const expected = await expectRevision(work, orderId, seen)
  if (!expected.ok) return expected
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
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
