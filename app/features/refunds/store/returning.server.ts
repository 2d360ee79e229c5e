import type { UnitOfWork } from '#app/db/work.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import type { SellableLine } from '#app/features/orders/store/lines.server.ts'

/**
 * Begins the return of lines, with their order locked: what came with them becomes unusable. Refused, with nothing
 * changed, if some of it was used, unless `isForced`.
 */
export async function beginReturns(
  work: UnitOfWork,
  orderId: string,
  lines: readonly SellableLine[],
  isForced: boolean,
) {
  const begun: SellableLine[] = []
  // What moves money of another order comes last: once it began, nothing may refuse.
  const inOrder = lines.toSorted((one, other) => Number(movesMoney(one)) - Number(movesMoney(other)))
  for (const loaded of inOrder) {
    const refusal = await loaded.sellable.returning?.begin(work, orderId, loaded.ref, isForced)
    if (refusal) {
      await undoReturns(work, orderId, begun)
      return refuse(refusal)
    }
    begun.push(loaded)
  }
  return allowed
}

function movesMoney({ sellable }: SellableLine): boolean {
  return sellable.returning?.alsoRefundsCents !== undefined
}

export async function undoReturns(work: UnitOfWork, orderId: string, lines: readonly SellableLine[]) {
  for (const { sellable, ref } of lines) await sellable.returning?.undo(work, orderId, ref)
}
