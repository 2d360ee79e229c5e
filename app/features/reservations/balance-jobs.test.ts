import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { expireHolds } from '#app/features/checkout/flows.server.ts'
import { reconcileAttempt, findOpenAttempt } from '#app/features/payments/flows.server.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { due, givenAgreed, releaseUnpaid } from '#test/world.ts'
import { type TestContext, test } from '#test/db.ts'
import { waitingForLocks } from '#test/locks.ts'
import { publicCode, keyedHashOf } from '#app/kit/ids.ts'
import { balances } from './tables.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenShop } from '#test/visit.ts'
import { reservationJobs, watchDueBalances, watchUnpaidBalances } from './jobs.server.ts'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { correctBuyer } from '#app/features/orders/store/buyer.server.ts'
import { listWorkItems } from '#app/features/today/store/items.server.ts'
import { shopZone } from '#test/moment.ts'
import { approveReview } from './store/documents.server.ts'
import { listDueBalances } from './store/balance-sold.server.ts'
import { releasableFrom } from './rules.ts'

/** The end of December 4 in New York. */
const dueAt = new Date('2026-12-05T04:59:00Z')
const remind = (work: UnitOfWork) => watchDueBalances(work, shopZone)

async function givenRequested(ctx: TestContext) {
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
  /** A payment of it is declined later, by when its hold is over; whose mail that is. */
  const failLater = async (buyerEmail = 'buyer@example.com') => {
    await agreed.pay('sandbox_review')
    const orderId = (await agreed.balanceOrder())?.id ?? ''
    const attempt = await findOpenAttempt(ctx.db, orderId)
    if (!attempt) throw new Error('Nothing was begun')
    await ctx.db.update(orders).set({ buyerEmail }).where(eq(orders.id, orderId))
    ctx.setNow(after(ctx.now(), 3 * hour))
    await shop.gateway.settleReview?.(attempt.id, 'declined')
    await reconcileAttempt(agreed.paymentCtx, ordersOnSale, attempt)
    ctx.setNow(after(ctx.now(), day))
    await expireHolds(agreed.paymentCtx, ordersOnSale)
    await run('mail-payment-failed', { orderId, attemptId: attempt.id })
    return shop.sent.at(-1)
  }
  return { ...agreed, shop, run, runAll, failLater }
}

test('a payment moves the reservation on, and its receipt is mailed', async ({ ctx }) => {
  const { pay, runAll, stageNow, shop, run, balanceOrder, orderId } = await givenRequested(ctx)
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
  const { pay, runAll, stageNow, gates } = await givenRequested(ctx)
  await pay()
  await gates.review.close()
  await runAll('balance-paid')
  expect(await stageNow()).toBe('agreed')
})

test('a balance whose payment came to nothing stays due: its mail leads to the reservation, and to no other sale', async ({
  ctx,
}) => {
  const { failLater, balance, orderId } = await givenRequested(ctx)
  const mail = await failLater()
  expect(await balance()).toMatchObject({ state: 'open' })
  expect(mail?.subject).toContain('Your payment was declined: Balance')
  expect(mail?.text).toContain(`http://shop.test/orders/${orderId}?key=`)
  expect(mail?.text).toContain('Open your reservation to see what is due and to pay it.')
  expect(mail?.text).not.toMatch(/available to others|Go to the shop|order them again/)
})

test('who pays a balance under another address gets no link that opens the reservation', async ({ ctx }) => {
  const { failLater, orderId } = await givenRequested(ctx)
  const mail = await failLater('somebody@example.com')
  expect(mail?.to).toBe('somebody@example.com')
  expect(mail?.text).toContain(`http://shop.test/orders/${orderId}`)
  expect(mail?.text).not.toContain(`http://shop.test/orders/${orderId}?key=`)
})

test('a balance that went back takes the reservation back to agreed, unless the build has begun', async ({
  ctx,
}) => {
  const { pay, run, runAll, stageNow, balance, paymentCtx, ask, move } = await givenRequested(ctx)
  const refund = async () => {
    await refundOrder(paymentCtx, ordersOnSale, (await balance())?.orderId ?? '', 'all')
    await run('watch-balances')
  }
  await pay()
  await runAll('balance-paid')
  await run('watch-balances')
  expect(await stageNow()).toBe('balance_paid')
  await refund()
  expect(await stageNow()).toBe('agreed')
  await ask()
  await pay()
  await runAll('balance-paid')
  expect(await stageNow()).toBe('balance_paid')
  await move('in_build')
  await refund()
  expect(await stageNow()).toBe('in_build')
})

