// A database that only this benchmark uses: started, migrated, and gone with it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, webLimits } from '#app/db/db.server.ts'
import { migrateDb } from '#app/db/migrate.server.ts'
import { minute } from '#app/kit/clock.ts'
import { startPostgres } from '#db/embedded.ts'

/** Filling it with thousands of rows takes statements that are longer than those of the web. */
const patience = { ...webLimits, statementMs: 10 * minute, silenceMs: 10 * minute }

/** Starts a migrated database for this benchmark. `folder` is deleted with it. */
export async function openOwnDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'paco-bench-'))
  chmodSync(folder, 0o755) // PostgreSQL runs as another user when we are root
  const postgres = await startPostgres(folder)
  const { db, pool } = openDb(postgres.url, 6, patience)
  pool.on('error', () => {}) // the database stops a moment after its connections
  const close = async () => {
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await migrateDb(postgres.url).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { url: postgres.url, db, pool, folder, close }
}
