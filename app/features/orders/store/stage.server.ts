import { and, eq, inArray } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { isPaid, type Stage } from '../rules.ts'
import type { Carrier } from '../rules/parcel.ts'
import { activeStage, canMoveStage, isBack } from '../rules/path.ts'
import { orderLines } from '../tables.ts'
import { hasOpenReturn } from './deliver.server.ts'
import { findOrderForUpdate, addEvent, type SellableLine, type Sellables } from './lines.server.ts'
import { postEarned } from './post-ledger.server.ts'

export type MoveNotes = {
  on?: string
  by?: string
  reason?: string
  overridden?: string
  overrideReason?: string
  carrier?: Carrier
  tracking?: string
}

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
  { position, ...notes }: MoveNotes & { position?: number | undefined } = {},
) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const chosen = chooseMoving(
    found.lines.map(({ line }) => line),
    to,
    position,
  )
  if (!chosen.ok) return chosen
  const { from, positions, isAlone } = chosen
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
  const which = isAlone ? { line: positions[0] ?? 0 } : {}
  await addEvent(work, orderId, 'stage', { from, to, ...which, ...notes })
  await mailMove(work, { orderId, stage: to, ...which }, from, notes)
  return { ok: true as const, from, positions }
}

function chooseMoving(lines: readonly SellableLine['line'][], to: Stage, position: number | undefined) {
  const isMeant = (line: SellableLine['line']) => position === undefined || line.position === position
  if (!lines.some(isMeant)) return refuse('no_such_line')
  const reserved = lines.filter(({ stage }) => stage !== null)
  const meant = reserved.filter(isMeant)
  if (meant.length === 0) return refuse('not_a_reservation')
  const moving = meant.filter(activeStage)
  const [from, ...others] = new Set(moving.flatMap((line) => activeStage(line) ?? []))
  if (others.length > 0) return refuse('stages_differ')
  if (!from || !moving.every(({ itemClass }) => canMoveStage(itemClass, from, to)))
    return refuse('no_such_move')
  const positions = moving.map((line) => line.position)
  return { ok: true as const, from, positions, isAlone: positions.length < reserved.length }
}

async function mailMove(
  work: UnitOfWork,
  move: { orderId: string; stage: Stage; line?: number },
  from: Stage,
  { carrier, tracking, reason = '' }: MoveNotes,
) {
  const shipment = carrier && tracking ? { carrier, tracking } : {}
  const back = isBack(from, move.stage) ? { back: { from, reason } } : {}
  // The time distinguishes two moves to the same stage: a returned form is filed and mailed again.
  const movedAt = work.now.toISOString()
  await work.enqueue('mail-order-stage', { ...move, movedAt, ...shipment, ...back })
}
