import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { heldStock, type StockTable } from './held-stock.server.ts'

/** A table of what orders hold or have bought of a thing that is counted: one row for each order and thing. */
export type HoldTable = StockTable & { state: PgColumn }

type Counted<Holds extends HoldTable> = {
  holds: Holds
  /** The column that names the thing, and its name in the database. */
  item: PgColumn
  itemName: string
  /** The thing that a line's stored reference names, of the column's type. */
  itemOf: (ref: SQL) => SQL
}

/**
 * How stock that is counted changes hands, as the pieces of SQL that the order path puts into its statements. What is
 * left is never stored: it is the pieces there are, without those that holds of this table have. Finding it is each feature's
 * own: it locks the thing's row first, then ends overdue holds and counts the rest, in a function of the database that is
 * volatile. A plain sub-select would count what was there before the lock was waited for; and an overdue hold that were
 * only passed over could be paid after its pieces had gone to somebody else.
 */
export function countedStock<Holds extends HoldTable>({ holds, item, itemName, itemOf }: Counted<Holds>) {
  return {
    /** What was found must have the columns `item` and `quantity`. */
    take: (from: SQL, found: SQL, orderId: SQL, until: SQL) => sql`
      insert into ${holds} (order_id, ${sql.raw(itemName)}, quantity, state, held_until, hold_version)
      select ${orderId}, ${found}.item, ${found}.quantity, 'held', ${until}, 1 from ${from}`,

    ...heldStock({ table: holds, state: holds.state, stateName: 'state', sold: 'sold' }),

    release: (orderId: SQL, ref?: SQL) => sql`
      delete from ${holds} where ${holds.orderId} = ${orderId}${ref ? sql` and ${item} = ${itemOf(ref)}` : sql``}`,
  }
}
