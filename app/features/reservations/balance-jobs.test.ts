import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { expireHolds } from '#app/features/checkout/flows.server.ts'
import { reconcileAttempt } from '#app/features/payments/flows.server.ts'
import { findOpenAttempt } from '#app/features/payments/store/settle.server.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { due, givenAgreed } from '#test/world.ts'
import { type TestContext, test } from '#test/db.ts'
import { waitingForLocks } from '#test/locks.ts'
import { publicCode } from '#app/kit/ids.ts'
import { balances } from './tables.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenShop } from '#test/visit.ts'
import { reservationJobs, remindOfBalances } from './jobs.server.ts'

const dueAt = new Date('2026-12-05T04:59:00Z')

async function given(ctx: TestContext) {
  const agreed = await givenAgreed(ctx)
  await agreed.ask()
  const shop = { ...givenShop(ctx), gateway: agreed.paymentCtx.gateway }
  const jobs = [...reservationJobs(ordersOnSale), ...jobsOfOrders(ordersOnSale)]
  const run = async (name: string, payload: object = {}) => {
    const job = jobs.find((each) => each.name === name)
    if (!job) throw new Error(`No job ${name}`)
    await job.run(shop, payload)
  }
  const runAll = async (name: string) => {
    await ctx.handOn()
    for (const { payload } of ctx.queued.splice(0).filter(({ job }) => job === name)) await run(name, payload)
  }
  return { ...agreed, shop, run, runAll }
}

test('a payment moves the reservation on, and its receipt is mailed', async ({ ctx }) => {
  const { pay, runAll, stageNow, shop, run, balanceOrder, orderId } = await given(ctx)
  await pay()
  await runAll('balance-paid')
  expect(await stageNow()).toBe('balance_paid')
  const { id } = (await balanceOrder()) ?? { id: '' }
  await run('mail-order-confirmation', { orderId: id })
  const text = shop.sent.at(-1)?.text ?? ''
  expect(shop.sent.at(-1)?.subject).toBe(`Paid: the balance of your order ${orderId}`)
  expect(text).toContain('Balance: $2,399.00')
  expect(text).toContain('Sales tax: Florida 6%, Miami-Dade 1%: $174.93')
  expect(text).toContain('Paid: $2,573.93')
  expect(text).toMatch(/Price: \$2,499 before sales tax .* Balance: \$2,399\. Paid\./)
})

test('a reservation that a gate holds stays where it is', async ({ ctx }) => {
  const { pay, runAll, stageNow, gates } = await given(ctx)
  await pay()
  await gates.review.close()
  await runAll('balance-paid')
  expect(await stageNow()).toBe('agreed')
})

test('a balance whose payment came to nothing stays due: its mail leads to the reservation, and to no other sale', async ({
  ctx,
}) => {
  const { pay, run, shop, balance, balanceOrder, paymentCtx, orderId } = await given(ctx)
  await pay('sandbox_review')
  const id = (await balanceOrder())?.id ?? ''
  const attempt = await findOpenAttempt(ctx.db, id)
  if (!attempt) throw new Error('Nothing was begun')
  ctx.setNow(after(ctx.now(), 3 * hour))
  await paymentCtx.gateway.settleReview?.(attempt.id, 'declined')
  await reconcileAttempt(paymentCtx, ordersOnSale, attempt)
  ctx.setNow(after(ctx.now(), day))
  await expireHolds(paymentCtx, ordersOnSale)
  expect(await balance()).toMatchObject({ state: 'open' })
  await run('mail-payment-failed', { orderId: id, attemptId: attempt.id })
  const text = shop.sent.at(-1)?.text ?? ''
  expect(shop.sent.at(-1)?.subject).toContain('Your payment was declined: Balance')
  expect(text).toContain(`http://shop.test/orders/${orderId}?key=`)
  expect(text).toContain('Open your reservation to see what is due and to pay it.')
  expect(text).not.toMatch(/available to others|Go to the shop|order them again/)
})

test('who pays a balance under another address gets no link that opens the reservation', async ({ ctx }) => {
  const { pay, run, shop, balanceOrder, paymentCtx, orderId } = await given(ctx)
  await pay('sandbox_review')
  const id = (await balanceOrder())?.id ?? ''
  const attempt = await findOpenAttempt(ctx.db, id)
  if (!attempt) throw new Error('Nothing was begun')
  await ctx.db.update(orders).set({ buyerEmail: 'somebody@example.com' }).where(eq(orders.id, id))
  ctx.setNow(after(ctx.now(), 3 * hour))
  await paymentCtx.gateway.settleReview?.(attempt.id, 'declined')
  await reconcileAttempt(paymentCtx, ordersOnSale, attempt)
  ctx.setNow(after(ctx.now(), day))
  await expireHolds(paymentCtx, ordersOnSale)
  await run('mail-payment-failed', { orderId: id, attemptId: attempt.id })
  expect(shop.sent.at(-1)?.to).toBe('somebody@example.com')
  expect(shop.sent.at(-1)?.text).toContain(`http://shop.test/orders/${orderId}`)
  expect(shop.sent.at(-1)?.text).not.toContain(`http://shop.test/orders/${orderId}?key=`)
})

