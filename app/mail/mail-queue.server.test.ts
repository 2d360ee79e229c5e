import { expect } from 'vitest'
import { queuedJobs } from '#app/jobs/tables.ts'
import { after, minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { findMailQueue } from './mail-queue.server.ts'
import { mailOutage, sentMails } from './tables.ts'

test('mails that wait and those that failed are counted, and an outage is named', async ({ db, ctx }) => {
  expect(await findMailQueue(db, ctx.now())).toEqual({ waiting: 0, failed: 0, outageSince: null })
  await db.insert(queuedJobs).values([
    { job: 'mail-order-paid', payload: {} },
    { job: 'mail-staff-orders', payload: {}, dueAt: after(ctx.now(), minute) },
    { job: 'offer-seats', payload: {} },
  ])
  await db.insert(sentMails).values([
    { key: 'one', state: 'sending', startedAt: null, attempts: 2 },
    { key: 'two', state: 'sending', startedAt: ctx.now(), attempts: 1 },
  ])
  await db.insert(mailOutage).values({ id: 1, since: ctx.now(), failures: 3 })
  expect(await findMailQueue(db, ctx.now())).toEqual({ waiting: 1, failed: 1, outageSince: ctx.now() })
})
