import { type Embedded, joinOrStartPostgres } from '#db/embedded.ts'
import type { Settings } from '#server/env.ts'

/** The server in DATABASE_URL, else the embedded one in DATA_DIR, which runs already or is started until `stop`. */
export async function joinDatabase({
  DATABASE_URL: url,
  DATA_DIR,
}: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Embedded> {
  return url ? { url, stop: async () => {} } : joinOrStartPostgres(DATA_DIR)
}

/** For `pg_dump`, `pg_restore` and `psql`: as an argument, the password could be read by everybody on the machine. */
export function postgresEnvironment(address: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address)
  const parts = {
    PGHOST: searchParams.get('host') ?? hostname.replace(/^\[(.*)\]$/, '$1'),
    PGPORT: searchParams.get('port') ?? port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
}
