import type { Db } from '#app/db/db.server.ts'
import { findStage } from '#app/features/orders/store.server.ts'
import { type Drop, findUnitOrder } from '../drops/store.server.ts'
import { type UnitStatus, unitStatusOf } from './rules.ts'

// What the composition may use of the registry.
export { certificateCode, readCertificate } from './store/code.server.ts'

/** The status of one unit. The registry never reads who holds or owns it. */
export async function findUnitStatus(db: Db, drop: Drop, number: number): Promise<UnitStatus> {
  const unit = drop.units[number - 1] ?? 'open'
  const orderId = unit === 'taken' ? await findUnitOrder(db, drop.slug, number) : undefined
  const stage = orderId && (await findStage(db, orderId))
  return unitStatusOf({ drop, unit, stage: stage || undefined })
}
