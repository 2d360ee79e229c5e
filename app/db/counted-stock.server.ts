import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** A table of what orders hold or have bought of a thing that is counted: one row for each order and thing. */
export type HoldTable = PgTable & { orderId: PgColumn; state: PgColumn; heldUntil: PgColumn }

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
 * left is never stored: it is the pieces there are, without those that holds of this table have and that are not overdue.
 * Finding it is each room's own; it must lock the thing's row first and count afterwards, with a function of the database
 * that is volatile: a plain sub-select would count what was there before the lock was waited for, and sell it twice.
 */
export function countedStock<Holds extends HoldTable>({ holds, item, itemName, itemOf }: Counted<Holds>) {
  const isHeld = (orderId: SQL) => sql`${holds.orderId} = ${orderId} and ${holds.state} = 'held'`
  return {
    /** What was found must have the columns `item` and `quantity`. */
    take: (from: SQL, found: SQL, orderId: SQL, until: SQL) => sql`
      insert into ${holds} (order_id, ${sql.raw(itemName)}, quantity, state, held_until)
      select ${orderId}, ${found}.item, ${found}.quantity, 'held', ${until} from ${from}`,

    owns: (orderId: SQL) => sql`exists (select 1 from ${holds} where ${isHeld(orderId)})`,

    extend: (orderId: SQL, until: SQL) =>
      sql`update ${holds} set held_until = ${until} where ${isHeld(orderId)}`,

    fulfil: (orderId: SQL) => sql`
      update ${holds} set state = 'sold', held_until = null where ${isHeld(orderId)} returning ${item}`,

    release: (orderId: SQL, ref?: SQL) => sql`
      delete from ${holds} where ${holds.orderId} = ${orderId}${ref ? sql` and ${item} = ${itemOf(ref)}` : sql``}`,
  }
}
