import { and, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { SellableKind } from '../rules/goods.ts'
import type { LineChoice, StockRow } from '../sellable.ts'
import { storedGood } from '../rules/stored-good.ts'
import { orderLines } from '../tables.ts'
import type { Sellables } from './lines.server.ts'

export async function findChoice(
  db: Db,
  sellables: Sellables,
  { id, lines }: { id: string; lines: readonly { kind: SellableKind; ref: unknown }[] },
): Promise<LineChoice | undefined> {
  let settled: LineChoice | undefined
  for (const line of lines) {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const choice = await sellable?.choice?.(db, id, ref)
    if (choice?.isOpen) return choice
    settled ??= choice
  }
  return settled
}

export type SettledLine = Pick<StockRow, 'ref' | 'detail' | 'plate' | 'firearm' | 'variant'>

/** Writes what the buyer of a held order chose into its line. The order must be locked. What is due now stays the same. */
export async function settleLine(
  { tx }: UnitOfWork,
  orderId: string,
  position: number,
  { ref, detail, plate, firearm, variant }: SettledLine,
): Promise<void> {
  await tx
    .update(orderLines)
    .set({ ref, detail, plate, firearm, variant })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
}
