// Brings the shop's database up to date: the server that DATABASE_URL names, else the embedded one in DATA_DIR.
import { migrateDb } from '#app/db/migrate.server.ts'
import { joinOrStartPostgres } from '#db/embedded.ts'
import { parseEnv } from '#server/env.ts'

const settings = parseEnv(process.env)
const embedded = settings.DATABASE_URL ? undefined : await joinOrStartPostgres(settings.DATA_DIR)
await migrateDb(settings.DATABASE_URL ?? embedded?.url ?? '')
await embedded?.stop()
console.log('The database is up to date.')
