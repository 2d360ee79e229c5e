import { and, eq } from 'drizzle-orm'
import type { Work } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { canMoveStage, isEnding, isPaid, type Stage } from '../rules.ts'
import { orderLines } from '../tables.ts'
import { findOrderForUpdate, note, type Sellables } from './lines.server.ts'

/** The operator moves a reservation to the next stage (or back, when a form is returned). The buyer is mailed. */
export async function moveStage(work: Work, sellables: Sellables, orderId: string, to: Stage) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  // Lines that were given back have ended; the others of an order move together.
  const stages = found.lines.flatMap(({ line }) => line.stage ?? [])
  const from = stages.find((stage) => !isEnding(stage)) ?? stages[0]
  if (!from) return refuse('not_a_reservation')
  if (!canMoveStage(from, to)) return refuse('no_such_move')
  await work.tx
    .update(orderLines)
    .set({ stage: to })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.stage, from)))
  await note(work, orderId, 'stage', { from, to })
  // The moment tells two moves to one stage apart: a form that was returned is filed again, and mailed again.
  await work.enqueue('mail-order-stage', { orderId, stage: to, movedAt: work.now.toISOString() })
  return { ok: true as const, from }
}
