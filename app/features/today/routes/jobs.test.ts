import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { queuedJobs } from '#app/jobs/tables.ts'
import { test } from '#test/db.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, givenShop } from '#test/visit.ts'
import { action, handle, loader } from './jobs.tsx'

test('staff see why jobs failed and retry one or all of a name, which is recorded', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const staff = await givenStaff(ctx, 'desk', { email: 'robin@example.com', name: 'Robin' })
  const open = async () => loader(await staffVisit(shop, staff, { path: '/staff/jobs' }))
  const press = async (form: Record<string, string>) => {
    const args = await staffVisit(shop, staff, { path: '/staff/jobs', form })
    return answerOf(() => action(args))
  }
  expect((await open()).failed).toEqual([])
  const failed = { payload: {}, dueAt: new Date('9999-12-31'), runs: 11, failedAt: ctx.now() }
  const [mail, ...others] = await db
    .insert(queuedJobs)
    .values([
      { ...failed, job: 'mail-order-stage', fault: 'Error: no such mailbox' },
      { ...failed, job: 'write-books', fault: 'Error: no such ledger' },
      { ...failed, job: 'write-books', fault: 'Error: no such ledger' },
    ])
    .returning()
  expect((await open()).failed).toMatchObject([
    { job: 'write-books' },
    { job: 'write-books' },
    { job: 'mail-order-stage', runs: 11, fault: 'Error: no such mailbox' },
  ])
  expect(await press({ id: String(mail?.id) })).toMatchObject({
    status: 303,
    location: '/staff/jobs?retried',
  })
  expect(await press({ id: String(mail?.id) })).toMatchObject({ status: 409 })
  expect(await press({})).toMatchObject({ status: 422 })
  expect(new Set((await open()).failed.map(({ id }) => id))).toEqual(new Set(others.map(({ id }) => id)))
  expect(await press({ job: 'write-books' })).toMatchObject({ status: 303 })
  expect((await open()).failed).toEqual([])
  await shop.handOn()
  expect(ctx.queued.map(({ job }) => job)).toEqual(['mail-order-stage', 'write-books', 'write-books'])
  expect((await listAuditEntries(db)).map(({ verb, subject }) => [verb, subject])).toEqual([
    ['job-retry', 'write-books'],
    ['job-retry', `job ${mail?.id}`],
  ])
  expect(handle).toMatchObject({ right: 'orders.write' })
})
