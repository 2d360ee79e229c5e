import { type AnyColumn, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import type { Db } from './db.server.ts'
import { columnsOf, type RawRow, rowReader } from './row.server.ts'
import { statement, value } from './statement.server.ts'

/** The rows of a table whose column names their owner, in this order. Composed once, for pages that many visitors open at the same time. */
export function rowsBy<Of extends Table>(
  table: Of,
  owner: keyof Of['_']['columns'] & string,
  order: readonly SQL[] = [],
): (db: Db, owner: string) => Promise<Of['$inferSelect'][]> {
  const column = getTableColumns(table)[owner] as AnyColumn
  const read = rowReader(table)
  const orderBy = order.length > 0 ? sql` order by ${sql.join([...order], sql`, `)}` : sql``
  const select = statement<RawRow>(
    () => sql`select ${columnsOf(table)} from ${table} where ${column} = ${value('owner')}${orderBy}`,
  )
  return async (db, of) => (await select(db, { owner: of })).map(read)
}
