import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { findDealerFile } from '#app/features/dealers/store/search.server.ts'
import { trackingInput } from '#app/features/orders/input.ts'
import { carriers } from '#app/features/orders/parcels.ts'
import { type Stage, stages } from '#app/features/orders/rules.ts'
import { activeStage, isBack } from '#app/features/orders/stages.ts'
import {
  addEvent,
  type Order,
  type SellableLine,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import { askReview } from '#app/features/orders/store/review.server.ts'
import { moveStage } from '#app/features/orders/store/stage.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { refuse } from '#app/kit/refusal.ts'
import { type GateName, heldBy, isUnderWay, type Shipment } from '../rules.ts'
import { reservations, stageDates } from '../tables.ts'
import { findReservation, lockPaid } from './agreement.server.ts'
import { withdrawBalance } from './balance.server.ts'
import { findBalance } from './balance-sold.server.ts'

/** The fields of a shipment to a dealer. Both may be empty: only the move that hands it over needs them. */
export const shipmentFields = {
  carrier: z
    .union([z.enum(carriers), z.literal('').transform(() => undefined)], 'Choose the carrier')
    .optional(),
  tracking: trackingInput,
}

type TypedShipment = { [Field in keyof Shipment]?: Shipment[Field] | undefined }

function completeShipment({ carrier, tracking }: TypedShipment) {
  if (carrier && tracking) return { ok: true as const, shipment: { carrier, tracking } }
  const typed = { carrier, tracking }
  const missing = (['carrier', 'tracking'] as const).filter((field) => !typed[field])
  return { ...refuse('shipment_missing'), missing }
}

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
  const { paidAt, createdAt } = found.order
  const today = formatIsoDay(work.now, timeZone)
  const onDay = move.onDay ?? today
  const moving = found.lines.flatMap(({ line }) => {
    const from = activeStage(line)
    return from && (position === undefined || line.position === position) ? { line, from } : []
  })
  const moves = await listMoves(work.tx, orderId)
  for (const { line, from } of moving) {
    const last = moves.findLast((each) => each.position === line.position)
    if (onDay > today) return refuse('day_to_come')
    // That of the payment where it has not moved.
    if (onDay < (last?.onDay ?? formatIsoDay(paidAt ?? createdAt, timeZone))) return refuse('day_too_early')
    if (isBack(from, to) && !backReason) return refuse('reason_missing')
  }
  const gates = await listHeldGates(work, found, moving, { to, onDay })
  if (gates.length > 0 && !overrideReason) return { ...refuse('gates'), gates }
  // One that goes back to the carrier is handed over to nobody.
  const isHandedOver = to === 'shipped' && moving.some(({ from }) => !isBack(from, to))
  const completed = isHandedOver ? completeShipment(move) : undefined
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
  const { positions } = moved
  // Other terms need another yes.
  if (to === 'reserved') {
    await work.tx
      .update(reservations)
      .set({ acceptedAt: null, acceptedSentence: null })
      .where(and(eq(reservations.orderId, orderId), inArray(reservations.position, positions)))
    const reason = 'The terms were opened again'
    for (const each of positions) await withdrawBalance(work, { orderId, position: each, by, reason })
  }
  const entry = { orderId, stage: to, onDay, setBy: by, at: work.now, note }
  await work.tx.insert(stageDates).values(
    positions.map((each) => ({
      ...entry,
      position: each,
      backReason: isBack(moved.from, to) ? (backReason ?? null) : null,
      overrideReason: gates.length > 0 ? (overrideReason ?? null) : null,
      ...shipment,
    })),
  )
  if (shipment) {
    const movedAt = work.now.toISOString()
    await work.enqueue('mail-dealer-shipped', { orderId, lines: positions, ...shipment, movedAt })
  }
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
  const found = await lockPaid(work, sellables, orderId, position)
  if (!found.ok) return found
  const { line } = found
  const moves = await listMoves(work.tx, orderId)
  const noted = moves.findLast((each) => each.position === position && each.carrier && each.tracking)
  const before = shipmentsOf(moves).get(position)
  if (!line?.stage || line.returnedAt || !isUnderWay(line.stage) || !noted || !before)
    return refuse('not_under_way')
  const completed = completeShipment(typed)
  if (!completed.ok) return completed
  if (!reason.trim()) return refuse('correction_reason_missing')
  const { shipment } = completed
  if (shipment.carrier === before.carrier && shipment.tracking === before.tracking) return refuse('unchanged')
  await work.tx.update(stageDates).set(shipment).where(eq(stageDates.id, noted.id))
  await addEvent(work, orderId, 'tracking', { line: position, by, reason, ...shipment })
  const mail = { orderId, ...shipment, movedAt: work.now.toISOString(), isCorrection: true }
  await work.enqueue('mail-order-stage', { ...mail, stage: 'shipped', line: position })
  await work.enqueue('mail-dealer-shipped', { ...mail, lines: [position] })
  return { ok: true as const, before, shipment }
}

