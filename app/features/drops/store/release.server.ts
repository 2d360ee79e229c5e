import { and, eq, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/db.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { stockReturn } from '#app/features/refunds/rules.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { dropTopic } from '../rules.ts'
import { drops, dropUnits } from '../tables.ts'
import { dropUnit } from './units.server.ts'
import { openUnits } from './waiting.server.ts'

/** Not while it is being paid. What was sold here is refunded first, and stays closed once it is at the dealer or transferred. */
export async function releaseUnit(work: UnitOfWork, sellables: Sellables, slug: string, number: number) {
  const [unit] = await work.tx
    .select({
      dropId: dropUnits.dropId,
      state: dropUnits.state,
      orderId: dropUnits.orderId,
      isHouse: dropUnits.isHouse,
    })
    .from(dropUnits)
    .innerJoin(drops, eq(drops.id, dropUnits.dropId))
    .where(and(eq(drops.slug, slug), eq(dropUnits.number, number)))
  if (!unit) return refuse('no_such_unit')
  if (unit.isHouse) return refuse('kept_for_house')
  if (unit.state === 'open') return refuse('already_open')
  if (unit.state === 'held') return cancelUnitHold(work, sellables, unit.orderId ?? '')
  if (unit.orderId !== null) {
    const verdict = await mayReopen(work, unit.orderId, slug, number)
    if (!verdict.ok) return verdict
  }

  const { rows: opened } = await work.tx.execute(
    openUnits(sql`drop_id = ${unit.dropId} and number = ${number} and state = 'taken'
      and order_id is not distinct from ${unit.orderId}`),
  )
  if (opened.length === 0) return refuse('already_open')
  work.announce(dropTopic(slug))
  return { ok: true as const, was: 'taken' as const, orderId: null }
}

/** A number returned while its form was in process stays off sale until it is reopened here. */
async function mayReopen({ tx }: UnitOfWork, orderId: string, slug: string, number: number) {
  const order = await findOrder(tx, orderId)
  const line = order?.lines.find(({ kind, ref }) => {
    const unit = kind === 'drop_unit' ? tryParse(dropUnit.parseRef, ref) : undefined
    return unit?.slug === slug && unit.number === number
  })
  if (!line?.returnedAt) return refuse('refund_first')
  return stockReturn({ ...line, stage: line.returnedStage }) === 'stays' ? refuse('not_ours') : allowed
}

async function cancelUnitHold(work: UnitOfWork, sellables: Sellables, orderId: string) {
  const canceled = await cancelHold(work, sellables, orderId)
  if (canceled.ok) return { ok: true as const, was: 'held' as const, orderId }
  return canceled.why === 'already_paying' ? refuse('being_paid') : refuse('hold_is_over')
}
