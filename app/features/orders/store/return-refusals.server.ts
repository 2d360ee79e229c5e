import type { Db } from '#app/db/db.server.ts'
import type { ReturnRefusal } from '../sellable.ts'
import type { Sellables } from './lines.server.ts'
import type { OrderView } from './read.server.ts'

/** An order of which each line may say what keeps it from being given back. */
export type ReturnView = OrderView & {
  lines: (OrderView['lines'][number] & { returnRefusal?: ReturnRefusal })[]
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