test('a balance that went back takes the reservation back to agreed, unless the build has begun', async ({
  ctx,
}) => {
  const { pay, run, runAll, stageNow, balance, paymentCtx, ask, move } = await given(ctx)
  await pay()
  await runAll('balance-paid')
  await run('watch-balances')
  expect(await stageNow()).toBe('balance_paid')
  await refundOrder(paymentCtx, ordersOnSale, (await balance())?.orderId ?? '', 'all')
  await run('watch-balances')
  expect(await stageNow()).toBe('agreed')
  await ask()
  await pay()
  await runAll('balance-paid')
  await run('watch-balances')
  expect(await stageNow()).toBe('balance_paid')
  await move('in_build')
  await refundOrder(paymentCtx, ordersOnSale, (await balance())?.orderId ?? '', 'all')
  await run('watch-balances')
  expect(await stageNow()).toBe('in_build')
})

test('the request is mailed with how it is made up, when it is due, and a private link to pay it', async ({
  ctx,
}) => {
  const { runAll, shop, orderId } = await given(ctx)
  await runAll('mail-balance')
  const [mail] = shop.sent
  expect(mail).toMatchObject({
    to: 'buyer@example.com',
    subject: 'Balance due December 4, 2026: Test Drop, number 2 of 3',
  })
  for (const part of [mail?.text, mail?.html])
    for (const fact of [
      '$2,499.00',
      '-$100.00',
      '$2,399.00',
      '$174.93',
      '$2,573.93',
      'Florida 6%, Miami-Dade 1%',
      'December 4, 2026',
      'December 11, 2026',
      'whole deposit back',
    ])
      expect(part).toContain(fact)
  expect(mail?.text).toMatch(
    new RegExp(
      `http://shop\\.test/orders/${orderId}\\?key=[\\w-]{50,}&to=${encodeURIComponent(`/orders/${orderId}/balance/0`)}`,
    ),
  )
})

test('reminders follow each other, and stop with the payment', async ({ ctx }) => {
  const { run, runAll, shop, pay } = await given(ctx)
  ctx.queued.splice(0)
  for (const at of [-7, -2, 0]) {
    ctx.setNow(after(dueAt, at * day))
    await run('watch-balances')
    await runAll('mail-balance')
  }
  expect(shop.sent.map(({ subject }) => subject)).toEqual([
    'Reminder: balance due December 4, 2026, Test Drop, number 2 of 3',
    'Reminder: balance due December 4, 2026, Test Drop, number 2 of 3',
    'Balance due today: Test Drop, number 2 of 3',
  ])
  ctx.setNow(after(dueAt, 3 * day))
  await run('watch-balances')
  await pay()
  await runAll('mail-balance')
  expect(shop.sent).toHaveLength(3)
})

test('however many balances are due before it, each is reminded of', async ({ ctx }) => {
  const { balance } = await given(ctx)
  const own = await balance()
  if (!own) throw new Error('No balance')
  const earlier = Array.from({ length: 600 }, (_, at) => ({
    ...own,
    id: publicCode(),
    position: at + 1,
    dueAt: after(dueAt, -day),
    reminded: 'overdue' as const,
  }))
  await ctx.db.insert(balances).values(earlier)
  ctx.setNow(after(dueAt, -7 * day))
  expect(await transact(ctx, remindOfBalances)).toBe(1)
})

test('two processes remind of a balance once', async ({ ctx }) => {
  await given(ctx)
  ctx.setNow(after(dueAt, -7 * day))
  let other: Promise<number> | undefined
  await transact(ctx, async (work) => {
    expect(await remindOfBalances(work)).toBe(1)
    other = transact(ctx, remindOfBalances)
    await waitingForLocks(ctx, 1)
  })
  expect(await other).toBe(0)
})

test('a refund shows what the balance adds to it', async ({ ctx }) => {
  const { pay, orderId, balance, paymentCtx, scripted } = await given(ctx)
  const returning = ordersOnSale.drop_unit?.returning
  const ref = ordersOnSale.drop_unit?.parseRef({ slug: 'test-drop', number: 2 })
  const added = () => returning?.alsoRefundsCents?.(ctx.db, orderId, ref)
  expect(await added()).toBe(0)
  await pay()
  expect(await added()).toBe(due.totalCents)
  scripted.next('pending')
  await refundOrder(paymentCtx, ordersOnSale, (await balance())?.orderId ?? '')
  expect(await added()).toBe(0)
})
