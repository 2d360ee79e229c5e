import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { subscribers, subscriptions } from '#app/features/subscriptions/tables.ts'
import { givenSession, holdSeat } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenShop } from '#test/visit.ts'
import { courseJobs } from './jobs.server.ts'
import { waitlistTopic } from './store/offers.server.ts'
import { cancelSession } from './store/changes.server.ts'

async function runFailingOnce(ctx: TestContext, name: string) {
  let calls = 0
  const announce = () => {
    if (++calls === 1) throw new Error('Nobody listens')
  }
  const job = courseJobs(ordersOnSale).find((each) => each.name === name)
  await job?.run({ ...ctx, ...givenShop(ctx), announce }, {})
}

test('a class whose offer fails does not block other classes', async ({ db, ctx }) => {
  for (const number of [1, 2]) {
    const session = await givenSession(db, { seats: 1, slug: `course-${number}` })
    const email = `reader${number}@example.com`
    const [person] = await db.insert(subscribers).values({ email, createdAt: ctx.now() }).returning()
    const at = ctx.now()
    await db.insert(subscriptions).values({
      subscriberId: person?.id ?? '',
      topic: waitlistTopic(session),
      joinedAt: at,
      requestedAt: at,
      confirmedAt: at,
      consentVersion: '2026-11',
      consentWords: 'A mail.',
    })
  }
  await runFailingOnce(ctx, 'offer-seats')
  expect(ctx.queued.filter(({ job }) => job === 'mail-seat-offer')).toHaveLength(2)
})

test('a failing order of a canceled class does not block the others', async ({ db, ctx }) => {
  const session = await givenSession(db, { seats: 2 })
  for (let at = 0; at < 2; at++) await holdSeat(ctx, session)
  await transact(ctx, (work) => cancelSession(work, session))
  await runFailingOnce(ctx, 'settle-canceled-classes')
  expect(await db.$count(orders, eq(orders.state, 'canceled'))).toBe(2)
})