test('the request is mailed with how it is made up, when it is due, and a private link to pay it', async ({
  ctx,
}) => {
  const { runAll, shop, orderId } = await givenRequested(ctx)
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
  const { run, runAll, shop, pay } = await givenRequested(ctx)
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
  const { balance } = await givenRequested(ctx)
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
  expect(await transact(ctx, remind)).toBe(1)
})

test('two processes remind of a balance once', async ({ ctx }) => {
  await givenRequested(ctx)
  ctx.setNow(after(dueAt, -7 * day))
  let other: Promise<number> | undefined
  await transact(ctx, async (work) => {
    expect(await remind(work)).toBe(1)
    other = transact(ctx, remind)
    await waitingForLocks(ctx, 1)
  })
  expect(await other).toBe(0)
})

test('a refund shows what the balance adds to it, and has nothing of that of another line', async ({
  ctx,
}) => {
  const { pay, orderId, balance, paymentCtx, scripted } = await givenRequested(ctx)
  const returning = ordersOnSale.drop_unit?.returning
  const added = (position = 0) => returning?.alsoRefundsCents?.(ctx.db, { orderId, position })
  expect(await added()).toBe(0)
  await transact(ctx, async (work) => returning?.begin(work, { orderId, position: 1 }, {}, true))
  expect(await balance()).toMatchObject({ state: 'open' })
  await pay()
  expect(await added()).toBe(due.totalCents)
  expect(await added(1)).toBe(0)
  scripted.next('pending')
  await refundOrder(paymentCtx, ordersOnSale, (await balance())?.orderId ?? '')
  expect(await added()).toBe(0)
})

const keyedHash = keyedHashOf('test key')

const buyer = { buyerName: 'Jordan Buyer', buyerEmail: 'buyer@example.com', buyerPhone: null }

/** The request is mailed already: what is mailed from here on is news. */
async function givenMailed(ctx: TestContext) {
  const given = await givenRequested(ctx)
  const { orderId, shop, run } = given
  const runAll = async (name: string) => {
    await ctx.handOn()
    const found = ctx.queued.filter(({ job }) => job === name)
    ctx.queued.splice(0, ctx.queued.length, ...ctx.queued.filter(({ job }) => job !== name))
    for (const { payload } of found) await run(name, payload)
  }
  await runAll('mail-balance')
  shop.sent.length = 0
  return {
    ...given,
    runAll,
    subjects: () => shop.sent.map(({ subject }) => subject),
    watch: () => run('watch-balances'),
    isPaused: async () => Boolean((await listDueBalances(ctx.db))[0]?.pausedAt),
    live: (buyerState: 'MD' | 'FL') =>
      transact(ctx, (work) =>
        correctBuyer(work, ordersOnSale, orderId, { ...buyer, buyerState }, { by: 'sam', keyedHash }),
      ),
    approve: () =>
      transact(ctx, (work) => approveReview(work, ordersOnSale, { orderId, note: 'Permit seen', by: 'sam' })),
    release: () => releaseUnpaid(ctx, orderId),
  }
}

test('the time of a review is added to the due date when it is over, and the mail names the new one', async ({
  ctx,
}) => {
  const { isPaused, gates, watch, approve, runAll, balance, subjects, shop, orderId, pay } =
    await givenMailed(ctx)
  ctx.setNow(after(ctx.now(), 2 * day)) // November 22
  await gates.review.close()
  await watch()
  expect(await isPaused()).toBe(true)
  ctx.setNow(after(dueAt, 2 * day)) // December 6
  await watch()
  await runAll('mail-balance')
  expect(subjects()).toEqual([])
  expect(await approve()).toMatchObject({ ok: true })
  await watch()
  await runAll('mail-balance')
  // Fourteen days and a half, to the end of the day.
  expect(await balance()).toMatchObject({ dueAt: after(dueAt, 15 * day), reminded: null, pausedAt: null })
  expect(subjects()).toEqual(['More time to pay, until December 19, 2026: Test Drop, number 2 of 3'])
  expect(shop.sent[0]?.text).toContain('is now due December 19, 2026.')
  expect((await listEvents(ctx.db, orderId)).at(-1)).toMatchObject({
    kind: 'balance_extended',
    data: { dueOn: '2026-12-19', by: 'The shop', reason: 'The time of a review does not count' },
  })
  await watch()
  expect(await balance()).toMatchObject({ dueAt: after(dueAt, 15 * day) })
  ctx.setNow(after(dueAt, 14 * day))
  expect(await pay()).toMatchObject({ ok: true, isPaid: true })
})

