import { and, eq, inArray } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { isPaid, type Stage } from '../rules.ts'
import type { Carrier } from '../rules/parcel.ts'
import { activeStage, canMoveStage, isBack } from '../rules/path.ts'
import { orderLines } from '../tables.ts'
import { hasOpenReturn } from './deliver.server.ts'
import { findOrderForUpdate, addEvent, type Sellables } from './lines.server.ts'
import { postEarned } from './post-ledger.server.ts'

/** What a move adds to the history: the day on which it happened, who noted it, why it went back, and who carries it. */
export type MoveNotes = { on?: string; by?: string; reason?: string; carrier?: Carrier; tracking?: string }

/**
 * Moves a reservation one stage on or back along the path of its class and mails the buyer. With a `position` only that
 * line moves; otherwise all active reservations of the order, if they are at the same stage. Refused while a refund that
 * returns one of them is open. It checks no gate: staff move stages by `moveReservation` of the feature reservations.
 */
export async function moveStage(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  to: Stage,
  position?: number,
  notes: MoveNotes = {},
) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const lines = found.lines.map(({ line }) => line)
  if (position !== undefined && !lines.some((line) => line.position === position))
    return refuse('no_such_line')
  const reservations = lines.filter(
    (line) => line.stage !== null && (position === undefined || line.position === position),
  )
  if (reservations.length === 0) return refuse('not_a_reservation')
  const moving = reservations.filter(activeStage)
  const [from, ...others] = new Set(moving.flatMap((line) => activeStage(line) ?? []))
  if (others.length > 0) return refuse('stages_differ')
  if (!from || !moving.every(({ itemClass }) => canMoveStage(itemClass, from, to)))
    return refuse('no_such_move')
  const positions = moving.map((line) => line.position)
  for (const each of positions)
    if (await hasOpenReturn(work, orderId, each)) return refuse('refund_under_way')
  await work.tx
    .update(orderLines)
    .set({ stage: to })
    .where(and(eq(orderLines.orderId, orderId), inArray(orderLines.position, positions)))
  const handedOver =
    to === 'picked_up' ? found.lines.filter(({ line }) => positions.includes(line.position)) : []
  for (const { line, sellable, ref } of handedOver) {
    await postEarned(work, orderId, line.position)
    await sellable.handedOver?.(work, orderId, ref)
  }
  // If others stay behind, history and email name the line.
  const isAlone = positions.length < lines.filter(({ stage }) => stage !== null).length
  const which = isAlone ? { line: positions[0] ?? 0 } : {}
  await addEvent(work, orderId, 'stage', { from, to, ...which, ...notes })
  // The time distinguishes two moves to the same stage: a returned form is filed and mailed again.
  const movedAt = work.now.toISOString()
  const { carrier, tracking, reason } = notes
  const back = isBack(from, to) ? { back: { from, reason: reason ?? '' } } : {}
  const shipment = carrier && tracking ? { carrier, tracking } : {}
  await work.enqueue('mail-order-stage', { orderId, stage: to, movedAt, ...which, ...shipment, ...back })
  return { ok: true as const, from, positions }
}
