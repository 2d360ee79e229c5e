// `node scripts/database.ts [sample]` brings the shop's database up to date, optionally with the sample catalog; `... with <tool> ...`
// runs a tool of PostgreSQL on it, which finds it by its environment. Also while the shop is running.
import { type Embedded, joinOrStartPostgres } from '#db/embedded.ts'
import { parseEnv, type Settings } from '#server/env.ts'
import { run } from './steps.ts'

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

async function runTool([program, ...args]: string[]): Promise<number> {
  if (!program) {
    console.error('Name the tool to run, for example: npm run db:with -- pg_dump -Fc -f /backups/shop.dump')
    return 2
  }
  const { url, stop } = await joinDatabase(parseEnv(process.env))
  const isDone = await run(program, args, { env: postgresEnvironment(url), takesInput: true })
  await stop()
  return isDone ? 0 : 1
}

async function prepare(sampleCatalog: boolean): Promise<number> {
  // The operator's commands and the tools of PostgreSQL need nothing of the catalog.
  const { prepareDatabase } = await import('#server/prepare-database.ts')
  const settings = parseEnv(process.env)
  const { url, stop } = await joinDatabase(settings)
  await prepareDatabase(url, { sampleCatalog, timeZone: settings.TZ_SHOP })
  await stop()
  console.log(sampleCatalog ? 'The sample catalog is in the database.' : 'The database is up to date.')
  return 0
}

if (import.meta.main) {
  const [task, ...args] = process.argv.slice(2)
  process.exitCode = task === 'with' ? await runTool(args) : await prepare(task === 'sample')
}
