// Only one process may use a data folder: two PostgreSQL servers on one cluster destroy it. On one machine, process ids
// identify the owner. They mean nothing between containers and machines that share a folder, so the owner also writes a
// heartbeat into the claim every two seconds, and another process watches it for a while.
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type FolderClaim = {
  release: () => void
  /** Reads the file: a long start checks before its next step. */
  isHeld: () => boolean
}

export type ClaimSettings = {
  /** Called when another process has taken the folder over: this one must stop using it at once. */
  onLost?: () => void
  say?: (sentence: string) => void
  beatMs?: number
  /** How long a claim from elsewhere is watched: several heartbeats, because a busy machine may be late with one. */
  watchMs?: number
  /** Where this process runs: process ids are comparable only within the same machine and container. */
  place?: string
}

/** The content of the claim file. `beat` changes with each heartbeat. */
type Claim = { id: string; pid: number; born: string; place: string; host: string; beat: number }

/** A claim whose owner is gone is taken over. @throws Error with a sentence that names the owner. */
export async function claimFolder(
  dataDir: string,
  { onLost, say, beatMs = 2_000, watchMs = 12_000, place = herePlace() }: ClaimSettings = {},
): Promise<FolderClaim> {
  const file = join(dataDir, 'in-use-by')
  const owner = readClaim(file)
  if (owner && (await isAlive(owner, file, { say, watchMs, beatMs, place })))
    throw new Error(
      `The data folder ${dataDir} is in use by process ${owner.pid}${owner.place === place ? '' : ` on ${owner.host} (another container or machine)`}. Stop that process first, or choose another folder with DATA_DIR.`,
    )
  const mine = { id: randomUUID(), pid: process.pid, born: bornAt(process.pid), place, host: hostname() }
  let beat = 0
  const write = () => {
    writeFileSync(`${file}.${mine.id}`, JSON.stringify({ ...mine, beat: ++beat }))
    renameSync(`${file}.${mine.id}`, file)
  }
  write()
  // A deleted claim is written again; only another owner's is respected.
  const isHeld = () => (readClaim(file)?.id ?? mine.id) === mine.id
  const beating = setInterval(() => {
    if (isHeld()) return showLife(write)
    clearInterval(beating)
    onLost?.()
  }, beatMs)
  beating.unref() // never what keeps the process alive
  return {
    isHeld,
    release() {
      clearInterval(beating)
      if (readClaim(file)?.id === mine.id) rmSync(file, { force: true })
    },
  }
}

function showLife(write: () => void) {
  try {
    write()
  } catch {
    // A briefly full disk is no reason to fail: the next heartbeat follows.
  }
}

type Watching = {
  say: ((sentence: string) => void) | undefined
  watchMs: number
  beatMs: number
  place: string
}

async function isAlive(
  owner: Claim,
  file: string,
  { say, watchMs, beatMs, place }: Watching,
): Promise<boolean> {
  if (owner.place === place) return bornAt(owner.pid) === owner.born
  say?.(
    `The data folder was used by process ${owner.pid} on ${owner.host} (another container or machine). Watching for ${Math.ceil(watchMs / 1_000)} seconds whether it still lives.`,
  )
  const until = performance.now() + watchMs
  while (performance.now() < until) {
    await sleep(beatMs / 2)
    const now = readClaim(file)
    if (!now) return false
    if (now.id !== owner.id || now.beat !== owner.beat) return true
  }
  return false
}

function readClaim(file: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim
  } catch {
    return undefined // there is none, or it was cut short
  }
}

/** The boot of this machine, and the container's process id namespace. */
function herePlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** When a process was started, in the system's own unit; process ids are reused, start times are not. */
function bornAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return exists(pid) ? 'alive' : 'gone'
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
