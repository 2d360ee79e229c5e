// Brings the shop's database up to date, optionally with the sample catalog: `node scripts/database.ts [sample]`. Uses
// the server in DATABASE_URL, else the embedded one in DATA_DIR, also while the shop is running.
import { joinOrStartPostgres } from '#db/embedded.ts'
import { parseEnv } from '#server/env.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

const settings = parseEnv(process.env)
const sampleCatalog = process.argv[2] === 'sample'
const embedded = settings.DATABASE_URL ? undefined : await joinOrStartPostgres(settings.DATA_DIR)
await prepareDatabase(settings.DATABASE_URL ?? embedded?.url ?? '', {
  sampleCatalog,
  timeZone: settings.TZ_SHOP,
})
await embedded?.stop()
console.log(sampleCatalog ? 'The sample catalog is in the database.' : 'The database is up to date.')
