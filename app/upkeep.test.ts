import { tmpdir } from 'node:os'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { day, after } from '#app/kit/clock.ts'
import { queuedJobs } from '#app/jobs/tables.ts'
import { test } from '#test/db.ts'
import { givenShop } from '#test/visit.ts'
import { cleanUp, upkeepJobs } from './jobs.server.ts'

test('what fails holds up nothing else, and its job is retried', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const failed = { job: 'mail-order-stage', payload: {}, failedAt: after(ctx.now(), -91 * day) }
  await db.insert(queuedJobs).values([failed, { ...failed, failedAt: after(ctx.now(), -89 * day) }])
  const list = () => {
    throw new Error('The disk is away')
  }
  const files = { ...shop.files, private: { ...shop.files.private, list } }
  await expect(cleanUp.run({ ...shop, files }, {})).rejects.toThrow('The disk is away')
  expect(await db.$count(queuedJobs)).toBe(1)
  await cleanUp.run(shop, {})
})

test('what staff must be told of is looked for each minute, and cleared once it is right', async ({
  ctx,
  db,
}) => {
  const shop = { ...givenShop(ctx), dataDir: tmpdir() }
  const watch = upkeepJobs(() => ['known']).find(({ every }) => every === '* * * * *')
  await db.insert(queuedJobs).values({ job: 'of-another-version', payload: {} })
  const open = async () => (await listOpenAlerts(db)).filter(({ kind }) => kind !== 'disk_space')
  await watch?.run(shop, {})
  expect(await open()).toMatchObject([{ kind: 'failed_jobs', subject: 'of-another-version' }])
  await db.delete(queuedJobs)
  await watch?.run(shop, {})
  expect(await open()).toEqual([])
})
