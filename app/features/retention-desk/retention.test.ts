import { expect } from 'vitest'
import { auditLog } from '#app/access/tables.ts'
import { transact } from '#app/db/db.server.ts'
import { forgetMessages, receiveMessage } from '#app/features/contact/store.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { applyRetention, listLastRuns } from '#app/retention/retention.server.ts'
import { type TestContext, test } from '#test/db.ts'

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

test('a run deletes what is over its date, says so, and the log has those that deleted', async ({
  ctx,
  db,
}) => {
  await write(ctx, 730)
  await write(ctx, 729)
  expect(await applyRetention(ctx, 'messages', forgetMessages)).toBe(1)
  expect(await db.select().from(auditLog)).toMatchObject([
    { actor: 'retention', verb: 'retention-delete', subject: 'messages', data: { deleted: 1, days: 730 } },
  ])
  expect((await listLastRuns(db)).get('messages')).toMatchObject({ deleted: 1 })
  expect(await applyRetention(ctx, 'messages', forgetMessages)).toBe(0)
  expect((await listLastRuns(db)).get('messages')).toMatchObject({ deleted: 0 })
  expect(await db.select().from(auditLog)).toHaveLength(1)
})
