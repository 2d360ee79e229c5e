import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/db.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { isPaid, type Stage } from '../rules.ts'
import type { Carrier } from '../parcels.ts'
import { activeStage, canMoveStage, isBack } from '../stages.ts'
import { orderLines, orders } from '../tables.ts'
import { findOrderForUpdate, addEvent, type SellableLine, type Sellables } from './lines.server.ts'
import { postEarned } from './ledger.server.ts'
import { openRefundStates, refundLines, refunds } from '../payment-tables.ts'

type MoveNotes = {
  position?: number | undefined
  on?: string
  by?: string
  reason?: string
  overridden?: string
  overrideReason?: string
  carrier?: Carrier
  tracking?: string
}

/** Without a `position` all active reservations of the order move. It checks no gate: staff move stages by `moveReservation`. */
export async function moveStage(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  to: Stage,
  { position, ...notes }: MoveNotes = {},
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
  for (const { line, sellable } of handedOver) {
    await postEarned(work, orderId, line.position)
    await sellable.handedOver?.(work, line)
  }
  const which = isAlone ? { line: positions[0] ?? 0 } : {}
  await addEvent(work, orderId, 'stage', { from, to, ...which, ...notes })
  const { carrier, tracking, reason = '' } = notes
  await work.enqueue('mail-order-stage', {
    orderId,
    stage: to,
    ...which,
    // The time distinguishes two moves to the same stage: a returned form is filed and mailed again.
    movedAt: work.now.toISOString(),
    ...(carrier && tracking && { carrier, tracking }),
    ...(isBack(from, to) && { back: { from, reason } }),
  })
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

/** This ends its refund clock. `isFirst`: this was the first time. Refused while its refund is open: it must not be handed over. */
export async function markDelivered(work: UnitOfWork, orderId: string, position: number) {
  const locked = await lockPaidLine(work, orderId, position)
  if (!locked.ok) return locked
  const { line } = locked
  if (line.deliveredAt) return { ok: true as const, isFirst: false }
  await work.tx
    .update(orderLines)
    .set({ deliveredAt: work.now })
    .where(and(isLine(orderId, position), isNull(orderLines.deliveredAt)))
  if (line.fulfillment === 'in_person') await postEarned(work, orderId, position)
  await addEvent(work, orderId, 'delivered', { line: position, fulfillment: line.fulfillment })
  return { ok: true as const, isFirst: true }
}

export async function hasOpenReturn({ tx }: UnitOfWork, orderId: string, position: number): Promise<boolean> {
  const open = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(refundLines, eq(refundLines.refundId, refunds.id))
    .where(
      and(
        eq(refundLines.orderId, orderId),
        eq(refundLines.position, position),
        eq(refundLines.isReturned, true),
        inArray(refunds.state, [...openRefundStates]),
      ),
    )
  return open.length > 0
}

export async function lockPaidLine(work: UnitOfWork, orderId: string, position: number) {
  const { tx } = work
  // Lock the order first, as everywhere: concurrent refunds wait, or are waited for.
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  const [line] = await tx.select().from(orderLines).where(isLine(orderId, position))
  if (!order || !line || !isPaid(order.state) || line.returnedAt) return refuse('not_paid')
  if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  return { ok: true as const, line }
}

export async function rebookLine(
  work: UnitOfWork,
  orderId: string,
  position: number,
  to: { ref: object; detail: string; refundUntil: Date },
  by?: string,
) {
  await work.tx.update(orderLines).set(to).where(isLine(orderId, position))
  await addEvent(work, orderId, 'rebooked', { line: position, ...(by && { by }) })
}

function isLine(orderId: string, position: number) {
  return and(eq(orderLines.orderId, orderId), eq(orderLines.position, position))
}
