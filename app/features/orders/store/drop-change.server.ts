import { sql } from 'drizzle-orm'
import { sqlList } from '#app/db/sql-list.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { openOrderStates } from '../rules.ts'
import { orderEvents, orderLines, orders } from '../tables.ts'

export async function noteDropChange(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  slug: string,
  words: string,
): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into ${orderEvents} (order_id, at, kind, data)
    select ${orders.id}, ${now}, 'drop_changed', jsonb_build_object('words', ${words}::text)
    from ${orders}
    where ${orders.state} in (${sqlList(openOrderStates)})
      and exists (select from ${orderLines} where ${orderLines.orderId} = ${orders.id}
        and ${orderLines.kind} = 'drop_unit' and ${orderLines.ref} ->> 'slug' = ${slug}
        and ${orderLines.returnedAt} is null)
    returning id`)
  return rows.length
}
