import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export async function inOwnFolder(name: string, work: (env: Record<string, string>) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), `paco-${name}-`))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs under another account and has to pass through
  try {
    await work({
      TMPDIR: folder,
      E2E_DATA_DIR: join(folder, 'shop'),
      // What Playwright makes of the journeys' sources is good for the next run as well.
      PWTEST_CACHE_DIR: resolve('node_modules/.cache/playwright'),
    })
  } finally {
    // A program that was ended may still be writing for a moment.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
