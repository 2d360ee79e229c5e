import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { parcelLines, parcels } from '../parcel-tables.ts'
import { isPaid } from '../rules.ts'
import { type Carrier, mayTake, type ParcelStep } from '../rules/parcel.ts'
import { orderLines } from '../tables.ts'
import { hasOpenReturn, markDelivered } from './deliver.server.ts'
import {
  addEvent,
  findOrderForUpdate,
  type Order,
  type SellableLine,
  type Sellables,
} from './lines.server.ts'
import { clearDue, markDue } from './due.server.ts'
import { findParcel, type Parcel } from './parcels.server.ts'
import { askParcelGate } from './review.server.ts'

export type SendRefusal = Refusal<
  | 'not_paid'
  | 'no_such_step'
  | 'too_late'
  | 'in_review'
  | 'refused_by_state'
  | 'refund_under_way'
  | 'line_refunded'
>

/**
 * Hands a packed parcel to its carrier: the refund clocks of its lines end, and the buyer is mailed. Refused while the state
 * rules want the order looked at, and when a line in it was refunded since it was packed. Sending it twice counts once.
 */
export async function sendParcel(
  work: UnitOfWork,
  sellables: Sellables,
  parcelId: string,
  { carrier, tracking, by }: { carrier: Carrier; tracking: string; by: string },
): Promise<{ ok: true } | SendRefusal> {
  const found = await lockParcel(work, sellables, parcelId)
  if (!found) return refuse('not_paid')
  const { order, lines, parcel } = found
  if (parcel.sentAt && parcel.tracking === tracking && parcel.carrier === carrier) return { ok: true }
  const may = mayTake('send', parcel, work.now)
  if (!may.ok) return may
  const gate = await askParcelGate(work, found)
  if (!gate.ok) return gate
  if (!isPaid(order.state)) return refuse('not_paid')
  // All or nothing: a refusal commits what came before it.
  for (const { position } of parcel.lines) {
    if (lines.some(({ line }) => line.position === position && line.returnedAt))
      return refuse('line_refunded')
    if (await hasOpenReturn(work, order.id, position)) return refuse('refund_under_way')
  }
  for (const { position } of parcel.lines) {
    const marked = await markDelivered(work, order.id, position)
    if (!marked.ok) throw new Error(`Order ${order.id}, line ${position}: ${marked.why}`)
  }
  await work.tx
    .update(parcels)
    .set({ carrier, tracking, sentAt: work.now, sentBy: by })
    .where(eq(parcels.id, parcelId))
  await addEvent(work, order.id, 'dispatched', { parcel: parcel.number, by })
  await clearDue(work, order.id)
  await mailParcel(work, parcelId, 'sent')
  return { ok: true }
}

/** Takes a parcel back that was not handed over after all, within the hour; the buyer's refund clocks run again. */
export async function undoSend(work: UnitOfWork, sellables: Sellables, parcelId: string, by: string) {
  return step(work, sellables, parcelId, 'undo_send', async ({ order, parcel }) => {
    await work.tx.update(parcels).set({ sentAt: null, sentBy: null }).where(eq(parcels.id, parcelId))
    await unmarkSent(work, parcel)
    await markDue(work, order.id, order.paidAt ?? work.now)
    await addEvent(work, order.id, 'dispatch_undone', { parcel: parcel.number, by })
    await mailParcel(work, parcelId, 'unsent')
  })
}

export async function markArrived(work: UnitOfWork, sellables: Sellables, parcelId: string, by: string) {
  return step(work, sellables, parcelId, 'deliver', async ({ order, parcel }) => {
    await work.tx.update(parcels).set({ deliveredAt: work.now }).where(eq(parcels.id, parcelId))
    await addEvent(work, order.id, 'parcel_delivered', { parcel: parcel.number, by })
  })
}

export async function correctTracking(
  work: UnitOfWork,
  sellables: Sellables,
  parcelId: string,
  { carrier, tracking, reason = '', by }: { carrier: Carrier; tracking: string; reason?: string; by: string },
): Promise<{ ok: true } | Refusal<'not_paid' | 'correction_reason_missing'>> {
  const found = await lockParcel(work, sellables, parcelId)
  if (!found) return refuse('not_paid')
  const { order, parcel } = found
  if (parcel.carrier === carrier && parcel.tracking === tracking) return { ok: true }
  if (parcel.sentAt && !reason.trim()) return refuse('correction_reason_missing')
  await work.tx.update(parcels).set({ carrier, tracking }).where(eq(parcels.id, parcelId))
  await addEvent(work, order.id, 'tracking', { parcel: parcel.number, by, ...(reason && { reason }) })
  if (parcel.sentAt && !parcel.returnedAt) await mailParcel(work, parcelId, 'tracking')
  return { ok: true }
}

/** A parcel with its order, which is locked first, as everywhere. */
export async function lockParcel(
  work: UnitOfWork,
  sellables: Sellables,
  parcelId: string,
): Promise<LockedParcel | undefined> {
  const known = await findParcel(work.tx, parcelId)
  const found = known && (await findOrderForUpdate(work, sellables, known.orderId))
  const parcel = found && (await findParcel(work.tx, parcelId))
  return parcel && { order: found.order, lines: found.lines, parcel }
}

export type LockedParcel = { order: Order; lines: SellableLine[]; parcel: Parcel }

export async function step(
  work: UnitOfWork,
  sellables: Sellables,
  parcelId: string,
  name: ParcelStep,
  task: (found: LockedParcel) => Promise<void>,
): Promise<{ ok: true } | Refusal<'not_paid' | 'no_such_step' | 'too_late'>> {
  const found = await lockParcel(work, sellables, parcelId)
  if (!found) return refuse('not_paid')
  const may = mayTake(name, found.parcel, work.now)
  if (!may.ok) return may
  await task(found)
  return { ok: true }
}

/** What came back to go out again is not out. */
const isOut = sql`${parcels.decision} is distinct from 'resend'`

/** The lines of a parcel count as not sent, unless another parcel with a part of them was. */
export async function unmarkSent({ tx }: UnitOfWork, { id, orderId, lines }: Parcel) {
  const sent = await tx
    .select({ position: parcelLines.position })
    .from(parcelLines)
    .innerJoin(parcels, eq(parcels.id, parcelLines.parcelId))
    .where(and(eq(parcelLines.orderId, orderId), ne(parcels.id, id), isNotNull(parcels.sentAt), isOut))
  const own = lines
    .map(({ position }) => position)
    .filter((each) => !sent.some(({ position }) => position === each))
  if (own.length > 0)
    await tx
      .update(orderLines)
      .set({ deliveredAt: null })
      .where(and(eq(orderLines.orderId, orderId), inArray(orderLines.position, own)))
}

async function mailParcel(work: UnitOfWork, parcelId: string, about: 'sent' | 'unsent' | 'tracking') {
  await work.enqueue('mail-parcel', { parcelId, about, at: work.now.toISOString() })
}
