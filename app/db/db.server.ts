import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { second } from '#app/kit/clock.ts'
import { PreparingClient } from './preparing-client.server.ts'

/** The database: a pool or an open transaction. Stores never need to know which. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** An open pool of connections, and the query builder on top of it. */
export type OpenDb = { db: Db; pool: pg.Pool }

/** How long things may take, in milliseconds. What takes longer fails with an error; nothing waits without end. */
export type DbLimits = {
  /** Waiting for a free connection, or for a new one to open. */
  connectMs: number
  /** One statement, with its waiting for locks. */
  statementMs: number
  /** Waiting for one lock. Shorter, so that one forgotten transaction does not fill the pool. */
  lockMs: number
  /** A transaction in which nothing happens: then its connection is ended, and its locks with it. */
  idleInTransactionMs: number
  /** A server that says nothing at all, for example because its machine is gone. The connection is given up. */
  silenceMs: number
}

/** For requests and what jobs do. A batch that needs longer says so with `set local` in its own transaction. */
export const webLimits: DbLimits = {
  connectMs: 10 * second,
  statementMs: 15 * second,
  lockMs: 5 * second,
  idleInTransactionMs: 15 * second,
  silenceMs: 20 * second,
}

/** Opens a pool on a PostgreSQL server. `connections` is the most it will use at once. */
export function openDb(connectionString: string, connections = 12, limits: DbLimits = webLimits): OpenDb {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    application_name: 'paco',
    ...connectionLimits(limits),
    Client: PreparingClient,
  })
  // A connection that is lost in use fails the statement it was running, or the next one, and an unused one is replaced:
  // neither is a reason to end the process, which is what happens to an error that nobody listens to.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, db: queriesOver(pool) }
}

/** The limits as the settings of a connection. */
export function connectionLimits(limits: DbLimits) {
  return {
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    query_timeout: limits.silenceMs,
    keepAlive: true,
  }
}

/** The query builder over a pool. What is remembered of a database is remembered for each of them apart. */
export function queriesOver(pool: pg.Pool): Db {
  return drizzle({ client: pool, casing: 'snake_case' })
}
