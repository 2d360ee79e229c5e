import { fillPlaceholders, type Query, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Db } from './db.server.ts'
import { PreparingClient } from './preparing-client.server.ts'

export type Statement<Row> = {
  (db: Db, values: Record<string, unknown>): Promise<Row[]>
  bind: (values: Record<string, unknown>) => BoundStatement<Row>
}

export type BoundStatement<Row> = { text: string; values: unknown[]; readonly row?: Row }

export const value = (name: string) => sql.placeholder(name)

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Composes a statement once, for steps that every buyer takes: composing a long statement costs this process more than
 * waiting for its result. Values are passed by name through `sql.placeholder`, as plain data; JSON and columns are not
 * converted.
 */
export function statement<Row>(compose: () => SQL): Statement<Row> {
  let composed: Query | undefined
  const bind = (values: Record<string, unknown>): BoundStatement<Row> => {
    composed ??= dialect.sqlToQuery(compose())
    return { text: composed.sql, values: fillPlaceholders(composed.params, values) }
  }
  const run = async (db: Db, values: Record<string, unknown>) => {
    const { text, values: params } = bind(values)
    const query = { sql: text, params }
    const prepared = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
      query,
      undefined,
      undefined,
      false,
    )
    return (await prepared.execute()).rows
  }
  return Object.assign(run, { bind })
}

type RowsOf<Statements extends readonly BoundStatement<unknown>[]> = {
  -readonly [At in keyof Statements]: Statements[At] extends BoundStatement<infer Row> ? Row[] : never
}

/**
 * Runs statements in order in a single round trip, and returns the rows of each. In a transaction they are part of it;
 * `commits` ends it with them, and nothing may follow. Outside of one each is a transaction of its own. Each sees what was
 * committed before it began, so the first may lock what the second reads.
 * @throws DrizzleQueryError of the statement that failed.
 */
export async function runTogether<const Statements extends readonly BoundStatement<unknown>[]>(
  db: Db,
  statements: Statements,
  options: { commits?: boolean } = {},
): Promise<RowsOf<Statements>> {
  const { client } = db._.session as unknown as { client: pg.Pool | PreparingClient }
  const batch = statements.map(({ text, values }) => ({ text, values, types: asStored }))
  if (client instanceof PreparingClient) return rowsOf<Statements>(await client.runAll(batch, options))
  const own = await client.connect()
  try {
    if (!(own instanceof PreparingClient))
      throw new Error('Statements run together on connections of openDb only')
    return rowsOf<Statements>(await own.runAll(batch))
  } finally {
    own.release()
  }
}

function rowsOf<Statements extends readonly BoundStatement<unknown>[]>(results: pg.QueryResult[]) {
  return results.map(({ rows }) => rows as unknown[]) as RowsOf<Statements>
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins
const moments = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL])
const asText = (text: string) => text
const parserOf = pg.types.getTypeParser as (oid: number, format?: string) => (text: string) => unknown

/** As the query builder reads rows: timestamps are text, and the row reader of a table makes them Dates. */
const asStored = {
  getTypeParser: (oid: number, format?: string) => (moments.has(oid) ? asText : parserOf(oid, format)),
} as pg.CustomTypesConfig
