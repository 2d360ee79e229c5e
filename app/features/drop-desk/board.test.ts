import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { after, hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, givenShop } from '#test/visit.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm, startLines } from '#test/shop.ts'
import { loader } from './routes/live-events.ts'
import { type Board, findBoard } from './board.server.ts'

const slug = 'test-drop'

async function boardOf(ctx: TestContext): Promise<Board> {
  const board = await findBoard(ctx.db, slug, ctx.now())
  if (!board) throw new Error('There is no board')
  return board
}

async function hold(ctx: TestContext, number: number | null): Promise<string> {
  const lines = [{ kind: 'drop_unit' as const, ref: { slug, number } }]
  const started = await startLines(ctx, lines)
  return started.ok ? started.orderId : started.why
}

const pay = (ctx: TestContext, orderId: string, paymentToken = 'sandbox_approve', buyer = 0) =>
  payOrder(
    givenPaymentContext(ctx),
    ordersOnSale,
    orderId,
    reservationForm({ paymentToken, email: `buyer-${buyer}@example.com` }),
  )

test('a board counts every unit once: open, held, sold, set aside', async ({ db, ctx }) => {
  const drop = await givenDrop(db, { totalUnits: 6, maxPerBuyer: null })
  await db.update(dropUnits).set({ state: 'taken', isHouse: true }).where(eq(dropUnits.number, 1))
  await pay(ctx, await hold(ctx, 2))
  await hold(ctx, 3)
  const board = await boardOf(ctx)
  expect(board).toMatchObject({
    units: ['house', 'taken', 'held', 'open', 'open', 'open'],
    counts: { open: 3, held: 1, taken: 1, house: 1 },
    status: 'live',
    pausedAt: null,
    sales: { takenCents: drop.depositPrice, filling: 1, paying: 0, unsettled: 0 },
    marks: [{ number: 2, state: 'FL', paidAt: ctx.now() }],
  })
  expect(await findBoard(db, 'nowhere', ctx.now())).toBeUndefined()
})

test('a hold that is over is open again', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 2 })
  await hold(ctx, 1)
  await db
    .update(dropUnits)
    .set({ heldUntil: after(ctx.now(), -1) })
    .where(eq(dropUnits.number, 1))
  expect(await boardOf(ctx)).toMatchObject({
    units: ['open', 'open'],
    counts: { held: 0, open: 2 },
  })
})

test('a number that is being paid is held, and unsettled while the gateway is silent', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 2 })
  const orderId = await hold(ctx, 1)
  await pay(ctx, orderId, 'sandbox_silent_before')
  expect(await boardOf(ctx)).toMatchObject({
    units: ['held', 'open'],
    sales: { unsettled: 1, takenCents: 0 },
  })
})

test('while 60 buyers take a run of 100 apart, every board is whole, and right to the unit', async ({
  db,
  ctx,
}) => {
  const drop = await givenDrop(db, {
    totalUnits: 100,
    maxPerBuyer: null,
    launchDate: after(ctx.now(), -hour),
  })
  const countTaken = async () => {
    const rows = await db
      .select({ number: dropUnits.number })
      .from(dropUnits)
      .where(sql`${dropUnits.dropId} = ${drop.id} and ${dropUnits.state} = 'taken'`)
    return new Set(rows.map(({ number }) => number))
  }
  const state = { isOver: false }
  const buyers = Promise.all(
    Array.from({ length: 60 }, async (_, buyer) => {
      // Whoever takes the next one does not get to a number that somebody chose.
      const orderId = await hold(ctx, buyer % 3 === 0 ? null : 21 + buyer)
      if (buyer % 5 !== 0) await pay(ctx, orderId, 'sandbox_approve', buyer)
    }),
  )
  let boards = 0
  void buyers.finally(() => {
    state.isOver = true
  })
  while (!state.isOver) {
    const before = await countTaken()
    const board = await boardOf(ctx)
    const later = await countTaken()
    const states = board.units
    const taken = states.flatMap((state, at) => (state === 'taken' ? [at + 1] : []))
    const { counts } = board
    expect(counts.open + counts.held + counts.taken + counts.house).toBe(100)
    expect(taken).toHaveLength(counts.taken)
    expect(board.sales.takenCents).toBe(counts.taken * drop.depositPrice)
    for (const number of before) expect(states[number - 1]).toBe('taken')
    for (const number of taken) expect(later.has(number)).toBe(true)
    boards++
  }
  await buyers
  expect(boards).toBeGreaterThan(0)
  const last = await boardOf(ctx)
  expect(last.counts).toMatchObject({ taken: 48, held: 12, open: 40 })
}, 60_000)

test('the feed of an unknown drop is not found', async ({ ctx }) => {
  const shop = givenShop(ctx)
  const owner = await givenStaff(ctx, 'owner')
  const request = { path: '/staff/drops/nowhere/live/events', params: { slug: 'nowhere' } }
  const args = await staffVisit(shop, owner, request)
  expect((await answerOf(() => loader(args))).status).toBe(404)
})
