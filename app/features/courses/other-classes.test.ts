import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { reconcileRefunds } from '#app/features/refunds/flows.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { bookSeat, givenSession, holdSeat } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenShop } from '#test/visit.ts'
import { courseJobs } from './jobs.server.ts'
import { seatMoves, classNotices } from './tables.ts'
import { cancelSession, answerMove, findOpenMove, moveSeats, recordNotice } from './store/changes.server.ts'

const startsAt = new Date('2026-12-05T14:00:00Z')

async function givenClasses({ db }: TestContext) {
  return {
    session: await givenSession(db, { startsAt }),
    other: await givenSession(db, { startsAt: after(startsAt, 30 * day) }),
  }
}

const move = (ctx: TestContext, id: string) =>
  transact(ctx, (work) =>
    moveSeats(work, { id, startsAt, endsAt: after(startsAt, 8 * hour), place: '' }, after(startsAt, day)),
  )

test('a canceled class refunds its own students and nobody of another class', async ({ ctx, db }) => {
  const shop = { ...ctx, ...givenShop(ctx) }
  const { session, other } = await givenClasses(ctx)
  const own = await bookSeat(ctx, session)
  const others = [await bookSeat(ctx, other), await holdSeat(ctx, other)]
  const shown = () => Promise.all(others.map(({ orderId }) => findOrder(db, orderId)))
  const before = await shown()
  await transact(ctx, (work) => cancelSession(work, session))
  await courseJobs(ordersOnSale)
    .find(({ name }) => name === 'settle-canceled-classes')
    ?.run(shop, {})
  ctx.setNow(after(ctx.now(), minute))
  while ((await reconcileRefunds(shop, ordersOnSale)) > 0);
  expect(await findOrder(db, own.orderId)).toMatchObject({ state: 'refunded' })
  expect(await shown()).toEqual(before)
})

test('a class that is moved asks its own students alone, and reminds them again', async ({ ctx, db }) => {
  const { session, other } = await givenClasses(ctx)
  const [own, student] = [await bookSeat(ctx, session), await bookSeat(ctx, other)]
  for (const kind of ['booked', 'week'] as const)
    await transact(ctx, async (work) => {
      await recordNotice(work, own.orderId, session, kind)
      await recordNotice(work, student.orderId, other, kind)
    })
  expect(await move(ctx, session)).toBe(1)
  expect(await findOpenMove(db, own.orderId, session)).toBeDefined()
  expect(await findOpenMove(db, student.orderId, other)).toBeUndefined()
  const noticesOf = (id: string) =>
    db.select({ kind: classNotices.kind }).from(classNotices).where(eq(classNotices.sessionId, id))
  expect(await noticesOf(session)).toEqual([{ kind: 'booked' }])
  expect(await noticesOf(other)).toHaveLength(2)
})

test('an answer to a move is of one student, and a later move does not change it', async ({ ctx, db }) => {
  const { session } = await givenClasses(ctx)
  const [one, two] = [await bookSeat(ctx, session), await bookSeat(ctx, session)]
  await move(ctx, session)
  await transact(ctx, (work) => answerMove(work, one.orderId, session, 'kept'))
  expect(await findOpenMove(db, two.orderId, session)).toBeDefined()
  ctx.setNow(after(ctx.now(), hour))
  await move(ctx, session)
  const answersOf = (orderId: string) =>
    db
      .select({ answer: seatMoves.answer })
      .from(seatMoves)
      .where(eq(seatMoves.orderId, orderId))
      .orderBy(asc(seatMoves.movedAt))
  expect(await answersOf(one.orderId)).toEqual([{ answer: 'kept' }, { answer: null }])
  expect(await answersOf(two.orderId)).toEqual([{ answer: 'replaced' }, { answer: null }])
})
