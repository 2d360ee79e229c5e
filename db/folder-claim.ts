// Only one process may use a data folder: two PostgreSQL servers on one cluster destroy it. Process numbers tell that on
// one machine. Between containers and machines that share a folder they mean nothing, so the owner also shows that it
// lives: it writes the claim anew every two seconds, and who wants the folder watches it for a while.
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** This process' claim on a data folder. */
export type FolderClaim = {
  release: () => void
  /** Whether nobody else has taken the folder over. Reads the file: a start that takes long asks before its next step. */
  isHeld: () => boolean
}

/** How a claim is made. */
export type ClaimSettings = {
  /** Called when somebody else has taken the folder over: this process must let go of it at once. */
  onLost?: () => void
  /** Told when the start has to wait and watch. */
  say?: (sentence: string) => void
  beatMs?: number
  /** How long a claim from elsewhere is watched. Several beats: a busy machine may be late with one. */
  watchMs?: number
  /** Where this process runs: process numbers mean something only in the same place. */
  place?: string
}

/** What the claim's file says. `beat` changes with each sign of life. */
type Claim = { id: string; pid: number; born: string; place: string; host: string; beat: number }

/**
 * Claims a data folder for this process. A claim whose owner is gone is taken over.
 * @throws Error with a sentence that names the owner.
 */
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
  // A claim that somebody cleared away is made again; only another owner's is respected.
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
    // A disk that is full for a moment is no reason to fail: the next beat comes.
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

/** This machine since it was started, and this container's own numbering of processes. */
function herePlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** When a process was born, in the system's own unit; process numbers are reused, births are not. */
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
