// Brings the shop's database up to date, optionally with the sample catalog: `node scripts/database.ts [sample]`. Uses
// the server in DATABASE_URL, else the embedded one in DATA_DIR, also while the shop is running.
import { parseEnv } from '#server/env.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { joinDatabase } from './join-database.ts'

const settings = parseEnv(process.env)
const sampleCatalog = process.argv[2] === 'sample'
const { url, stop } = await joinDatabase(settings)
await prepareDatabase(url, {
  sampleCatalog,
  timeZone: settings.TZ_SHOP,
})
await stop()
console.log(sampleCatalog ? 'The sample catalog is in the database.' : 'The database is up to date.')
