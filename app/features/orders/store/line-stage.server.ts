import { type SQL, sql } from 'drizzle-orm'
import type { SellableKind } from '../rules/goods.ts'
import { orderLines } from '../tables.ts'

/**
 * How far the line of an order has come that is about this thing, as a part of a statement: its stage, or null without one and
 * once it was returned. `ref` is what the line refers to, as JSON.
 */
export function stageOfLine({ orderId, kind, ref }: { orderId: SQL; kind: SellableKind; ref: SQL }) {
  return sql<string | null>`(
    select ${orderLines.stage} from ${orderLines}
    where ${orderLines.orderId} = ${orderId} and ${orderLines.kind} = ${kind} and ${orderLines.ref} @> ${ref}
      and ${orderLines.returnedAt} is null
    order by ${orderLines.position} limit 1)`
}
