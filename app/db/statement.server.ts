import { fillPlaceholders, type Query, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Db } from './db.server.ts'
import { PreparingClient } from './preparing-client.server.ts'

/** A composed statement: give it a connection and the values of its placeholders, and it answers with its rows. */
export type Statement<Row> = {
  (db: Db, values: Record<string, unknown>): Promise<Row[]>
  /** The statement with its values, to be run by `runTogether`. */
  bind: (values: Record<string, unknown>) => BoundStatement<Row>
}

/** A statement with the values it is to be run with. `Row` is what it answers with. */
export type BoundStatement<Row> = { text: string; values: unknown[]; readonly row?: Row }

/** A placeholder of a composed statement, filled by name when it runs. */
export const value = (name: string) => sql.placeholder(name)

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * A statement that is composed once. For the steps that every buyer takes: composing a long statement costs this
 * process more than waiting for its answer. Values come in by name through `sql.placeholder`, as plain data; JSON and
 * columns are not converted.
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
 * Runs statements one after the other in a single round trip, and gives the rows of each. Where one fails, those after it do
 * not run. In a transaction they are part of it; `commits` ends it with them, and nothing may follow. Outside of one they
 * are a transaction by themselves. Each sees what was committed before it began, so the first may lock what the second reads.
 * @throws DrizzleQueryError of the statement that failed.
 */
export async function runTogether<const Statements extends readonly BoundStatement<unknown>[]>(
  db: Db,
  statements: Statements,
  options: { commits?: boolean } = {},
): Promise<RowsOf<Statements>> {
  const { client } = db._.session as unknown as { client: pg.Pool | PreparingClient }
  const batch = statements.map(({ text, values }) => ({ text, values, types: asStored }))
  if (client instanceof PreparingClient) return rowsOf<Statements>(await client.runBatch(batch, options))
  const own = await client.connect()
  try {
    if (!(own instanceof PreparingClient))
      throw new Error('Statements run together on connections of openDb only')
    return rowsOf<Statements>(await own.runBatch(batch))
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

/** As the query builder reads rows: moments are text, and the reader of a table's rows makes them dates. */
const asStored = {
  getTypeParser: (oid: number, format?: string) => (moments.has(oid) ? asText : parserOf(oid, format)),
} as pg.CustomTypesConfig