test('the time of each review counts, and none of the time between them', async ({ ctx }) => {
  const { live, watch, balance } = await givenMailed(ctx)
  for (const [held, free] of [
    [2, 1],
    [1, 3],
    [3, 1],
  ] as const) {
    await live('MD')
    await watch()
    ctx.setNow(after(ctx.now(), held * day))
    await live('FL')
    await watch()
    ctx.setNow(after(ctx.now(), free * hour))
  }
  expect(await balance()).toMatchObject({ dueAt: after(dueAt, 6 * day), pausedAt: null })
})

test('whoever was late before the review has the days of grace that were left, and is mailed that it is overdue', async ({
  ctx,
}) => {
  const { gates, watch, approve, runAll, balance, release, subjects, open } = await givenMailed(ctx)
  ctx.setNow(after(dueAt, 5 * day))
  await gates.review.close()
  await watch()
  ctx.setNow(after(dueAt, 30 * day))
  await watch()
  expect(await listOpenAlerts(ctx.db)).toEqual([])
  await approve()
  // Before the new date is set: the time that is over was a review's.
  expect(await release()).toEqual({ ok: false, why: 'balance_in_review' })
  await transact(ctx, (work) => watchUnpaidBalances(work, shopZone))
  expect((await listOpenAlerts(ctx.db)).filter(({ kind }) => kind === 'balance_unpaid')).toEqual([])
  await watch()
  await runAll('mail-balance')
  expect(await balance()).toMatchObject({ dueAt: after(dueAt, 25 * day), reminded: 'overdue' })
  expect(subjects()).toEqual(['Balance overdue: Test Drop, number 2 of 3'])
  expect(await release()).toEqual({ ok: false, why: 'not_overdue' })
  expect(await open()).toMatchObject({ ok: true })
  await watch()
  await runAll('mail-balance')
  expect(subjects()).toHaveLength(1)
  ctx.setNow(after(releasableFrom(after(dueAt, 25 * day)), minute))
  await watch()
  expect((await listOpenAlerts(ctx.db)).map(({ kind }) => kind)).toEqual(['balance_unpaid'])
})

test('what a review has just left can be paid, though its day is past and the new one is not set yet', async ({
  ctx,
}) => {
  const { gates, watch, approve, pay } = await givenMailed(ctx)
  await gates.review.close()
  await watch()
  ctx.setNow(after(dueAt, 30 * day))
  expect(await pay()).toEqual({ ok: false, why: 'balance_in_review' })
  await approve()
  expect(await pay()).toMatchObject({ ok: true, isPaid: true })
})

test('nothing is extended while the review is open, and of a date that staff set meanwhile only the days after it count', async ({
  ctx,
}) => {
  const { isPaused, gates, watch, balance, extend } = await givenMailed(ctx)
  await gates.review.close()
  await watch()
  ctx.setNow(after(ctx.now(), 4 * day + hour))
  await watch()
  expect(await balance()).toMatchObject({ dueAt })
  expect(await extend('2026-12-24')).toMatchObject({ ok: true })
  expect(await isPaused()).toBe(true)
  ctx.setNow(after(ctx.now(), day))
  await gates.review.open()
  await watch()
  expect(await balance()).toMatchObject({ dueAt: new Date('2026-12-26T04:59:00Z') })
})

test('a balance that was waived during the review is due no later when it ends, and nobody is mailed', async ({
  ctx,
}) => {
  const { gates, watch, approve, runAll, balance, subjects, waive, orderId } = await givenMailed(ctx)
  await gates.review.close()
  await watch()
  expect(await waive()).toMatchObject({ ok: true })
  ctx.setNow(after(ctx.now(), 3 * day))
  expect(await approve()).toMatchObject({ ok: true })
  await watch()
  await runAll('mail-balance')
  expect(await balance()).toMatchObject({ state: 'waived', dueAt })
  expect((await listEvents(ctx.db, orderId)).map(({ kind }) => kind)).not.toContain('balance_extended')
  expect(subjects()).toEqual([])
})

test('Today lists the review of a paused balance, and not that it is due', async ({ ctx }) => {
  const { gates, watch } = await givenMailed(ctx)
  const due = async () =>
    (await listWorkItems({ db: ctx.db, now: ctx.now(), timeZone: shopZone })).filter(({ key }) =>
      key.startsWith('balance '),
    )
  expect(await due()).toHaveLength(1)
  await gates.review.close()
  await watch()
  expect(await due()).toEqual([])
})
