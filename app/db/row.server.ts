import { type AnyColumn, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import type { Db } from './db.server.ts'
import { statement, value } from './statement.server.ts'

/** A row as a composed statement returns it: timestamps are text, everything else is as stored. */
export type RawRow = Record<string, unknown>

export function columnsOf(table: Table): SQL {
  return sql.join(
    Object.entries(getTableColumns(table)).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  )
}

export function jsonOf(table: Table): SQL {
  return sql`json_build_object(${sql.join(
    Object.entries(getTableColumns(table)).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )})`
}

/** Reads rows that `columnsOf` or `jsonOf` selected from this table: timestamp text becomes a Date, and a large integer a number. */
export function rowReader<Of extends Table>(table: Of): (raw: RawRow) => Of['$inferSelect'] {
  const named = (type: string) =>
    Object.entries(getTableColumns(table)).flatMap(([name, { dataType }]) =>
      dataType === type ? [name] : [],
    )
  const [moments, numbers] = [named('date'), named('number')]
  return (raw) => {
    const row = { ...raw }
    for (const name of moments) if (typeof row[name] === 'string') row[name] = new Date(row[name])
    for (const name of numbers) if (typeof row[name] === 'string') row[name] = Number(row[name])
    return row
  }
}

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
