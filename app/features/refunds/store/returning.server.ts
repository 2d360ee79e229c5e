import type { UnitOfWork } from '#app/db/work.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import type { SellableLine } from '#app/features/orders/store/lines.server.ts'

/**
 * Lines are on their way back, with their order locked: what came with them is of no use from now on. Refused, with
 * nothing changed, where something of it was used, unless `isForced`.
 */
export async function beginReturns(
  work: UnitOfWork,
  orderId: string,
  lines: readonly SellableLine[],
  isForced: boolean,
) {
  const begun: SellableLine[] = []
  for (const loaded of lines) {
    const refusal = await loaded.sellable.returning?.begin(work, orderId, loaded.ref, isForced)
    if (refusal) {
      await undoReturns(work, orderId, begun)
      return refuse(refusal)
    }
    begun.push(loaded)
  }
  return allowed
}

/** They stay with their buyer after all. */
export async function undoReturns(work: UnitOfWork, orderId: string, lines: readonly SellableLine[]) {
  for (const { sellable, ref } of lines) await sellable.returning?.undo(work, orderId, ref)
}
