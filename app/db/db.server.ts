import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { minute, second } from '#app/kit/clock.ts'
import { PreparingClient } from './preparing-client.server.ts'

export type Db = PgDatabase<NodePgQueryResultHKT>

export type OpenDb = { db: Db; pool: pg.Pool }

/** Timeouts, in milliseconds, for requests and ordinary jobs. Anything that takes longer fails with an error; nothing waits forever. A batch that needs longer uses `set local` in its own transaction. */
export const webLimits = {
  /** For a free connection, or for a new one to open. */
  connectMs: 10 * second,
  /** For one statement, including its lock waits. */
  statementMs: 15 * second,
  /** For one lock. Shorter, so that one forgotten transaction does not fill the pool. */
  lockMs: 5 * second,
  /** For an idle transaction: its connection is then closed, which releases its locks. */
  idleInTransactionMs: 15 * second,
  /** For a server that does not answer at all, for example because its machine is gone. The connection is discarded. */
  silenceMs: 20 * second,
}

export type DbLimits = typeof webLimits

export function openDb(connectionString: string, connections = 12, limits = webLimits): OpenDb {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    application_name: 'paco',
    // A rush comes out of a quiet shop: opening a connection in it costs more than its queries, and waits behind them.
    idleTimeoutMillis: 15 * minute,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    query_timeout: limits.silenceMs,
    keepAlive: true,
    // PostgreSQL plans for disks that turn. On ours, and in memory, a row by its index costs about what the next one costs.
    options: '-c random_page_cost=1.1',
    Client: PreparingClient,
    pipeline: true,
  })
  // A connection lost in use fails its current or next statement, and an unused one is replaced. Neither is a reason to
  // end the process, which is what an unhandled error event would do.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, db: queriesOver(pool) }
}

export function queriesOver(pool: pg.Pool): Db {
  return drizzle({ client: pool, casing: 'snake_case' })
}
