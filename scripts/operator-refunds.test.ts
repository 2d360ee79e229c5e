import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import { refunds } from '#app/features/orders/refund-tables.ts'
import { releaseUnit } from '#app/features/drops/store/operate.server.ts'
import { transact } from '#app/db/work.server.ts'
import { hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { stagesUpTo, givenPaid } from '#test/world.ts'
import { operatorOn } from '#test/operator.ts'
import { ordersOnSale } from '#test/shop.ts'
import { verbs } from './operator-verbs.ts'

async function given(ctx: TestContext) {
  const paid = await givenPaid(ctx)
  const operator = { ...operatorOn(ctx), paymentCtx: paid.paymentCtx }
  const say = async (verb: string, ...args: string[]) => {
    const result = await verbs[verb]?.run(operator, args)
    return result?.words ?? 'no such verb'
  }
  const acts = async () => (await listAuditEntries(ctx.db)).map(({ verb, data }) => [verb, data])
  return { ...paid, say, acts }
}

test('a waiting refund is reported with its reason', async ({ ctx }) => {
  const { orderId, say, scripted } = await given(ctx)
  scripted.next('pending')
  expect(await say('refund-line', orderId, '1')).toBe(
    `$100.00 of order ${orderId}: refund started, not made yet. The payment has not settled yet. The shop checks again automatically.`,
  )
  expect(await say('refunds')).toMatch(/started +\$100\.00 .* 1 +The payment has not settled yet\./)
  scripted.next('refunded')
  expect(await say('refund-line', orderId, '2')).toBe(
    `$53.43 of order ${orderId}: refunded. The order is now part_refunded.`,
  )
})

test('a refund by check is listed, and recorded as paid with its number', async ({ ctx }) => {
  const { orderId, say, acts, scripted } = await given(ctx)
  scripted.next('too_late')
  const notified = await say('refund-line', orderId, '1')
  expect(notified).toContain('Send the buyer a check, then: refund-paid')
  const [row] = await ctx.db.select().from(refunds)
  const id = row?.id ?? ''
  expect(await say('refunds')).toMatch(new RegExp(`${orderId} +${id} +by_check`))
  expect(await say('refund-paid', orderId, '--method', 'check', '--reference', '1042')).toBe(
    `$100.00 of order ${orderId}: refunded. The order is now part_refunded.`,
  )
  expect((await acts())[0]).toEqual([
    'refund-paid',
    { refund: id, amountCents: 10_000, method: 'check', reference: '1042' },
  ])
  expect(await ctx.db.select().from(refunds)).toMatchObject([
    { state: 'done', payoutMethod: 'check', refundRef: '1042' },
  ])
  expect(await say('refund-paid', orderId)).toBe(
    'No refund of this order is waiting to be paid. See: refunds.',
  )
})

test('a refused refund is retried by name when an order has several', async ({ ctx }) => {
  const { orderId, say, acts, scripted, order } = await given(ctx)
  scripted.next('refused')
  await say('refund-line', orderId, '1')
  await say('refund-line', orderId, '2')
  expect(await say('refund-retry', orderId)).toBe(
    'This order has several refunds: name one of those that refunds lists.',
  )
  scripted.next('refunded')
  for (const { id } of await ctx.db.select().from(refunds))
    expect(await say('refund-retry', orderId, id)).toContain('refunded')
  expect(await order()).toMatchObject({ state: 'refunded', refundedCents: 15_343 })
  expect((await acts())[0]?.[0]).toBe('refund-retry')
  expect(await say('refunds')).toBe('No refund is open or refused.')
})

test('a refund that may still succeed is not recorded as paid', async ({ ctx }) => {
  const { orderId, say, scripted, order } = await given(ctx)
  scripted.next('silent')
  await say('refund-line', orderId, '1')
  expect(await say('refund-paid', orderId)).toBe(
    'No refund of this order is waiting to be paid. See: refunds.',
  )
  expect((await order())?.refundedCents).toBe(0)
})

test('the number of a filed form is released with the refund, or once it is back', async ({ ctx }) => {
  const { orderId, say, stage, unit, acts } = await given(ctx)
  for (const to of stagesUpTo('form3_filed')) await stage(to)
  const release = () => transact(ctx, (work) => releaseUnit(work, ordersOnSale, 'test-drop', 2))
  expect(await release()).toEqual({ ok: false, why: 'refund_first' })
  await say('refund-line', orderId, '1')
  expect(await unit()).toBe('taken')
  expect(await release()).toMatchObject({ ok: true, was: 'taken' })
  expect(await unit()).toBe('open')
  expect((await acts())[0]).toEqual(['refund-line', { line: '1' }])
})

test('--release releases numbers that are not released automatically, and is recorded', async ({ ctx }) => {
  const { orderId, say, stage, unit, acts } = await given(ctx)
  for (const to of stagesUpTo('form3_filed')) await stage(to)
  await say('refund-line', orderId, '1', '--release')
  expect(await unit()).toBe('open')
  expect((await acts())[0]).toEqual(['refund-line', { line: '1', release: true }])
})

test('a transferred number is never released', async ({ ctx }) => {
  const { orderId, say, stage, unit } = await given(ctx)
  for (const to of stagesUpTo('picked_up')) await stage(to)
  expect(await say('refund-line', orderId, '1', '--release')).toBe(
    'It is at the dealer or transferred, so it cannot be sold again.',
  )
  await say('refund', orderId)
  const release = await transact(ctx, (work) => releaseUnit(work, ordersOnSale, 'test-drop', 2))
  expect([release, await unit()]).toEqual([{ ok: false, why: 'not_ours' }, 'taken'])
})

test('a refund at another gateway than the current one is left to it', async ({ ctx }) => {
  const { db, orderId, takeBack, reconcile, pass, scripted } = await given(ctx)
  scripted.next('pending')
  await takeBack(0)
  await db
    .update(paymentAttempts)
    .set({ gateway: 'authorize-net' })
    .where(eq(paymentAttempts.orderId, orderId))
  pass(hour)
  expect(await reconcile()).toBe(0)
})
