import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { heldStock, type StockTable } from './held-stock.server.ts'

export type HoldTable = StockTable & { state: PgColumn }

type Counted<Holds extends HoldTable> = {
  holds: Holds
  item: PgColumn
  itemName: string
  /** The item that an order line's stored reference names, in the column's type. */
  itemOf: (ref: SQL) => SQL
}

/**
 * The SQL fragments by which the order path holds and sells counted stock. Available stock is never stored: it is the
 * total minus what the rows of this table hold. Each feature has its own volatile database function that locks the
 * item's row, ends overdue holds and then counts. A plain sub-select would count the stock from before the lock wait;
 * and an overdue hold that was only skipped could be paid after its stock went to somebody else.
 */
export function countedStock<Holds extends HoldTable>({ holds, item, itemName, itemOf }: Counted<Holds>) {
  return {
    /** The found rows must have the columns `item` and `quantity`. */
    take: (from: SQL, found: SQL, orderId: SQL, until: SQL) => sql`
      insert into ${holds} (order_id, ${sql.raw(itemName)}, quantity, state, held_until, hold_version)
      select ${orderId}, ${found}.item, ${found}.quantity, 'held', ${until}, 1 from ${from}`,

    ...heldStock({ table: holds, state: holds.state, stateName: 'state', sold: 'sold' }),

    release: (orderId: SQL, ref?: SQL) => sql`
      delete from ${holds} where ${holds.orderId} = ${orderId}${ref ? sql` and ${item} = ${itemOf(ref)}` : sql``}`,

    /** Some of what an order bought came back; the row goes with the last of it. */
    putBack: (orderId: SQL, ref: SQL, quantity: SQL) => sql`
      with gone as (
        delete from ${holds}
        where ${holds.orderId} = ${orderId} and ${item} = ${itemOf(ref)} and ${holds.state} = 'sold' and quantity <= ${quantity})
      update ${holds} set quantity = quantity - ${quantity}
      where ${holds.orderId} = ${orderId} and ${item} = ${itemOf(ref)} and ${holds.state} = 'sold' and quantity > ${quantity}`,
  }
}
