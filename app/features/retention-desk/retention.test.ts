import { expect } from 'vitest'
import { auditLog } from '#app/access/tables.ts'
import { transact } from '#app/db/work.server.ts'
import { forgetMessages, receiveMessage } from '#app/features/contact/store.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { isPeriodAllowed, retentionKinds, retentionNames } from '#app/retention/kinds.ts'
import { applyRetention, dryRun } from '#app/retention/retention.server.ts'
import { retentionPeriods, retentionRuns } from '#app/retention/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { countUnder, reportRetention, setPeriod } from './flows.server.ts'

const owner = (ctx: TestContext) => ({ ctx, by: 'O. Sample', actor: 'O. Sample <owner@example.com>' })

async function write(ctx: TestContext, ageDays: number) {
  const now = ctx.now()
  ctx.setNow(after(now, -ageDays * day))
  await transact(ctx, (work) =>
    receiveMessage(work, {
      formKey: `a-key-of-a-form-${ageDays}`,
      firstName: 'Jordan',
      lastName: 'Buyer',
      email: 'buyer@example.com',
      subject: 'general',
      message: 'Hello',
    }),
  )
  ctx.setNow(now)
}

const dueOf = async (ctx: TestContext) =>
  (await reportRetention(ctx)).find(({ name }) => name === 'messages')?.due

test('the report counts what the next run deletes, and deletes nothing itself', async ({ ctx, db }) => {
  await write(ctx, 730)
  await write(ctx, 729)
  expect([await dueOf(ctx), await dueOf(ctx)]).toEqual([1, 1])
  expect(await applyRetention(ctx, 'messages', forgetMessages)).toBe(1)
  expect(await dueOf(ctx)).toBe(0)
  expect(await db.select().from(auditLog)).toMatchObject([
    { actor: 'retention', verb: 'retention-delete', subject: 'messages', data: { deleted: 1, days: 730 } },
  ])
  await applyRetention(ctx, 'messages', forgetMessages)
  expect(await db.select().from(retentionRuns)).toMatchObject([{ deleted: 1 }, { deleted: 0 }])
  expect(await db.select().from(auditLog)).toHaveLength(1)
})

test('another period is tried before it is set, and then the next run deletes by it', async ({ ctx, db }) => {
  await write(ctx, 40)
  expect([await countUnder(ctx, 'messages', 30), await countUnder(ctx, 'messages', 41)]).toEqual([1, 0])
  expect(await setPeriod(owner(ctx), { name: 'messages', days: 30, seen: 0 })).toEqual({ ok: true })
  expect(await setPeriod(owner(ctx), { name: 'messages', days: 60, seen: 0 })).toMatchObject({
    why: 'changed',
  })
  expect(await dueOf(ctx)).toBe(1)
  expect(await applyRetention(ctx, 'messages', forgetMessages)).toBe(1)
  expect((await db.select().from(auditLog))[0]).toMatchObject({
    verb: 'retention-period',
    data: { before: { days: 730 }, after: { days: 30 } },
  })
})

test('no period goes below its minimum or above what the privacy page promises', async ({ ctx }) => {
  expect(await setPeriod(owner(ctx), { name: 'documents', days: 6, seen: 0 })).toMatchObject({
    why: 'not_allowed',
  })
  for (const name of retentionNames) {
    const { minDays, days } = retentionKinds[name]
    expect(
      [minDays - 1, minDays, days, days + 1, minDays + 0.5].map((each) => isPeriodAllowed(name, each)),
    ).toEqual([false, true, true, false, false])
  }
})

test('a stored period that is no longer allowed counts as the shortest or the longest', async ({
  ctx,
  db,
}) => {
  for (const age of [29, 31, 729, 731]) await write(ctx, age)
  const changed = { revision: 1, changedBy: 'O. Sample', changedAt: ctx.now() }
  const under = async (days: number) => {
    await db.delete(retentionPeriods)
    await db.insert(retentionPeriods).values({ kind: 'messages', days, ...changed })
    return dryRun(ctx, 'messages', forgetMessages)
  }
  expect([await under(1), await under(9_999)]).toEqual([3, 1])
})

test('a dry run that fails says so', async ({ ctx }) => {
  const failing = () => Promise.reject(new Error('the deletion failed'))
  await expect(dryRun(ctx, 'messages', failing)).rejects.toThrow('the deletion failed')
})
