import type { UnitOfWork } from '#app/db/db.server.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import { activeStage, isBack } from '#app/features/orders/stages.ts'
import {
  type Order,
  type SellableLine,
  type Sellables,
  addEvent,
} from '#app/features/orders/store/lines.server.ts'
import { moveStage } from '#app/features/orders/store/stage.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { refuse } from '#app/kit/refusal.ts'
import {
  type GateName,
  heldBy,
  mayHaveHappened,
  completeShipment,
  isHandedOver,
  type TypedShipment,
  isUnderWay,
} from '../rules.ts'
import { stageDates } from '../tables.ts'
import { findDealerFile } from '#app/features/dealers/store/search.server.ts'
import { askReview } from '#app/features/orders/store/review.server.ts'
import { clearAcceptance, findReservation, lockPaid } from './agreement.server.ts'
import { withdrawBalance } from './balance.server.ts'
import { findBalance } from './balance-lookup.server.ts'
import { listMoves } from './facts.server.ts'
import { eq } from 'drizzle-orm'

export type Move = TypedShipment & {
  orderId: string
  /** One line; all active reservations of the order without it. */
  position?: number | undefined
  to: Stage
  /** The day on which it happened, `2026-11-20`; today without it. */
  onDay?: string | undefined
  by: string
  note?: string | undefined
  backReason?: string | undefined
  /** An owner moves it past gates, and says why. Whoever calls has made sure that it is an owner. */
  overrideReason?: string | undefined
}

/** Every gate is checked under the order's lock. A move back needs a reason, and one to the dealer its carrier and tracking number. */
export async function moveReservation(
  work: UnitOfWork,
  { sellables, timeZone }: { sellables: Sellables; timeZone: string },
  { orderId, position, to, by, note = '', backReason, overrideReason, ...move }: Move,
) {
  const found = await lockPaid(work, sellables, orderId)
  if (!found.ok) return found
  const today = formatIsoDay(work.now, timeZone)
  const onDay = move.onDay ?? today
  const moving = found.lines.flatMap(({ line }) => {
    const from = activeStage(line)
    return from && (position === undefined || line.position === position) ? { line, from } : []
  })
  const moves = await listMoves(work.tx, orderId)
  const { paidAt, createdAt } = found.order
  for (const { line, from } of moving) {
    const last = moves.findLast(({ position: moved }) => moved === line.position)
    // That of the payment where it has not moved.
    const previous = last?.onDay ?? formatIsoDay(paidAt ?? createdAt, timeZone)
    const happened = mayHaveHappened(onDay, { today, previous })
    if (!happened.ok) return happened
    if (isBack(from, to) && !backReason) return refuse('reason_missing')
  }
  const gates = await listHeldGates(work, found, moving, { to, onDay })
  if (gates.length > 0 && !overrideReason) return { ...refuse('gates'), gates }
  const completed = moving.some(({ from }) => isHandedOver(from, to)) ? completeShipment(move) : undefined
  if (completed && !completed.ok) return completed
  const shipment = completed?.shipment
  const moved = await moveStage(work, sellables, orderId, to, {
    position,
    on: onDay,
    by,
    ...(backReason && { reason: backReason }),
    ...(gates.length > 0 && overrideReason && { overridden: gates.join(' '), overrideReason }),
    ...shipment,
  })
  if (!moved.ok) return moved
  // Other terms need another yes.
  if (to === 'reserved') {
    await clearAcceptance(work, orderId, moved.positions)
    const reason = 'The terms were opened again'
    for (const each of moved.positions) await withdrawBalance(work, { orderId, position: each, by, reason })
  }
  const entry = { orderId, stage: to, onDay, setBy: by, at: work.now, note }
  await work.tx.insert(stageDates).values(
    moved.positions.map((each) => ({
      ...entry,
      position: each,
      backReason: isBack(moved.from, to) ? (backReason ?? null) : null,
      overrideReason: gates.length > 0 ? (overrideReason ?? null) : null,
      ...shipment,
    })),
  )
  if (shipment)
    await work.enqueue('mail-dealer-shipped', {
      orderId,
      lines: moved.positions,
      ...shipment,
      movedAt: work.now.toISOString(),
    })
  return { ...moved, onDay, overridden: gates }
}

async function listHeldGates(
  work: UnitOfWork,
  { order, lines }: { order: Order; lines: readonly SellableLine[] },
  moving: readonly { line: SellableLine['line']; from: Stage }[],
  { to, onDay }: { to: Stage; onDay: string },
): Promise<GateName[]> {
  const { tx } = work
  const all = lines.map(({ line }) => line)
  const { state: review } = await askReview(work, order, all)
  const dealer = order.dealerKey ? await findDealerFile(tx, order.dealerKey) : undefined
  const { dealerAnswer } = order
  const held = new Set<GateName>()
  for (const { line, from } of moving) {
    const terms = await findReservation(tx, order.id, line.position)
    const balance = await findBalance(tx, order.id, line.position)
    const record = { line, review, terms, balance, dealerAnswer, dealerFile: dealer?.file, onDay }
    for (const gate of heldBy(from, to, record)) held.add(gate)
  }
  return [...held]
}

type ShipmentCorrection = TypedShipment & { orderId: string; position: number; reason: string; by: string }

/** Stage and day stay as they are; buyer and dealer are mailed the right number. `before` is what was noted until now. */
export async function correctShipment(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, position, reason, by, ...typed }: ShipmentCorrection,
) {
  const found = await lockPaid(work, sellables, orderId)
  if (!found.ok) return found
  const line = found.lines.find((each) => each.line.position === position)?.line
  const moves = await listMoves(work.tx, orderId)
  const noted = moves
    .flatMap(({ id, position: moved, carrier, tracking }) =>
      moved === position && carrier && tracking ? [{ id, carrier, tracking }] : [],
    )
    .at(-1)
  if (!line?.stage || line.returnedAt || !isUnderWay(line.stage) || !noted) return refuse('not_under_way')
  const completed = completeShipment(typed)
  if (!completed.ok) return completed
  if (!reason.trim()) return refuse('correction_reason_missing')
  const { id, carrier, tracking } = noted
  const before = { carrier, tracking }
  const { shipment } = completed
  if (shipment.carrier === carrier && shipment.tracking === tracking) return refuse('unchanged')
  await work.tx.update(stageDates).set(shipment).where(eq(stageDates.id, id))
  await addEvent(work, orderId, 'tracking', { line: position, by, reason, ...shipment })
  const movedAt = work.now.toISOString()
  const mail = { orderId, ...shipment, movedAt, isCorrection: true }
  await work.enqueue('mail-order-stage', { ...mail, stage: 'shipped', line: position })
  await work.enqueue('mail-dealer-shipped', { ...mail, lines: [position] })
  return { ok: true as const, before, shipment }
}
