import pg from 'pg'
import type { Settings } from './env.ts'

/** Beside its pool, each process has three connections for the job queue and one that listens for live updates. */
const connectionsBesidePool = 4
/** Reserved for the operator's commands, backups and database administration. */
const spareConnections = 20

export function connectionsNeeded({
  WEB_PROCESSES,
  DATABASE_CONNECTIONS,
}: Pick<Settings, 'WEB_PROCESSES' | 'DATABASE_CONNECTIONS'>): number {
  return WEB_PROCESSES * (DATABASE_CONNECTIONS + connectionsBesidePool)
}

export function embeddedConnections(settings: Pick<Settings, 'WEB_PROCESSES' | 'DATABASE_CONNECTIONS'>) {
  return Math.max(100, connectionsNeeded(settings) + spareConnections)
}

export async function findTooFewConnections(
  databaseUrl: string,
  needed: number,
): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the query below fails instead
  await client.connect()
  try {
    const { rows } = await client.query<{ allowed: number; used: number }>(`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used`)
    const { allowed = 0, used = 0 } = rows[0] ?? {}
    if (used + needed <= allowed) return undefined
    return `The database allows ${allowed} connections and ${used} are open already, but this shop may need ${needed}: WEB_PROCESSES times (DATABASE_CONNECTIONS + ${connectionsBesidePool}). Raise max_connections there, or lower one of the two here; otherwise requests may fail in a rush.`
  } finally {
    await client.end()
  }
}
