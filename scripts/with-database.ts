// Runs a tool of PostgreSQL on the shop's database: `node scripts/with-database.ts pg_dump -Fc -f <file>`. The tool finds it by
// its environment. Uses the server in DATABASE_URL, else the embedded one in DATA_DIR, which is started for as long as the
// tool runs unless the shop is running.
import { joinOrStartPostgres } from '#db/embedded.ts'
import { parseEnv } from '#server/env.ts'
import { postgresEnvironment } from './postgres-environment.ts'
import { run } from './steps.ts'

const [program, ...args] = process.argv.slice(2)
if (!program) {
  console.error('Name the tool to run, for example: npm run db:with -- pg_dump -Fc -f /backups/shop.dump')
  process.exit(2)
}
const settings = parseEnv(process.env)
const embedded = settings.DATABASE_URL ? undefined : await joinOrStartPostgres(settings.DATA_DIR)
const env = postgresEnvironment(settings.DATABASE_URL ?? embedded?.url ?? '')
const isDone = await run(program, args, { env, takesInput: true })
await embedded?.stop()
process.exitCode = isDone ? 0 : 1
