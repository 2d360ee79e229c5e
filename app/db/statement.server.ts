import { fillPlaceholders, type Query, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type Db, sqlState, faultOf, PreparingClient, type Sent } from './db.server.ts'

export type Statement<Row> = {
  (db: Db, values: Record<string, unknown>): Promise<Row[]>
  bind: (values: Record<string, unknown>) => BoundStatement<Row>
}

export type BoundStatement<Row> = { text: string; values: unknown[]; readonly row?: Row }

export const value = (name: string) => sql.placeholder(name)

const dialect = new PgDialect({ casing: 'snake_case' })

/** Composing a long statement costs more than waiting for its result. Values go by `sql.placeholder`, as plain data; JSON and columns are not converted. */
export function statement<Row>(compose: () => SQL): Statement<Row> {
  let composed: Query | undefined
  const bind = (values: Record<string, unknown>): BoundStatement<Row> => {
    composed ??= dialect.sqlToQuery(compose())
    return { text: composed.sql, values: fillPlaceholders(composed.params, values) }
  }
  const run = async (db: Db, values: Record<string, unknown>) => {
    const [rows] = await runTogether(db, [bind(values)])
    return rows
  }
  return Object.assign(run, { bind })
}

type RowsOf<Statements extends readonly BoundStatement<unknown>[]> = {
  -readonly [At in keyof Statements]: Statements[At] extends BoundStatement<infer Row> ? Row[] : never
}

/**
 * One round trip, in order. Each sees what was committed before it began, so the first may lock what the second reads. In a transaction
 * nothing may follow `commits`; outside of one each is its own. @throws DrizzleQueryError of the statement that failed.
 */
export async function runTogether<const Statements extends readonly BoundStatement<unknown>[]>(
  db: Db,
  statements: Statements,
  options: { commits?: boolean } = {},
): Promise<RowsOf<Statements>> {
  const { client } = db._.session as unknown as { client: pg.Pool | PreparingClient }
  const batch = statements.map(({ text, values }) => ({ text, values, types: asStored }))
  if (client instanceof PreparingClient) return rowsOf<Statements>(await client.runAll(batch, options))
  return rowsOf<Statements>(await Promise.all(batch.map((query) => runInTurn(client, query))))
}

/** In a round trip of its own. */
export async function runAlone(
  db: Db,
  before: BoundStatement<unknown>,
  transaction: readonly BoundStatement<unknown>[],
): Promise<void> {
  const { client } = db._.session as unknown as { client: pg.Pool }
  const own = await connect(client)
  try {
    await own.runAll([before, { text: 'begin', values: [] }, ...transaction, { text: 'commit', values: [] }])
    own.release()
  } catch (error) {
    own.release(hasNoAnswer(error))
    throw error
  }
}

async function connect(pool: pg.Pool) {
  const own = await pool.connect()
  if (own instanceof PreparingClient) return own
  own.release()
  throw new Error('Statements run together on connections of openDb only')
}

/** Without an answer of the server's own, it is the connection that failed. */
const hasNoAnswer = (fault: unknown) => sqlState(fault) === undefined

type Waiting = {
  query: Sent
  answer: (result: pg.QueryResult) => void
  fail: (error: Error) => void
}

const turns = new WeakMap<pg.Pool, Waiting[]>()

/** What is asked until everything waits for an answer leaves together, on one connection: the questions of one page are one round trip. */
function runInTurn(pool: pg.Pool, query: Sent): Promise<pg.QueryResult> {
  return new Promise((answer, fail) => {
    const waiting = turns.get(pool) ?? []
    waiting.push({ query, answer, fail })
    if (waiting.length > 1) return
    turns.set(pool, waiting)
    process.nextTick(() => {
      turns.delete(pool)
      void ask(pool, waiting)
    })
  })
}

async function ask(pool: pg.Pool, waiting: readonly Waiting[]): Promise<void> {
  try {
    const own = await connect(pool)
    const results = await own.runEach(waiting.map(({ query }) => query))
    const faults = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    own.release(faults.some(hasNoAnswer))
    for (const [position, { query, answer, fail }] of waiting.entries()) {
      const result = results[position]
      if (result?.status === 'fulfilled') answer(result.value)
      else fail(faultOf(query, result?.reason))
    }
  } catch (error) {
    for (const { query, fail } of waiting) fail(faultOf(query, error))
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
