import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** This process' claim on a data folder. */
export type FolderClaim = { release: () => void }

/**
 * Claims a data folder for this process. A claim whose process is gone is taken over.
 * @throws Error naming the process that uses the folder.
 */
export function claimFolder(dataDir: string): FolderClaim {
  const file = join(dataDir, 'in-use-by')
  const owner = readOwner(file)
  if (owner && owner.pid !== process.pid && bornAt(owner.pid) === owner.born)
    throw new Error(
      `The data folder ${dataDir} is in use by process ${owner.pid}. Stop that process first, or choose another folder with DATA_DIR.`,
    )
  writeFileSync(file, `${process.pid} ${bornAt(process.pid)}`)
  return { release: () => rmSync(file, { force: true }) }
}

function readOwner(file: string) {
  if (!existsSync(file)) return undefined
  const [pid, born = ''] = readFileSync(file, 'utf8').split(' ')
  return { pid: Number(pid), born }
}

/** When a process was born, in the system's own unit; process numbers are reused, births are not. */
function bornAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return isAlive(pid) ? 'alive' : 'gone'
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
