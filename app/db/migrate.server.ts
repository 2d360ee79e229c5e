import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

/** Any number will do, as long as every process of the shop asks for the same one. */
const migrationLock = 7_226_000

/** Brings the schema up to date. Several processes may start at once: one migrates, the others wait for it. */
export async function migrateDb(connectionString: string, migrationsFolder = 'db/migrations') {
  const client = new pg.Client({ connectionString, application_name: 'paco migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle({ client }), { migrationsFolder })
  } finally {
    await client.end() // ends the session, and the lock with it
  }
}
