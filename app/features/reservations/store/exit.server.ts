import { and, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/rows-by.server.ts'
import { reservationExits } from '../exit-tables.ts'

export const listExits = rowsBy(reservationExits, 'orderId')

export async function findExit(
  db: Db,
  orderId: string,
  position: number,
): Promise<typeof reservationExits.$inferSelect | undefined> {
  const [found] = await db
    .select()
    .from(reservationExits)
    .where(and(eq(reservationExits.orderId, orderId), eq(reservationExits.position, position)))
  return found
}
