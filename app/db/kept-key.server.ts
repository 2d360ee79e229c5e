import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A secret of 256 random bits that is kept in the data folder under `name`, and made there on first use. */
export function readOrMakeKey(dataDir: string, name: string): string {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, name)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file) // whole or not at all, so that processes starting together agree on one key
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}
