import type { Db } from '#app/db/db.server.ts'
import type { ReturnRefusal } from '../sellable.ts'
import { storedGood } from '../rules/stored-good.ts'
import type { Sellables } from './lines.server.ts'
import type { OrderView } from './read.server.ts'

export type ReturnView = OrderView & {
  lines: (OrderView['lines'][number] & { returnRefusal?: ReturnRefusal })[]
}

export async function withReturnRefusals<Order extends OrderView>(
  db: Db,
  sellables: Sellables,
  order: Order,
): Promise<Order & { lines: (Order['lines'][number] & { returnRefusal?: ReturnRefusal })[] }> {
  const lines: (Order['lines'][number] & { returnRefusal?: ReturnRefusal })[] = []
  for (const line of order.lines) {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const returnRefusal = await sellable?.returning?.refusal(db, order.id, ref)
    lines.push(returnRefusal ? { ...line, returnRefusal } : line)
  }
  return { ...order, lines }
}
