// Runs a tool of PostgreSQL on the shop's database: `node scripts/with-database.ts pg_dump -Fc -f <file>`. The tool finds it by
// its environment. Uses the server in DATABASE_URL, else the embedded one in DATA_DIR, which is started for as long as the
// tool runs unless the shop is running.
import { parseEnv } from '#server/env.ts'
import { joinDatabase, postgresEnvironment } from './join-database.ts'
import { run } from './steps.ts'

const [program, ...args] = process.argv.slice(2)
if (!program) {
  console.error('Name the tool to run, for example: npm run db:with -- pg_dump -Fc -f /backups/shop.dump')
  process.exit(2)
}
const { url, stop } = await joinDatabase(parseEnv(process.env))
const isDone = await run(program, args, { env: postgresEnvironment(url), takesInput: true })
await stop()
process.exitCode = isDone ? 0 : 1
