import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whatever the tests of a run put into the system's temporary folder lies in one of their own, which goes with the run. */
export default function setup() {
  const systemFolder = process.env.TMPDIR
  const folder = mkdtempSync(join(tmpdir(), 'paco-run-'))
  chmodSync(folder, 0o755) // PostgreSQL runs as another user when we are root
  process.env.TMPDIR = folder
  return () => {
    if (systemFolder === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = systemFolder
    rmSync(folder, { recursive: true, force: true })
  }
}
