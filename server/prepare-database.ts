import { databaseTime } from '#app/db/clock-and-keys.server.ts'
import { openDb } from '#app/db/db.server.ts'
import { migrateDb } from '#app/db/migrate.server.ts'
import type { SampleCatalog } from '#app/features/setup/store.server.ts'
import { loadReference, loadSample } from '#db/sample/load.ts'
import { countSample, previewRemoval, removeSample } from '#db/sample/remove.ts'

export const sampleCatalog: SampleCatalog = {
  load: loadSample,
  remove: removeSample,
  preview: previewRemoval,
  count: countSample,
}

export async function prepareDatabase(
  databaseUrl: string,
  { sampleCatalog, timeZone }: { sampleCatalog: boolean; timeZone: string },
) {
  await migrateDb(databaseUrl)
  const { db, pool } = openDb(databaseUrl, 1)
  try {
    await loadReference(db)
    if (sampleCatalog) await loadSample(db, await databaseTime(pool), timeZone)
  } finally {
    await pool.end()
  }
}
