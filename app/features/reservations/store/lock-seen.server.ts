import type { UnitOfWork } from '#app/db/work.server.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { findOrderForUpdate, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { expectRevision } from '#app/features/orders/store/read.server.ts'
import { refuse } from '#app/kit/refusal.ts'

/** The paid order of a verb, locked, if it is still as its person saw it. */
export async function lockSeen(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, seen }: { orderId: string; seen?: number | undefined },
) {
  const expected = await expectRevision(work, orderId, seen)
  if (!expected.ok) return expected
  const found = await findOrderForUpdate(work, sellables, orderId)
  return found && isPaid(found.order.state) ? { ok: true as const, ...found } : refuse('not_paid')
}
