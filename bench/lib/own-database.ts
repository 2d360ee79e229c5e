// A database that only this benchmark uses: started, migrated, and gone with it.
import { openDb, webLimits } from '#app/db/db.server.ts'
import { migrateDb } from '#app/db/migrate.server.ts'
import { minute } from '#app/kit/clock.ts'
import { startPostgres } from '#db/embedded.ts'
import { newFolder } from './shop-process.ts'

/** Filling it with thousands of rows takes statements that are longer than those of the web. */
const patience = { ...webLimits, statementMs: 10 * minute, silenceMs: 10 * minute }

/** Starts a migrated database for this benchmark. Its folder is deleted with it. */
export async function openOwnDatabase() {
  const folder = newFolder()
  const postgres = await startPostgres(folder.path)
  const { db, pool } = openDb(postgres.url, 6, patience)
  pool.on('error', () => {}) // the database stops a moment after its connections
  const close = async () => {
    await pool.end()
    await postgres.stop()
    folder.remove()
  }
  await migrateDb(postgres.url).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { url: postgres.url, db, pool, folder: folder.path, close }
}
