import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { test } from '#test/db.ts'
import { type Disk, watchDiskSpace, isNearlyFull, noteDiskSpace } from './disk-space.server.ts'

const gigabyte = 1_000_000_000
const large = (freeGigabytes: number): Disk => ({
  freeBytes: freeGigabytes * gigabyte,
  totalBytes: 250 * gigabyte,
})

test('a large disk is nearly full below two gigabytes, a small one below a tenth of it', () => {
  expect(isNearlyFull(large(1.99))).toBe(true)
  expect(isNearlyFull(large(2.5))).toBe(false)
  expect(isNearlyFull({ freeBytes: 0.9 * gigabyte, totalBytes: 10 * gigabyte })).toBe(true)
  expect(isNearlyFull({ freeBytes: 1.3 * gigabyte, totalBytes: 10 * gigabyte })).toBe(false)
})

test('the alert of a machine opens once, stays while the disk is at the limit, and clears with room', async ({
  db,
  ctx,
}) => {
  const note = (disk: Disk, machine = 'shop-1') => noteDiskSpace({ tx: db, now: ctx.now() }, machine, disk)
  await note(large(2.1))
  expect(await listOpenAlerts(db), 'at the limit nothing is raised').toEqual([])
  await note(large(1.9))
  await note(large(0.4))
  expect(await listOpenAlerts(db)).toMatchObject([
    { kind: 'disk_space', subject: 'shop-1', count: 2, detail: expect.stringContaining('0.4 of 250.0 GB') },
  ])
  await note(large(2.1))
  await note(large(100), 'shop-2')
  expect(await listOpenAlerts(db), 'neither the limit nor another machine clears it').toHaveLength(1)
  await note(large(2.5))
  expect(await listOpenAlerts(db)).toEqual([])
})

test('the job reads the disk of the data folder', async ({ ctx }) => {
  await watchDiskSpace({ ...ctx, dataDir: tmpdir() })
  const dataDir = join(tmpdir(), 'paco-there-is-no-such-folder')
  await expect(watchDiskSpace({ ...ctx, dataDir })).rejects.toThrow('ENOENT')
})
