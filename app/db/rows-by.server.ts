import { type AnyColumn, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import type { Db } from './db.server.ts'
import { columnsOf, type RawRow, rowReader } from './row.server.ts'
import { type BoundStatement, runTogether, statement, value } from './statement.server.ts'

export type RowsBy<Row> = {
  (db: Db, owner: string): Promise<Row[]>
  of: (owner: string) => OwnedRows<Row>
}

export type OwnedRows<Row> = { select: BoundStatement<RawRow>; read: (raw: RawRow) => Row }

/** The rows of a table whose column names their owner, in this order. Composed once, for pages that many visitors open at the same time. */
export function rowsBy<Of extends Table>(
  table: Of,
  owner: keyof Of['_']['columns'] & string,
  order: readonly SQL[] = [],
): RowsBy<Of['$inferSelect']> {
  const column = getTableColumns(table)[owner] as AnyColumn
  const read = rowReader(table)
  const orderBy = order.length > 0 ? sql` order by ${sql.join([...order], sql`, `)}` : sql``
  const select = statement<RawRow>(
    () => sql`select ${columnsOf(table)} from ${table} where ${column} = ${value('owner')}${orderBy}`,
  )
  const rows = async (db: Db, of: string) => (await select(db, { owner: of })).map(read)
  return Object.assign(rows, { of: (of: string) => ({ select: select.bind({ owner: of }), read }) })
}

type Lists<Parts extends readonly OwnedRows<unknown>[]> = {
  -readonly [At in keyof Parts]: Parts[At] extends OwnedRows<infer Row> ? Row[] : never
}

export async function listTogether<const Parts extends readonly OwnedRows<unknown>[]>(
  db: Db,
  parts: Parts,
): Promise<Lists<Parts>> {
  const found: readonly RawRow[][] = await runTogether(
    db,
    parts.map(({ select }) => select),
  )
  return parts.map(({ read }, at) => found[at]?.map(read)) as Lists<Parts>
}
