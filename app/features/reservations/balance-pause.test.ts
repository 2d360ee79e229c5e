import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { transact } from '#app/db/work.server.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { correctBuyer } from '#app/features/orders/store/buyer.server.ts'
import { listWorkItems } from '#app/features/today/store/items.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { givenAgreed, releaseUnpaid } from '#test/world.ts'
import { shopZone } from '#test/moment.ts'
import { type TestContext, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenShop } from '#test/visit.ts'
import { reservationJobs } from './jobs.server.ts'
import { approveReview } from './store/decide.server.ts'
import { extendBalance, waiveBalance } from './store/balance.server.ts'
import { listDueBalances, listReleasableBalances } from './store/balance-lookup.server.ts'
import { releasableFrom } from './rules.ts'

const keyedHash = keyedHashOf('test key')

/** The balance of `givenAgreed` is due at the end of December 4 in New York. */
const dueAt = new Date('2026-12-05T04:59:00Z')

const buyer = { buyerName: 'Jordan Buyer', buyerEmail: 'buyer@example.com', buyerPhone: null }

async function given(ctx: TestContext) {
  const agreed = await givenAgreed(ctx)
  await agreed.ask()
  const { orderId } = agreed
  const shop = { ...givenShop(ctx), gateway: agreed.paymentCtx.gateway }
  const jobs = reservationJobs(ordersOnSale)
  const run = async (name: string, payload: object = {}) => {
    const job = jobs.find((each) => each.name === name)
    if (!job) throw new Error(`No job ${name}`)
    await job.run(shop, payload)
  }
  const runAll = async (...names: string[]) => {
    for (const name of names) {
      await ctx.handOn()
      const found = ctx.queued.filter(({ job }) => job === name)
      ctx.queued.splice(0, ctx.queued.length, ...ctx.queued.filter(({ job }) => job !== name))
      for (const { payload } of found) await run(name, payload)
    }
  }
  await runAll('mail-balance')
  shop.sent.length = 0
  return {
    ...agreed,
    runAll,
    subjects: () => shop.sent.map(({ subject }) => subject),
    shop,
    watch: () => run('watch-balances'),
    isPaused: async () => Boolean((await listDueBalances(ctx.db))[0]?.pausedAt),
    /** Staff correct the state that the buyer lives in: Maryland is reviewed, Florida is not. */
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
  const { isPaused, gates, watch, approve, runAll, balance, subjects, shop, orderId, pay } = await given(ctx)
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

test('a review that ends without a decision, as the rules allow the order again, adds its time too', async ({
  ctx,
}) => {
  const { isPaused, live, watch, balance } = await given(ctx)
  await live('MD')
  await watch()
  ctx.setNow(after(ctx.now(), 3 * day))
  await live('FL')
  await watch()
  expect(await balance()).toMatchObject({ dueAt: after(dueAt, 3 * day) })
  expect(await isPaused()).toBe(false)
})

test('the time of each review counts, and none of the time between them', async ({ ctx }) => {
  const { live, watch, balance } = await given(ctx)
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
  expect(await balance()).toMatchObject({ dueAt: after(dueAt, 6 * day) })
})

test('whoever was late before the review has the days of grace that were left, and is mailed that it is overdue', async ({
  ctx,
}) => {
  const { gates, watch, approve, runAll, balance, release, subjects, open } = await given(ctx)
  ctx.setNow(after(dueAt, 5 * day))
  await gates.review.close()
  await watch()
  ctx.setNow(after(dueAt, 30 * day))
  await watch()
  expect(await listOpenAlerts(ctx.db)).toEqual([])
  await approve()
  // Before the new date is set: the time that is over was a review's.
  expect(await release()).toEqual({ ok: false, why: 'balance_in_review' })
  expect(await listReleasableBalances(ctx.db, ctx.now())).toEqual([])
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
  const { gates, watch, approve, pay } = await given(ctx)
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
  const { isPaused, gates, watch, balance, orderId } = await given(ctx)
  await gates.review.close()
  await watch()
  ctx.setNow(after(ctx.now(), 4 * day + hour))
  await watch()
  expect(await balance()).toMatchObject({ dueAt })
  const change = { orderId, position: 0, by: 'sam', reason: 'Permit takes a while', dueOn: '2026-12-24' }
  expect(await transact(ctx, (work) => extendBalance(work, change, shopZone))).toMatchObject({ ok: true })
  expect(await isPaused()).toBe(true)
  ctx.setNow(after(ctx.now(), day))
  await gates.review.open()
  await watch()
  expect(await balance()).toMatchObject({ dueAt: new Date('2026-12-26T04:59:00Z') })
})

test('a balance that was waived during the review is due no later when it ends, and nobody is mailed', async ({
  ctx,
}) => {
  const { gates, watch, approve, runAll, balance, subjects, orderId } = await given(ctx)
  await gates.review.close()
  await watch()
  const waiver = { orderId, position: 0, by: 'sam', reason: 'Our mistake' }
  expect(await transact(ctx, (work) => waiveBalance(work, waiver))).toMatchObject({ ok: true })
  ctx.setNow(after(ctx.now(), 3 * day))
  expect(await approve()).toMatchObject({ ok: true })
  await watch()
  await runAll('mail-balance')
  expect(await balance()).toMatchObject({ state: 'waived', dueAt })
  expect((await listEvents(ctx.db, orderId)).map(({ kind }) => kind)).not.toContain('balance_extended')
  expect(subjects()).toEqual([])
})

test('Today lists the review of a paused balance, and not that it is due', async ({ ctx }) => {
  const { gates, watch } = await given(ctx)
  const due = async () =>
    (await listWorkItems({ db: ctx.db, now: ctx.now(), timeZone: shopZone })).filter(({ key }) =>
      key.startsWith('balance '),
    )
  expect(await due()).toHaveLength(1)
  await gates.review.close()
  await watch()
  expect(await due()).toEqual([])
})
