import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { mustRun, type RunOptions } from './steps.ts'

const stamp = 'build/made-from'

const parts = ['build/client', 'build/server']

const sources = [
  'app',
  'server',
  'db',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]

export async function build(options?: RunOptions): Promise<void> {
  const madeFrom = hashOf(sources.flatMap(filesIn))
  rmSync(stamp, { force: true }) // an interrupted build must not look finished
  await mustRun('react-router', ['build'], 'The shop could not be built, see above.', options)
  dropUnreachable('build/client/assets')
  await precompress('build/client')
  for (const file of filesIn('build/server').filter((each) => each.endsWith('.js')))
    writeFileSync(file, inOneByte(readFileSync(file, 'utf8')))
  const made = parts.flatMap(filesIn)
  writeFileSync(stamp, JSON.stringify({ madeFrom, made, hash: hashOf(made) }))
}

/** The router builds one for each route, to hydrate it; a page of ours loads its entry and what that names. */
function dropUnreachable(folder: string) {
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const reached = new Set(scripts.filter((file) => file.startsWith('entry.client-')))
  for (const file of reached) {
    const source = readFileSync(join(folder, file), 'utf8')
    for (const other of scripts) if (source.includes(other)) reached.add(other)
  }
  for (const file of scripts) if (!reached.has(file)) rmSync(join(folder, file))
}

/** The engine keeps a program's text while it runs, and one letter beyond Latin-1 makes each take two bytes: ten megabytes more for each process. */
export function inOneByte(source: string): string {
  return source.replaceAll(
    /[\u0100-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Compares content, not times, because a checkout changes times. */
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

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const isText = /\.(js|css|html|svg|json|txt|xml|webmanifest)$/

/** Smaller files do not get smaller with their headers. */
const smallestBytes = 256

/** At the strongest setting: this runs once per build. On Node's own threads, several files at once. */
async function precompress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isText.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file: string) {
  const content = await readFile(file)
  if (content.length < smallestBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([
    brotli(content, { params }).then((small) => writeFile(`${file}.br`, small)),
    gzipped(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ])
}
