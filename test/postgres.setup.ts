import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDb } from '#app/db/migrate.server.ts'
import { startPostgres } from '#db/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL per run. Its migrated database is the template from which every test file gets its own. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'paco-test-'))
  chmodSync(folder, 0o755) // PostgreSQL runs under another account when we are root
  const postgres = await startPostgres(folder, {
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '120',
    },
  })
  await migrateDb(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
