import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale } from '#test/shop.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { startOrder } from '#app/features/checkout/store.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { packSeats } from '../rules.ts'
import { findSession } from '../store/sessions.server.ts'
import { sessionSeats } from '../tables.ts'
import { seatRefusalWords } from '../words/registration.ts'
import { action } from './scheduling.tsx'

const key = () => crypto.randomUUID()
const later = (day: number) => ({ startsAt: new Date(`2026-12-${day}T14:00:00Z`) })

/** What the form answers with, and the cookie it sets. */
async function send(shop: TestShop, form: Record<string, string>, cookies: string[] = []) {
  let cookie = ''
  const answer = await answerOf(async () => {
    const said = await action(visit(shop, { path: '/ccw-training/register', form, cookies }))
    if (said instanceof Response) cookie = said.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return said
  })
  return { ...answer, cookie, orderId: answer.location.split('/').at(-1) ?? '' }
}

async function seatsOf(ctx: TestContext, session: string) {
  const found = await findSession(ctx.db, session, ctx.now())
  return packSeats(found?.seats ?? [])
}

const stateOf = async (ctx: TestContext, orderId: string) => (await findOrder(ctx.db, orderId))?.state

test('a seat stays held if the other class is full or unknown', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const session = await givenSession(db, { seats: 1 })
  const full = await givenSession(db, { seats: 1, ...later(19) })
  await db.update(sessionSeats).set({ state: 'taken' }).where(eq(sessionSeats.sessionId, full))
  const first = await send(shop, { session, key: key() })
  expect(await send(shop, { session: full, key: key() }, [first.cookie])).toMatchObject({
    status: 409,
    value: { refusal: seatRefusalWords.session_full },
  })
  const unknown = await send(shop, { session: crypto.randomUUID(), key: key() }, [first.cookie])
  expect(unknown.value).toMatchObject({ refusal: seatRefusalWords.session_not_found })
  expect(await stateOf(ctx, first.orderId)).toBe('held')
  expect(await seatsOf(ctx, session)).toBe('h')
})

test('an order with other goods stays when another class is selected', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  await givenDrop(db)
  const session = await givenSession(db, { seats: 2 })
  const other = await givenSession(db, { seats: 2, ...later(19) })
  for (const isSeatFirst of [true, false]) {
    const seat = { kind: 'course_seat' as const, ref: { session, zone: shop.timeZone } }
    const unit = { kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: isSeatFirst ? 1 : 2 } }
    const started = await transact(shop, (work) =>
      startOrder(work, ordersOnSale, { key: key(), lines: isSeatFirst ? [seat, unit] : [unit, seat] }),
    )
    if (!started.ok) throw new Error(started.why)
    const cookies = [`paco-order-${started.orderId}=${started.token}`]
    expect((await send(shop, { session: crypto.randomUUID(), key: key() }, cookies)).status).toBe(409)
    expect((await send(shop, { session: other, key: key() }, cookies)).status).toBe(303)
    expect(await stateOf(ctx, started.orderId)).toBe('held')
    // The class of a seat in the order leads to that order, whichever line the seat is.
    expect((await send(shop, { session, key: key() }, cookies)).orderId).toBe(started.orderId)
  }
  expect([await seatsOf(ctx, session), await seatsOf(ctx, other)]).toEqual(['hh', 'hh'])
})

test('a reused form cancels no other hold', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const session = await givenSession(db, { seats: 1 })
  const other = await givenSession(db, { seats: 1, ...later(19) })
  const used = { session, key: key() }
  const first = await send(shop, used)
  const next = { session: other, key: key() }
  const second = await send(shop, next, [first.cookie])
  // Pressed twice, before the browser has the new cookie.
  expect(await send(shop, next, [first.cookie])).toMatchObject({ status: 303, orderId: second.orderId })
  expect(await send(shop, used, [first.cookie, second.cookie])).toMatchObject({
    status: 409,
    value: { refusal: seatRefusalWords.key_reused },
  })
  const states = await db.select({ state: orders.state }).from(orders).orderBy(orders.state)
  expect(states).toEqual([{ state: 'canceled' }, { state: 'held' }])
  expect([await seatsOf(ctx, session), await seatsOf(ctx, other)]).toEqual(['o', 'h'])
})
