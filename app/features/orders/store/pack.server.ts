import { eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { parcelLines, parcels } from '../parcel-tables.ts'
import { isPaid } from '../rules.ts'
import { type Carrier, leftToPack, mayTake, type ParcelLine } from '../rules/parcel.ts'
import { hasOpenReturn } from './deliver.server.ts'
import { addEvent, findOrderForUpdate, type Sellables } from './lines.server.ts'
import { findParcel, listParcels, nextNumber } from './parcels.server.ts'
import { askParcelGate } from './review.server.ts'

export type Packing = {
  /** Of the parcel to be: packing again with the same one gives the same parcel. */
  id: string
  /** Everything that is left, where it is not said. */
  lines?: readonly ParcelLine[]
  by: string
}

export type PackRefusal = Refusal<
  'not_paid' | 'in_review' | 'refused_by_state' | 'nothing_to_pack' | 'too_many' | 'refund_under_way'
>

/**
 * Packs goods of a paid order into one parcel. Refused while the state rules want the order looked at, for more than is left
 * to pack, and while one of the lines is being refunded.
 */
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
