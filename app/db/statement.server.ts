import { fillPlaceholders, type Query, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './db.server.ts'

/** A composed statement: give it a connection and the values of its placeholders, and it answers with its rows. */
export type Statement<Row> = (db: Db, values: Record<string, unknown>) => Promise<Row[]>

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * A statement that is composed once. For the steps that every buyer takes: composing a long statement costs this
 * process more than waiting for its answer. Values come in by name through `sql.placeholder`, as plain data; JSON and
 * columns are not converted.
 */
export function statement<Row>(compose: () => SQL): Statement<Row> {
  let composed: Query | undefined
  return async (db, values) => {
    composed ??= dialect.sqlToQuery(compose())
    const query = { sql: composed.sql, params: fillPlaceholders(composed.params, values) }
    const prepared = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
      query,
      undefined,
      undefined,
      false,
    )
    return (await prepared.execute()).rows
  }
}
