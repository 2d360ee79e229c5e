import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * A table of stock that orders hold and buy. `holdVersion` is the version of the hold that owns the row: whoever changes it
 * names the version that they know, and gets no row once that is over.
 */
export type StockTable = PgTable & { orderId: PgColumn; heldUntil: PgColumn; holdVersion: PgColumn }

type Held<Table extends StockTable> = {
  table: Table
  /** The column of the state, and its name in the database. */
  state: PgColumn
  stateName: string
  /** The state of what was sold. */
  sold: 'taken' | 'sold'
}

/**
 * How stock that an order holds is kept and sold, as the pieces of SQL that the order path runs. Each gives back one row for
 * every line: the order path counts them, since a row that is not there is stock that was lost.
 */
export function heldStock<Table extends StockTable>({ table, state, stateName, sold }: Held<Table>) {
  const isHeld = (orderId: SQL, version: SQL) =>
    sql`${table.orderId} = ${orderId} and ${state} = 'held' and ${table.holdVersion} = ${version}`
  const set = sql.raw(stateName)
  return {
    extend: (orderId: SQL, version: SQL, until: SQL) => sql`
      update ${table} set held_until = ${until}, hold_version = ${table.holdVersion} + 1
      where ${isHeld(orderId, version)} returning ${table.holdVersion}`,

    fulfill: (orderId: SQL, version: SQL) => sql`
      update ${table} set ${set} = ${sql.raw(`'${sold}'`)}, held_until = null
      where ${isHeld(orderId, version)} returning ${table.holdVersion}`,
  }
}
