// Builds the shop into build/, and knows whether what is there still belongs to the sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { precompress } from './precompress.ts'
import { mustRun, type RunOptions } from './steps.ts'

const stamp = 'build/made-from'

const parts = ['build/client', 'build/server']

/** Everything that goes into the build, tests aside. */
const sources = [
  'app',
  'server',
  'db',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]

/** Builds the pages and the server bundle, and compresses the files that browsers load. */
export async function build(options?: RunOptions): Promise<void> {
  const madeFrom = hashOf(sources.flatMap(filesIn))
  rmSync(stamp, { force: true }) // a build that is cut short must not pass for a finished one
  await mustRun('react-router', ['build'], 'The shop could not be built, see above.', options)
  await precompress('build/client')
  const made = parts.flatMap(filesIn)
  writeFileSync(stamp, JSON.stringify({ madeFrom, made, hash: hashOf(made) }))
}

/**
 * Whether `build/` was made from the sources as they are now, and is whole. Compares content, not times: a checkout
 * changes those. Further files in `build/` do not matter.
 */
export function isBuilt(): boolean {
  const stamped = readStamp()
  if (stamped?.madeFrom !== hashOf(sources.flatMap(filesIn))) return false
  return stamped.made.every((file) => existsSync(file)) && stamped.hash === hashOf(stamped.made)
}

type Stamp = { madeFrom: string; made: string[]; hash: string }

function readStamp(): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8')) as Stamp
  } catch {
    return undefined // none, or one of another kind
  }
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesIn(place: string): string[] {
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
