import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import type { ReturnRefusal } from '../sellable.ts'
import type { LoadedLine, Sellables } from './lines.server.ts'
import type { OrderView } from './read.server.ts'

/**
 * Lines are on their way back, with their order locked: what came with them is of no use from now on. Refused, with
 * nothing changed, where something of it was used, unless `isForced`.
 */
export async function beginReturns(
  work: UnitOfWork,
  orderId: string,
  lines: readonly LoadedLine[],
  isForced: boolean,
) {
  const begun: LoadedLine[] = []
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
export async function undoReturns(work: UnitOfWork, orderId: string, lines: readonly LoadedLine[]) {
  for (const { sellable, ref } of lines) await sellable.returning?.undo(work, orderId, ref)
}

/** An order of which each line says whether what came with it keeps it from being given back. */
export async function withReturnRefusals<Order extends OrderView>(
  db: Db,
  sellables: Sellables,
  order: Order,
): Promise<Order & { lines: (Order['lines'][number] & { returnRefusal?: ReturnRefusal })[] }> {
  const lines: (Order['lines'][number] & { returnRefusal?: ReturnRefusal })[] = []
  for (const line of order.lines) {
    const sellable = sellables[line.kind]
    const returnRefusal = await sellable?.returning?.refusal(db, order.id, sellable.parseRef(line.ref))
    lines.push(returnRefusal ? { ...line, returnRefusal } : line)
  }
  return { ...order, lines }
}
