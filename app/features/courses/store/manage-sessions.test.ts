import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { courseSessions, sessionSeats } from '../tables.ts'
import { addSession, cancelSession, listCanceledClassSeats, settleCanceledSeat } from './changes.server.ts'

const startsAt = new Date('2026-12-05T14:00:00Z')

test('a new session has its seats, and invalid ones are refused', async ({ ctx, db }) => {
  await givenSession(db)
  const add = (more: object) =>
    transact(ctx, (work) => addSession(work, { course: 'test-course', startsAt, ...more }))
  const added = await add({ capacity: 8 })
  if (!added.ok) throw new Error(added.why)
  expect(await db.$count(sessionSeats, eq(sessionSeats.sessionId, added.id))).toBe(8)
  const [session] = await db.select().from(courseSessions).where(eq(courseSessions.id, added.id))
  expect(session).toMatchObject({ endsAt: after(startsAt, 8 * hour), cutOffAt: after(startsAt, -day) })
  expect(await add({ course: 'nothing' })).toEqual({ ok: false, why: 'course_not_found' })
  expect(await add({ startsAt: after(ctx.now(), -minute) })).toEqual({
    ok: false,
    why: 'session_in_the_past',
  })
  expect(await add({ capacity: 13 })).toEqual({ ok: false, why: 'too_many_seats' })
  expect(await add({ cutOffAt: after(startsAt, minute) })).toEqual({ ok: false, why: 'closes_too_late' })
  expect(await add({ role: 'nobody' })).toEqual({ ok: false, why: 'role_not_found' })
})

test('a seat of a canceled class that is settled is not looked at again, while its refund is on its way', async ({
  ctx,
  db,
}) => {
  const session = await givenSession(db, { startsAt })
  const { orderId } = await bookSeat(ctx, session)
  await db.update(sessionSeats).set({ state: 'taken' }).where(eq(sessionSeats.number, 12))
  await transact(ctx, (work) => cancelSession(work, session))
  const [seat, ...more] = await listCanceledClassSeats(db)
  expect([seat, more]).toEqual([{ orderId, sessionId: session, state: 'taken' }, []])
  if (seat) expect(await transact(ctx, (work) => settleCanceledSeat(work, ordersOnSale, seat))).toBe(true)
  expect(await db.$count(sessionSeats, eq(sessionSeats.orderId, orderId))).toBe(1)
  expect(await listCanceledClassSeats(db)).toEqual([])
})
