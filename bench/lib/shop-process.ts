// A shop for a measurement: built, started on a free port with an empty data folder, and removed afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { endWithUs } from './end-with-us.ts'

/** A running shop to measure. */
export type MeasuredShop = {
  url: string
  pid: number
  /** The shop's own folder: database, artwork, mailbox. */
  dataDir: string
  /** Runs SQL on the shop's database. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /** Kills the process, like a power cut, and restarts it on the same data. */
  killAndRestart: () => Promise<void>
  /** The web processes, the first one first. */
  webProcesses: () => number[]
  /** The process of the embedded PostgreSQL server. */
  postmaster: () => Promise<number>
  /** The memory of the web processes together, in MB: now, and at their peaks. */
  memoryMb: () => { now: number; peak: number }
  /** Processor time used so far by the web processes and by PostgreSQL, in milliseconds. */
  processorMs: () => Promise<{ web: number; database: number }>
  /** Waits until it is idle: artwork is rendered after the first response. */
  rest: () => Promise<void>
  stop: () => Promise<void>
}

const startLimitMs = 60_000
const restMs = 1_500

/** Start options, where they differ from the defaults of this checkout. */
export type ShopOptions = {
  /** The checkout that was built. */
  folder?: string
  /** Added to the environment. */
  env?: Record<string, string>
  /** The server that `env` names as `DATABASE_URL`, for the measurement's own queries. */
  databaseUrl?: string
  /** A file descriptor for the log. None by default: a measurement measures the shop, not the terminal. */
  log?: number
}

/** Starts the built shop on a free port of this machine, with an empty data folder. */
export async function startShop(options: ShopOptions = {}): Promise<MeasuredShop> {
  if (process.platform !== 'linux')
    throw new Error('Measurements need Linux: memory and processor time are read from /proc.')
  if (!existsSync(join(options.folder ?? '.', 'build/server/index.js')))
    throw new Error('Build the shop first: npm run build')
  const dataDir = mkdtempSync(join(tmpdir(), 'paco-bench-'))
  chmodSync(dataDir, 0o755) // PostgreSQL runs as another user when we are root
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child = await launch(dataDir, port, options).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  let pool = openPool(dataDir, options)
  const postmaster = async () => {
    const { rows } = await pool.query<{ data_directory: string }>('show data_directory')
    return Number(readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
  }
  const letGo = endWithUs(() => child.kill('SIGTERM'))
  return {
    url,
    dataDir,
    get pid() {
      return child.pid ?? 0
    },
    sql: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await pool.query<Row>(text, values)).rows,
    async killAndRestart() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await Promise.all([ended, pool.end().catch(() => {})])
      child = await launch(dataDir, port, options)
      pool = openPool(dataDir, options)
    },
    webProcesses: () => webProcesses(child.pid ?? 0),
    postmaster,
    memoryMb: () => ({
      now: sumOf(webProcesses(child.pid ?? 0), memoryOf('RssAnon')),
      peak: sumOf(webProcesses(child.pid ?? 0), memoryOf('VmHWM')),
    }),
    async processorMs() {
      return {
        web: sumOf(webProcesses(child.pid ?? 0), processorMs),
        database: familyMs(await postmaster()),
      }
    },
    async rest() {
      const busyMs = () => sumOf(webProcesses(child.pid ?? 0), processorMs)
      let before: number
      do {
        before = busyMs()
        await sleep(restMs)
      } while (busyMs() - before > restMs / 20)
    },
    async stop() {
      await pool.end().catch(() => {})
      const ended = child.exitCode === null && new Promise((resolve) => child.once('exit', resolve))
      letGo()
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(
  dataDir: string,
  port: number,
  { folder = '.', env = {}, log }: ShopOptions,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...process.execArgv, 'server/main.ts'], {
    cwd: folder,
    stdio: ['ignore', log ?? 'ignore', log ?? 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  const until = Date.now() + startLimitMs
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > until) {
      await endFailedStart(child)
      throw new Error('The shop to be measured did not start.')
    }
    await sleep(50)
  }
  return child
}

/** Nobody else knows the process, so nobody else would end it. */
async function endFailedStart(child: ChildProcess) {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** The first web process and its children. */
function webProcesses(first: number): number[] {
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ').map(Number)
  const isWeb = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('web-process')
  return [first, ...children.filter((pid) => pid > 0 && isWeb(pid))]
}

const sumOf = (pids: readonly number[], valueOf: (pid: number) => number) =>
  pids.reduce((sum, pid) => sum + valueOf(pid), 0)

const memoryOf = (name: string) => (pid: number) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

function processorMs(pid: number): number {
  const [user = 0, system = 0] = readTimes(pid)
  return user + system
}

/** Of a process, its children, and those of them that have ended. */
function familyMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const own = readTimes(pid).reduce((sum, time) => sum + time, 0)
  return children.reduce((sum, child) => sum + processorMs(Number(child)), own)
}

/** User and system time of a process, and of its children that have ended, in milliseconds. */
function readTimes(pid: number): number[] {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  // The kernel counts in hundredths of a second.
  return (fields.at(-1) ?? '')
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) * 10)
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function openPool(dataDir: string, { databaseUrl }: ShopOptions): pg.Pool {
  const pool = new pg.Pool(databaseUrl ? { connectionString: databaseUrl, max: 2 } : embeddedIn(dataDir))
  pool.on('error', () => {}) // the shop, and its database with it, may be killed on purpose
  return pool
}

function embeddedIn(dataDir: string): pg.PoolConfig {
  const read = (name: string) => readFileSync(join(dataDir, name), 'utf8')
  return {
    host: '127.0.0.1',
    port: Number(read('database.port')),
    user: 'paco',
    database: 'postgres',
    max: 2,
    password: read('database.password'),
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
