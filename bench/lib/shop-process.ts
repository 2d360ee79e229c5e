// A shop for a measurement: built, started on a free port with an empty data folder, and removed afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#db/embedded.ts'
import { endWithUs } from './end-with-us.ts'

/** A running shop to measure. */
export type MeasuredShop = Awaited<ReturnType<typeof startShop>>

const startLimitMs = 60_000
const restMs = 1_500

/** A folder for a measurement's own PostgreSQL. */
export function newFolder() {
  const path = mkdtempSync(join(tmpdir(), 'paco-bench-'))
  chmodSync(path, 0o755) // PostgreSQL runs as another user when we are root
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

type ShopOptions = {
  /** Another checkout, built. */
  folder?: string
  /** Added to the environment. */
  env?: Record<string, string>
  /** A server in place of the embedded one. */
  databaseUrl?: string
  /** A file descriptor for the log. None by default: a measurement measures the shop, not the terminal. */
  log?: number
}

/** Starts the built shop on a free port of this machine, with an empty data folder. */
export async function startShop(options: ShopOptions = {}) {
  if (process.platform !== 'linux')
    throw new Error('Measurements need Linux: memory and processor time are read from /proc.')
  if (!existsSync(join(options.folder ?? '.', 'build/server/index.js')))
    throw new Error('Build the shop first: npm run build')
  const { path: dataDir, remove } = newFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child = await launch(dataDir, port, options).catch((error: unknown) => {
    remove()
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
    /** Runs SQL on the shop's database. */
    sql: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await pool.query<Row>(text, values)).rows,
    /** Kills the process, like a power cut, and restarts it on the same data. */
    async killAndRestart() {
      await Promise.all([end(child, 'SIGKILL'), pool.end().catch(() => {})])
      child = await launch(dataDir, port, options)
      pool = openPool(dataDir, options)
    },
    /** The first one first. */
    webProcesses: () => webProcesses(child.pid ?? 0),
    postmaster,
    /** The memory of the web processes together: now, and at their peaks. */
    memoryMb: () => ({
      now: sumOf(webProcesses(child.pid ?? 0), memoryOf('RssAnon')),
      peak: sumOf(webProcesses(child.pid ?? 0), memoryOf('VmHWM')),
    }),
    /** Processor time used so far. */
    async processorMs() {
      return {
        web: sumOf(webProcesses(child.pid ?? 0), processorMs),
        database: familyMs(await postmaster()),
      }
    },
    /** Waits until it is idle: artwork is rendered after the first response. */
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
      letGo()
      await end(child)
      remove()
    },
  }
}

async function launch(
  dataDir: string,
  port: number,
  { folder = '.', env = {}, databaseUrl, log }: ShopOptions,
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
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...env,
    },
  })
  const until = Date.now() + startLimitMs
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > until) {
      await end(child)
      throw new Error('The shop to be measured did not start.')
    }
    await sleep(50)
  }
  return child
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
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

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

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
