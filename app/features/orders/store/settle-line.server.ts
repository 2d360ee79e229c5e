import { and, eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { StockRow } from '../sellable.ts'
import { orderLines } from '../tables.ts'

/** What a line says of a firearm once its variant is chosen. */
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
