import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaid } from '#test/world.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { loader } from './routes/progress.tsx'
import { isTelling, progressWords } from './words.ts'
import { findStageSpread } from './store/board.server.ts'
import { stageDates } from './tables.ts'

const isoDay = (at: Date) => at.toISOString().slice(0, 10)

async function filed(
  ctx: TestContext,
  orderId: string,
  {
    position,
    ago,
    took,
    back = null,
  }: { position: number; ago: number; took?: number; back?: string | null },
) {
  const at = after(ctx.now(), -ago * day)
  const entry = { orderId, position, setBy: 'sam', note: '' }
  await ctx.db.insert(stageDates).values({ ...entry, stage: 'form4_filed', onDay: isoDay(at), at })
  if (took === undefined) return
  const later = after(at, took * day)
  const stage = back ? ('at_dealer' as const) : ('form4_approved' as const)
  await ctx.db
    .insert(stageDates)
    .values({ ...entry, stage, onDay: isoDay(later), at: later, backReason: back })
}

test('our own times at a stage are those of firearms that went on from it within a year', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  const spread = () => findStageSpread(ctx.db, 'form4_filed', ctx.now())
  expect(await spread()).toBeUndefined()
  await filed(ctx, orderId, { position: 1, ago: 90 })
  await filed(ctx, orderId, { position: 0, ago: 90, took: 3, back: 'Form returned' })
  await filed(ctx, orderId, { position: 0, ago: 400, took: 300 })
  expect(await spread()).toBeUndefined()
  for (const took of [10, 20, 30, 40, 50]) await filed(ctx, orderId, { position: 0, ago: 80, took })
  const found = await spread()
  expect(found).toEqual({ count: 5, from: 20, median: 30, to: 40 })
  expect(found && progressWords.ownWait(found)).toBe(
    'Of our own last 5 transfers, half took 20 to 40 days from filing to approval; the one in the middle took 30.',
  )
})

test('who waits for Form 4 reads it on the order page once there are five', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  const shop = givenShop(ctx)
  await ctx.db.update(orderLines).set({ stage: 'form4_filed' }).where(eq(orderLines.position, 0))
  const token = await transact(ctx, (work) => makeLink(work, orderId))
  const cookies = [`paco-order-${orderId}=${token}`]
  const ownWait = async () => {
    const args = visit(shop, { path: `/orders/${orderId}`, params: { order: orderId }, cookies })
    const { value } = await answerOf(() => loader(args))
    return (value as Awaited<ReturnType<typeof loader>>).progress[0]?.ownWait
  }
  for (const took of [10, 20, 30, 40]) await filed(ctx, orderId, { position: 0, ago: 80, took })
  expect(await ownWait()).toBeUndefined()
  await filed(ctx, orderId, { position: 0, ago: 80, took: 50 })
  expect(await ownWait()).toContain('Of our own last 5 transfers, half took 20 to 40 days')
})

test('a few transfers are not shown', () => {
  const spread = { from: 1, median: 2, to: 3 }
  expect([4, 5].map((count) => isTelling({ ...spread, count }))).toEqual([false, true])
})
