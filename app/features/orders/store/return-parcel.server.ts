import { eq, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { parcels } from '../parcel-tables.ts'
import { mayTake, type ReturnDecision } from '../rules/parcel.ts'
import { addEvent, announceLines, type SellableLine, type Sellables } from './lines.server.ts'
import { markDue } from './due.server.ts'
import type { Parcel } from './parcels.server.ts'
import { lockParcel, step, unmarkSent } from './send.server.ts'

export function receiveBack(work: UnitOfWork, sellables: Sellables, parcelId: string, by: string) {
  return step(work, sellables, parcelId, 'receive_back', async ({ order, parcel }) => {
    await work.tx
      .update(parcels)
      .set({ returnedAt: work.now, returnedBy: by })
      .where(eq(parcels.id, parcelId))
    await addEvent(work, order.id, 'parcel_returned', { parcel: parcel.number, by })
  })
}

export type ReturnFinding = { decision: ReturnDecision; reason: string; by: string }

/**
 * Staff decide about a parcel that came back: its goods are on the shelf again at once, stay off it for a reason, or are to
 * be packed again. Deciding the same twice counts once.
 */
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
