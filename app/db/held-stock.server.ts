import { type SQL, sql } from 'drizzle-orm'
import { integer, type PgColumn, text, type PgTable } from 'drizzle-orm/pg-core'
import { moment } from './sql.ts'

export const numberedStock = () => ({
  number: integer().notNull(),
  state: text({ enum: ['open', 'held', 'taken'] })
    .notNull()
    .default('open'),
  /** Empty on a taken one that was sold before this shop recorded orders. */
  orderId: text(),
  /** Until when a hold lasts; `infinity` while its payment is being settled. */
  heldUntil: moment(),
  /** The version of the hold that owns it: 1 when it was claimed, and one more each time the hold changes. */
  holdVersion: integer().notNull().default(1),
})

/** Whether a hold lasts. An end of `infinity` is read as a date that is neither before nor after any other: it is not over. */
export const isHolding = (heldUntil: Date | null, now: Date) => heldUntil !== null && !(heldUntil <= now)

type Columns = Record<'state' | 'orderId' | 'heldUntil', PgColumn>

export const isSoundStock = ({
  state,
  orderId,
  heldUntil,
}: Columns): SQL => sql`(${state} = 'open' and ${orderId} is null and ${heldUntil} is null)
  or (${state} = 'held' and ${orderId} is not null and ${heldUntil} is not null)
  or (${state} = 'taken' and ${heldUntil} is null)`

/** A writer names the version of the hold that it knows and gets no row when that hold has ended. */
export type StockTable = PgTable & { orderId: PgColumn; heldUntil: PgColumn; holdVersion: PgColumn }

type Held<Table extends StockTable> = {
  table: Table
  state: PgColumn
  stateName: string
  sold: 'taken' | 'sold' | 'paid'
  /** Which rows of the table, where several kinds of goods share it. */
  which?: SQL
}

/** Each returns one row for every order line; the order path counts them, because a missing row means lost stock. */
export function heldStock<Table extends StockTable>({ table, state, stateName, sold, which }: Held<Table>) {
  const isHeld = (orderId: SQL, version: SQL) =>
    sql`${table.orderId} = ${orderId} and ${state} = 'held' and ${table.holdVersion} = ${version}${which ? sql` and ${which}` : sql``}`
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

const columnTypes = {
  tax_class: 'text',
  item_class: 'text',
  refund_until: 'timestamptz',
  magazine: 'jsonb',
  plate: 'jsonb',
  firearm: 'jsonb',
  flags: 'jsonb',
  variant: 'jsonb',
} as const

/** The columns of a `StockRow` that mean nothing for a kind of goods, for its select. */
export function without(...columns: (keyof typeof columnTypes)[]): SQL {
  return sql.raw(columns.map((column) => `null::${columnTypes[column]} as ${column}`).join(', '))
}
