import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'

/** The disk of a folder, in bytes. `freeBytes` leaves out what is set aside for root: PostgreSQL does not run as root. */
export type Disk = { freeBytes: number; totalBytes: number }

const gigabyte = 1_000_000_000
/** PostgreSQL may need one gigabyte more for its log of changes at any moment, and a backup needs room, too. */
const scarceBytes = 2 * gigabyte
const scarceShare = 0.1
/** An alert is cleared when this much more is free than what raised it: a disk at the limit would send mail after mail. */
const clearFactor = 1.2

/** Whether the disk is nearly full; `undefined` just above the limit, where nothing changes. */
export function isNearlyFull({ freeBytes, totalBytes }: Disk): boolean | undefined {
  const limit = Math.min(scarceBytes, totalBytes * scarceShare)
  if (freeBytes < limit) return true
  return freeBytes >= limit * clearFactor ? false : undefined
}

export async function noteDiskSpace(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  machine: string,
  disk: Disk,
): Promise<void> {
  const isFull = isNearlyFull(disk)
  if (isFull) {
    const detail = `${inGigabytes(disk.freeBytes)} of ${inGigabytes(disk.totalBytes)} GB are free on the disk of DATA_DIR.`
    await raiseAlert(work, { kind: 'disk_space', subject: machine, detail })
  } else if (isFull === false) await clearAlert(work, 'disk_space', machine)
}

const inGigabytes = (bytes: number) => (bytes / gigabyte).toFixed(1)

export async function watchDiskSpace({ db, now, dataDir }: Pick<Shop, 'db' | 'now' | 'dataDir'>) {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const disk = { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  await noteDiskSpace({ tx: db, now: now() }, hostname(), disk)
}
