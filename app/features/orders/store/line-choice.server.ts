import type { Db } from '#app/db/db.server.ts'
import type { SellableKind } from '../rules/goods.ts'
import type { LineChoice } from '../sellable.ts'
import { type Sellables, sellableOf } from './lines.server.ts'

/** What the buyer of a held order chooses on a page of its own before paying: an open choice first; nothing on other orders. */
export async function findChoice(
  db: Db,
  sellables: Sellables,
  { id, lines }: { id: string; lines: readonly { kind: SellableKind; ref: unknown }[] },
): Promise<LineChoice | undefined> {
  let settled: LineChoice | undefined
  for (const { kind, ref } of lines) {
    const sellable = sellableOf(sellables, kind)
    const choice = await sellable.choice?.(db, id, sellable.parseRef(ref))
    if (choice?.isOpen) return choice
    settled ??= choice
  }
  return settled
}
