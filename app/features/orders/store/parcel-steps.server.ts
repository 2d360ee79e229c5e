import { eq, and, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { parcelLines, parcels } from '../parcel-tables.ts'
import { isPaid } from '../rules.ts'
import {
  type Carrier,
  leftToPack,
  mayTake,
  type ParcelLine,
  type ParcelStep,
  type ReturnDecision,
} from '../parcels.ts'
import { hasOpenReturn, markDelivered } from './stage.server.ts'
import {
  addEvent,
  findOrderForUpdate,
  type Sellables,
  type Order,
  type SellableLine,
  announceLines,
} from './lines.server.ts'
import { findParcel, listParcels, nextNumber, clearDue, markDue, type Parcel } from './parcels.server.ts'
import { askParcelGate } from './review.server.ts'
import { orderLines } from '../tables.ts'

type Packing = {
  /** Of the parcel to be: packing again with the same one gives the same parcel. */
  id: string
  /** Everything that is left, where it is not said. */
  lines?: readonly ParcelLine[]
  by: string
}

type PackRefusal = Refusal<
  'not_paid' | 'in_review' | 'refused_by_state' | 'nothing_to_pack' | 'too_many' | 'refund_under_way'
>

/** Refused while the rules want a review, for more than is left to pack, and while one of the lines is being refunded. */
export async function packParcel(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  { id, lines, by }: Packing,
): Promise<{ ok: true; number: number } | PackRefusal> {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const packed = await listParcels(work.tx, orderId)
  const same = packed.find((parcel) => parcel.id === id)
  if (same) return { ok: true, number: same.number }
  const gate = await askParcelGate(work, found)
  if (!gate.ok) return gate
  const left = leftToPack(
    found.lines.map(({ line }) => line),
    packed,
  )
  const chosen = (lines ?? left).filter(({ quantity }) => quantity > 0)
  if (left.length === 0 || chosen.length === 0) return refuse('nothing_to_pack')
  for (const { position, quantity } of chosen) {
    const has = left.find((each) => each.position === position)?.quantity ?? 0
    if (quantity > has) return refuse('too_many')
    if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  }
  const number = await nextNumber(work.tx, orderId)
  await work.tx.insert(parcels).values({
    id,
    orderId,
    number,
    carrier: carrierOf(found.order.shippingName),
    method: found.order.shippingName ?? '',
    packedAt: work.now,
    packedBy: by,
  })
  await work.tx
    .insert(parcelLines)
    .values(chosen.map(({ position, quantity }) => ({ parcelId: id, orderId, position, quantity })))
  await addEvent(work, orderId, 'packed', { parcel: number, by })
  return { ok: true, number }
}

export async function unpackParcel(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  parcelId: string,
  by: string,
): Promise<{ ok: true } | Refusal<'not_paid' | 'no_such_step' | 'too_late'>> {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return refuse('not_paid')
  const parcel = await findParcel(work.tx, parcelId)
  if (!parcel) return { ok: true }
  if (parcel.orderId !== orderId) return refuse('no_such_step')
  const may = mayTake('unpack', parcel, work.now)
  if (!may.ok) return may
  await work.tx.delete(parcels).where(eq(parcels.id, parcelId))
  await addEvent(work, orderId, 'unpacked', { parcel: parcel.number, by })
  return { ok: true }
}

function carrierOf(method: string | null): Carrier {
  const name = (method ?? '').toLowerCase()
  if (name.includes('ups')) return name.includes('usps') ? 'usps' : 'ups'
  if (name.includes('usps') || name.includes('priority')) return 'usps'
  return name.includes('fedex') ? 'fedex' : 'other'
}

type SendRefusal = Refusal<
  | 'not_paid'
  | 'no_such_step'
  | 'too_late'
  | 'in_review'
  | 'refused_by_state'
  | 'refund_under_way'
  | 'line_refunded'
>

/** Refused while the rules want a review, and when a line was refunded since it was packed. Sending it twice counts once. */
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

type LockedParcel = { order: Order; lines: SellableLine[]; parcel: Parcel }

async function step(
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
async function unmarkSent({ tx }: UnitOfWork, { id, orderId, lines }: Parcel) {
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

export function receiveBack(work: UnitOfWork, sellables: Sellables, parcelId: string, by: string) {
  return step(work, sellables, parcelId, 'receive_back', async ({ order, parcel }) => {
    await work.tx
      .update(parcels)
      .set({ returnedAt: work.now, returnedBy: by })
      .where(eq(parcels.id, parcelId))
    await addEvent(work, order.id, 'parcel_returned', { parcel: parcel.number, by })
  })
}

type ReturnFinding = { decision: ReturnDecision; reason: string; by: string }

/** Deciding the same twice counts once. */
export async function decideReturn(
  work: UnitOfWork,
  sellables: Sellables,
  parcelId: string,
  { decision, reason, by }: ReturnFinding,
): Promise<{ ok: true } | Refusal<'not_paid' | 'no_such_step' | 'too_late' | 'needs_reason'>> {
  if (decision === 'kept_out' && !reason) return refuse('needs_reason')
  const found = await lockParcel(work, sellables, parcelId)
  if (!found) return refuse('not_paid')
  const { parcel } = found
  if (parcel.decision === decision) return { ok: true }
  const may = mayTake('decide', parcel, work.now)
  if (!may.ok) return may
  await work.tx
    .update(parcels)
    .set({
      decision,
      decisionReason: reason || null,
      decidedAt: work.now,
      decidedBy: by,
      restockedAt: decision === 'restocked' ? work.now : null,
    })
    .where(eq(parcels.id, parcelId))
  if (decision === 'restocked') await putBack(work, found.lines, parcel)
  if (decision === 'resend') {
    await unmarkSent(work, parcel)
    await markDue(work, parcel.orderId, work.now)
  }
  await addEvent(work, parcel.orderId, 'parcel_decided', { parcel: parcel.number, decision, by })
  return { ok: true }
}

async function putBack(work: UnitOfWork, lines: readonly SellableLine[], parcel: Parcel) {
  for (const { position, quantity } of parcel.lines) {
    const loaded = lines.find(({ line }) => line.position === position)
    if (!loaded?.sellable.putBack)
      throw new Error(`Order ${parcel.orderId}: line ${position} cannot be put back`)
    const ref = sql`${JSON.stringify(loaded.line.ref)}::jsonb`
    await work.tx.execute(loaded.sellable.putBack(sql`${parcel.orderId}`, ref, sql`${quantity}::int`))
    announceLines(work, [loaded])
  }
}

export async function markReturnRefunded(work: UnitOfWork, parcelId: string): Promise<void> {
  await work.tx.update(parcels).set({ refundedAt: work.now }).where(eq(parcels.id, parcelId))
}
