import type { Db } from '#app/db/db.server.ts'
import { isEnding, isPaid } from '../rules.ts'
import type { LinePage } from '../sellable.ts'
import { storedGood } from '../rules/stored-good.ts'
import type { Sellables } from './lines.server.ts'
import type { OrderView } from './read.server.ts'

export async function findLinePages(
  db: Db,
  sellables: Sellables,
  order: OrderView,
): Promise<Map<number, LinePage>> {
  const pages = new Map<number, LinePage>()
  if (!isPaid(order.state)) return pages
  for (const line of order.lines) {
    const { position, itemClass, stage, returnedAt, isReturning } = line
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const isOver = returnedAt !== null || isReturning || (stage !== null && isEnding(stage))
    if (!sellable?.page || isOver) continue
    const page = sellable.page(order.id, ref, itemClass, stage)
    if (page && ((await sellable.hasPage?.(db, order.id)) ?? true)) pages.set(position, page)
  }
  return pages
}
