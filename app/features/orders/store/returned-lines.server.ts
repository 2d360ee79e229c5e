import { and, desc, eq, gt } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { SellableKind } from '../rules/goods.ts'
import { orderLines } from '../tables.ts'

export function listReturnedLines(
  db: Db,
  kind: SellableKind,
  since: Date,
): Promise<{ orderId: string; ref: unknown }[]> {
  return db
    .select({ orderId: orderLines.orderId, ref: orderLines.ref })
    .from(orderLines)
    .where(and(eq(orderLines.kind, kind), gt(orderLines.returnedAt, since)))
    .orderBy(desc(orderLines.returnedAt))
}
