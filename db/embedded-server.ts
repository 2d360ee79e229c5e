// The embedded PostgreSQL as a child process: started, watched, restarted when it ends, and stopped.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BoundedLog } from './bounded-log.ts'
import type { Account } from './embedded-place.ts'

export type ServerSettings = {
  binaries: string
  cluster: string
  /** Locked by the server and its children as long as any of them lives. Must be writable for `account`. */
  lockFile: string
  port: number
  socketFolder: string | undefined
  account: Account | undefined
  settings: Record<string, string>
  log: BoundedLog
  isReady: () => Promise<boolean>
  /** Called with a sentence when the server crashed, and when it is back. */
  say: (sentence: string) => void
}

export type SupervisedServer = { stop: () => Promise<void> }

const startLimitMs = 30_000
const firstPauseMs = 250
const longestPauseMs = 10_000
/** A server that ran for this long counts as able to start, in milliseconds. */
const soundMs = 60_000

/** The children of a killed server need a moment to end. */
const lockWaitSeconds = 5

/** The exit code of the shell between us and the server when another server holds the lock. */
const lockTaken = 75

/** Restarted whenever it ends by itself: at once, then with growing delays, without limit. @throws Error with PostgreSQL's own words when the first start fails. */
export async function superviseServer(server: ServerSettings): Promise<SupervisedServer> {
  const { say, log } = server
  const stopping = new AbortController()
  let child = spawnWithLifeline(server)
  try {
    await ready(child, server)
  } catch (error) {
    await end(child)
    throw error
  }
  const supervising = supervise()
  return {
    async stop() {
      stopping.abort()
      await end(child)
      await supervising
    },
  }

  async function supervise() {
    let pauseMs = firstPauseMs
    let since = performance.now()
    for (;;) {
      await exited(child)
      child.stdin?.destroy() // should only the shell have ended, this ends the server that it left behind
      if (stopping.signal.aborted) return
      if (performance.now() - since > soundMs) pauseMs = firstPauseMs
      say(`The embedded PostgreSQL ended by itself and is started again. It said: ${lastLine(log)}`)
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      since = performance.now()
      child = spawnWithLifeline(server)
      if (await isUp(child, server)) say('The embedded PostgreSQL answers again.')
      else await end(child) // what it said follows when it is started again
    }
  }
}

/**
 * The shell waits on a pipe that only this process holds: even its kill -9 stops PostgreSQL. All children inherit the lock, so socket
 * files that lie there are those of a killed server. Detached, so that Ctrl-C does not reach PostgreSQL before the shop has drained.
 */
const lifeline = `
exec 3<&0 9>>"$1"; cluster=$2; shift 2
if command -v flock >/dev/null; then flock -w ${lockWaitSeconds} 9 || exit ${lockTaken}; fi
rm -f "$cluster"/.s.PGSQL.*
"$@" 3<&- & server=$!
(cat <&3 >/dev/null; kill -INT $server) 9>&- 2>/dev/null & watch=$!
exec 3<&-
wait $server; code=$?
kill $watch 2>/dev/null
exit $code`

/** Runs a program with a locale. On macOS a server without one starts a thread to find one, and then refuses to run. */
export const withLocale = ['/usr/bin/env', 'LC_ALL=C'] as const

function spawnWithLifeline(server: ServerSettings) {
  const { binaries, cluster, lockFile, port, socketFolder = '', account, settings, log } = server
  const configured = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const postgres = [
    ...withLocale,
    join(binaries, 'bin', 'postgres'),
    '-D',
    cluster,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
  ]
  const child = spawn(
    '/bin/sh',
    ['-c', lifeline, 'sh', lockFile, cluster, ...postgres, '-k', socketFolder, ...configured],
    {
      ...account,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  child.stderr?.on('data', (chunk) => log.write(String(chunk)))
  child.stdin?.on('error', () => {}) // the shell is gone: its exit says so
  child.on('error', (error) => log.write(`${error.message}\n`)) // no shell to start it with
  return child
}

/** What a process wrote last may arrive after its exit. */
async function saidAll({ stderr }: ChildProcess) {
  if (stderr) await finished(stderr, { signal: AbortSignal.timeout(1_000) }).catch(() => {})
}

async function ready(child: ChildProcess, { isReady, log }: ServerSettings) {
  const until = performance.now() + startLimitMs
  while (!(await isReady())) {
    if (hasExited(child)) {
      await saidAll(child)
      throw new Error(
        child.exitCode === lockTaken
          ? 'The embedded PostgreSQL did not start: another one, in this or another container, still uses its data.'
          : `The embedded PostgreSQL did not start:\n${log.lastWords()}`,
      )
    }
    if (performance.now() > until)
      throw new Error(
        `The embedded PostgreSQL did not answer within ${startLimitMs / 1_000} seconds:\n${log.lastWords()}`,
      )
    await sleep(20)
  }
  // The lifeline must not keep a finished command alive.
  for (const handle of [child, child.stdin, child.stderr])
    (handle as { unref?: () => void } | null)?.unref?.()
}

const isUp = (child: ChildProcess, server: ServerSettings) =>
  ready(child, server).then(
    () => true,
    () => false,
  )

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

const lastLine = (log: BoundedLog) => log.lastWords().split('\n').at(-1) || 'nothing'