export const listMoves = rowsBy(stageDates, 'orderId', [asc(stageDates.id)])

type StageMove = typeof stageDates.$inferSelect

export function stageDaysOf(moves: readonly StageMove[]): Map<number, Partial<Record<Stage, string>>> {
  const days = new Map<number, Partial<Record<Stage, string>>>()
  // The last one counts: a form that was returned is filed again.
  for (const { position, stage, onDay } of moves)
    days.set(position, { ...days.get(position), [stage]: onDay })
  return days
}

export function shipmentsOf(moves: readonly StageMove[]): Map<number, Shipment> {
  const shipments = new Map<number, Shipment>()
  for (const { position, carrier, tracking } of moves)
    if (carrier && tracking) shipments.set(position, { carrier, tracking })
  return shipments
}

const latest = 100

/** How long our own latest ones of a year that left these stages were there, in days: all of them, and those that went on by quarters. Read from where they went to, so that those who wait are not; sorted by all columns of their index, or the planner would look for the newest by number alone. */
async function findStageTimes(db: Db, of: readonly Stage[], now: Date) {
  const since = after(now, -365 * day).toISOString()
  const wentOn = sql`filter (where moved.back_reason is null)`
  const listOf = (named: readonly Stage[]) => sql`array[${sql.join([...named], sql`, `)}]::text[]`
  const { rows } = await db.execute<{
    stage: Stage
    median: number
    count: number
    days: number[] | null
  }>(sql`
    select entered.stage, percentile_cont(0.5) within group (order by days)::float8 as median,
      count(*) ${wentOn}::int as count,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by days) ${wentOn} as days
    from unnest(${listOf(stages)}) as reached(stage)
    cross join lateral (
      select id, order_id, position, on_day, back_reason from ${stageDates} where ${stageDates.stage} = reached.stage
      order by ${stageDates.stage} desc, ${stageDates.id} desc limit ${latest}) moved
    cross join lateral (
      select stage, at, moved.on_day - on_day as days from ${stageDates} where ${stageDates.orderId} = moved.order_id
        and ${stageDates.position} = moved.position and ${stageDates.id} < moved.id
      order by ${stageDates.orderId} desc, ${stageDates.position} desc, ${stageDates.id} desc limit 1) entered
    where entered.at > ${since}::timestamptz and entered.stage = any(${listOf(of)})
    group by entered.stage`)
  return rows
}

export async function findStageMedians(db: Db, now: Date): Promise<Partial<Record<Stage, number>>> {
  const times = await findStageTimes(db, stages, now)
  return Object.fromEntries(times.map(({ stage, median }) => [stage, median]))
}

/** Fewer than these say nothing about the next one. */
const enough = 5

export async function findStageSpread(db: Db, stage: Stage, now: Date) {
  const [times] = await findStageTimes(db, [stage], now)
  const [from = 0, median = 0, to = 0] = times?.days ?? []
  return times && times.count >= enough ? { count: times.count, from, median, to } : undefined
}
