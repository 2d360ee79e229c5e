import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { startHold } from '#app/features/checkout/store/start.server.ts'
import { refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { subscriptionJobs } from '#app/features/subscriptions/jobs.server.ts'
import { findNews } from '#app/features/subscriptions/store/announce.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { shopFacts } from '#app/facts/tables.ts'
import { topicSources } from '#app/topics.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenLicensee, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenReference } from '#test/reference.ts'
import { givenShop } from '#test/visit.ts'
import { givenWaiter } from '#test/goods.ts'
import { smallBatchReleases, smallBatchSlots } from './tables.ts'

async function given(ctx: TestContext) {
  const { db } = ctx
  await givenReference(db)
  const [release] = await db
    .insert(smallBatchReleases)
    .values({
      slug: 'outlaw',
      name: 'Outlaw',
      summary: 'Engine-turned plate, copper fill.',
      story: '',
      details: [],
      announcedFor: 'Q1 2025',
      opensAt: after(ctx.now(), day),
      closesAt: after(ctx.now(), 30 * day),
      totalUnits: 2,
      priceCents: 300_000,
    })
    .returning()
  const id = release?.id ?? ''
  await db.insert(smallBatchSlots).values([1, 2].map((number) => ({ releaseId: id, number })))
  await givenWaiter(db, 'build-window:outlaw', 'window@example.com', ctx.now())
  await givenWaiter(db, 'build-window:cyber', 'other@example.com', ctx.now())
  await givenWaiter(db, 'build-slots', 'slots@example.com', ctx.now())
  const shop = { ...ctx, ...givenShop(ctx) }
  const jobs = subscriptionJobs(topicSources)
  const mailed = async () => {
    for (let run = 0; run < 2; run++) {
      await jobs.find(({ name }) => name === 'announce-due')?.run(shop, {})
      for (const { job, payload } of shop.queued.splice(0))
        await jobs.find(({ name }) => name === job)?.run(shop, payload)
    }
    return shop.sent.splice(0)
  }
  const payments = givenPaymentContext(ctx)
  const buy = async (number: number) => {
    const line = { kind: 'batch_slot' as const, ref: { release: id, number } }
    const started = await startHold(ctx, ordersOnSale, { key: crypto.randomUUID(), lines: [line] })
    if (!started.ok) throw new Error(started.why)
    await payOrder(payments, ordersOnSale, started.orderId, reservationForm())
    return started.orderId
  }
  const giveBack = (orderId: string) => refundOwnLines(payments, ordersOnSale, orderId, [0])
  return { db, id, mailed, buy, giveBack }
}

test('nothing is mailed of a section that the owner has switched off', async ({ ctx }) => {
  const { mailed } = await given(ctx)
  ctx.setNow(after(ctx.now(), day))
  await givenLicensee(ctx.db)
  await ctx.db.update(shopFacts).set({ sectionsOff: ['small-batch'] })
  expect(await mailed()).toEqual([])
  await ctx.db.update(shopFacts).set({ sectionsOff: [] })
  expect(await mailed()).not.toEqual([])
})

test('a window that opens mails its list and those who wait for slots, once', async ({ ctx }) => {
  const { db, mailed } = await given(ctx)
  expect(await mailed()).toEqual([])
  ctx.setNow(after(ctx.now(), day))
  const mails = await mailed()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['slots@example.com', 'window@example.com'])
  expect(mails[0]?.subject).toBe('The Outlaw window is open')
  expect(mails[0]?.text).toContain('2 of 2 slots are left, and the window closes Dec 20, 2026.')
  expect(mails[0]?.text).toContain('Reserve a Slot:\nhttp://shop.test/small-batch/outlaw\n')
  ctx.setNow(after(ctx.now(), minute))
  expect(await mailed()).toEqual([])
  const news = async () => (await findNews(db, 'build-window:outlaw', after(ctx.now(), -3 * day)))?.content
  expect(await news()).toMatchObject({ path: '/small-batch/outlaw' })
  ctx.setNow(after(ctx.now(), 3 * day))
  expect(await news()).toBeUndefined()
})

test('neither a hidden window, nor one that opened days ago or has closed, is announced', async ({ ctx }) => {
  const { db, mailed } = await given(ctx)
  const start = ctx.now()
  ctx.setNow(after(start, day))
  await db.update(smallBatchReleases).set({ state: 'hidden' })
  expect(await mailed()).toEqual([])
  await db.update(smallBatchReleases).set({ state: 'visible', closesAt: after(start, 2 * day) })
  ctx.setNow(after(start, 2 * day))
  expect(await mailed()).toEqual([])
  await db.update(smallBatchReleases).set({ closesAt: after(start, 9 * day) })
  ctx.setNow(after(start, 4 * day))
  expect(await mailed()).toEqual([])
})

test('a window that filled within the minute says so', async ({ ctx }) => {
  const { db, id, mailed } = await given(ctx)
  ctx.setNow(after(ctx.now(), day))
  await db.update(smallBatchSlots).set({ state: 'taken' }).where(eq(smallBatchSlots.releaseId, id))
  const [mail] = await mailed()
  expect(mail?.subject).toBe('The Outlaw window opened and is full')
  expect(mail?.text).toContain('Every slot is taken.')
})

test('a slot that comes back where no other is left mails those who wait for slots, once', async ({
  ctx,
}) => {
  const { mailed, buy, giveBack } = await given(ctx)
  ctx.setNow(after(ctx.now(), day))
  await mailed()
  const [first] = [await buy(1)]
  await giveBack(first)
  expect(await mailed(), 'the other slot was open all along').toEqual([])
  ctx.setNow(after(ctx.now(), minute))
  const [again] = [await buy(1), await buy(2)]
  expect(await mailed()).toEqual([])
  await giveBack(again)
  const mails = await mailed()
  expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: 'slots@example.com', subject: 'Slot 1 of the Outlaw window is open again' },
  ])
  expect(mails[0]?.text).toContain('Reserve Slot 1:\nhttp://shop.test/small-batch/outlaw/reserve?slot=1\n')
  expect(await mailed()).toEqual([])
  ctx.setNow(after(ctx.now(), minute))
  await giveBack(await buy(1))
  expect((await mailed()).map(({ to }) => to)).toEqual(['slots@example.com'])
})
