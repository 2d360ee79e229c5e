import { getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'

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
