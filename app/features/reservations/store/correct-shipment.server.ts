import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { addEvent, findOrderForUpdate, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { expectRevision } from '#app/features/orders/store/read.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { completeShipment, isUnderWay, type Shipment, type TypedShipment } from '../rules/shipment.ts'
import { stageDates } from '../tables.ts'

export type ShipmentCorrection = TypedShipment & {
  orderId: string
  position: number
  reason: string
  by: string
  seen?: number | undefined
}

/**
 * Corrects carrier and tracking number of a firearm on its way to its dealer, or just arrived there. Stage and day stay as they
 * are; buyer and dealer are mailed the right number. `before` is what was noted until now.
 */
export async function correctShipment(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, position, reason, by, seen, ...typed }: ShipmentCorrection,
) {
  const expected = await expectRevision(work, orderId, seen)
  if (!expected.ok) return expected
  const found = await findOrderForUpdate(work, sellables, orderId)
  const line = found?.lines.find((each) => each.line.position === position)?.line
  const noted = line && (await findShipment(work, orderId, position))
  if (!line?.stage || line.returnedAt || !isUnderWay(line.stage) || !noted) return refuse('not_under_way')
  const completed = completeShipment(typed)
  if (!completed.ok)
    return { ok: false as const, why: 'shipment_missing' as const, missing: completed.missing }
  if (!reason.trim()) return refuse('correction_reason_missing')
  const { id, ...before } = noted
  const { shipment } = completed
  if (shipment.carrier === before.carrier && shipment.tracking === before.tracking) return refuse('unchanged')
  await work.tx.update(stageDates).set(shipment).where(eq(stageDates.id, id))
  await addEvent(work, orderId, 'tracking', { line: position, by, reason, ...shipment })
  const movedAt = work.now.toISOString()
  const mail = { orderId, ...shipment, movedAt, isCorrection: true }
  await work.enqueue('mail-order-stage', { ...mail, stage: 'shipped', line: position })
  await work.enqueue('mail-dealer-shipped', { ...mail, lines: [position] })
  return { ok: true as const, before, shipment }
}

async function findShipment(
  { tx }: UnitOfWork,
  orderId: string,
  position: number,
): Promise<(Shipment & { id: number }) | undefined> {
  const [{ id, carrier, tracking } = {}] = await tx
    .select({ id: stageDates.id, carrier: stageDates.carrier, tracking: stageDates.tracking })
    .from(stageDates)
    .where(
      and(eq(stageDates.orderId, orderId), eq(stageDates.position, position), isNotNull(stageDates.carrier)),
    )
    .orderBy(desc(stageDates.id))
    .limit(1)
  return id !== undefined && carrier && tracking ? { id, carrier, tracking } : undefined
}
