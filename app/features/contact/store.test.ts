import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { givenReference } from '#test/reference.ts'
import { type TestContext, test } from '#test/db.ts'
import { jobRunner } from '#test/jobs.ts'
import { givenShop, type TestShop } from '#test/visit.ts'
import { claims } from '../claims/tables.ts'
import { contactJobs } from './jobs.server.ts'
import { forgetMessages, receiveMessage } from './store.server.ts'
import { contactMessages } from './tables.ts'

const form = {
  formKey: 'a-key-of-this-very-form',
  firstName: 'Jordan',
  lastName: 'Buyer',
  email: 'buyer@example.com',
  subject: 'shipping' as const,
  message: 'When does it ship?\n\n<script>alert(1)</script> 🚚',
}

const { run } = jobRunner(contactJobs)

async function workOff(shop: TestShop, ctx: TestContext) {
  for (const { job, payload } of ctx.queued) await run(shop, job, payload)
}

const send = (ctx: TestContext, changed: Partial<typeof form> = {}) =>
  transact(ctx, (work) => receiveMessage(work, { ...form, ...changed }))

test('a form that is sent twice, or five times at once, is one message with one reference', async ({
  ctx,
  db,
}) => {
  const codes = await Promise.all(Array.from({ length: 5 }, () => send(ctx)))
  codes.push(await send(ctx))
  expect(new Set(codes).size).toBe(1)
  expect(codes[0]).toMatch(/^[2-9A-Z]{8}$/)
  expect(await db.$count(contactMessages)).toBe(1)
  expect(ctx.queued.map(({ job }) => job)).toEqual(['mail-message-received', 'mail-message-to-staff'])
})

test('the same form with other words, or another form with the same, is another message', async ({
  ctx,
  db,
}) => {
  await send(ctx)
  await send(ctx, { message: 'One more thing' })
  await send(ctx, { formKey: 'a-key-of-another-form' })
  expect(await db.$count(contactMessages)).toBe(3)
})

test('nothing of what was written is in the queue', async ({ ctx }) => {
  await send(ctx)
  expect(JSON.stringify(ctx.queued)).not.toMatch(/Jordan|buyer@|ship\?/)
})

test('both emails are sent once, however often their jobs run', async ({ ctx, db }) => {
  await givenReference(db)
  const shop = givenShop(ctx)
  await send(ctx)
  await workOff(shop, ctx)
  await workOff(shop, ctx)
  expect(shop.sent).toHaveLength(2)
})

test('without an address of the desk the message is stored and its sender gets a receipt', async ({
  ctx,
  db,
}) => {
  await db.delete(claims)
  const shop = givenShop(ctx)
  await send(ctx)
  await workOff(shop, ctx)
  expect(shop.sent.map(({ to }) => to)).toEqual([form.email])
  expect(await db.$count(contactMessages)).toBe(1)
})

test('messages are deleted after two years', async ({ ctx, db }) => {
  await send(ctx)
  ctx.setNow(after(ctx.now(), 730 * day - 1))
  expect(await applyRetention(ctx, 'messages', forgetMessages)).toBe(0)
  ctx.setNow(after(ctx.now(), 1))
  expect(await applyRetention(ctx, 'messages', forgetMessages)).toBe(1)
  expect(await db.$count(contactMessages)).toBe(0)
})
