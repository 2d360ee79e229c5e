import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { PreparingClient } from './preparing-client.server.ts'

/** The database: a pool or an open transaction. Stores never need to know which. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** An open pool of connections, and the query builder on top of it. */
export type OpenDb = { db: Db; pool: pg.Pool }

/** Opens a pool on a PostgreSQL server. `connections` is the most it will use at once. */
export function openDb(connectionString: string, connections = 12): OpenDb {
  const pool = new pg.Pool({
    ...{ connectionString, max: connections, application_name: 'paco' },
    Client: PreparingClient,
  })
  return { pool, db: queriesOver(pool) }
}

/** The query builder over a pool. What is remembered of a database is remembered for each of them apart. */
export function queriesOver(pool: pg.Pool): Db {
  return drizzle({ client: pool, casing: 'snake_case' })
}
