import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { transact } from '#app/db/db.server.ts'
import { boughtLines } from '#app/features/cart/store.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { moveSeats } from '#app/features/courses/store/changes.server.ts'
import { courseSessions } from '#app/features/courses/tables.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { graceMs, holdMs } from '#app/features/orders/rules.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { sellables } from '#app/sellables.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { type Goods, givenFiveKinds, linesOf } from '#test/goods.ts'
import { givenPaymentContext, goodsOnSale, reservationForm } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

const everything: Goods = {
  units: 1,
  quantity: 1,
  patches: 1,
  hasSeat: true,
  hasPack: true,
  hasSlot: true,
}

async function held(ctx: TestContext, goods: Goods) {
  await givenFiveKinds(ctx.db, ctx.now())
  const lines = await linesOf(ctx.db, goods)
  const request = { key: crypto.randomUUID(), lines }
  const started = await transact(ctx, (work) => startOrder(work, sellables, request))
  if (!started.ok) throw new Error(`Not held: ${started.why}`)
  return started
}

const spoil = ({ db }: TestContext, orderId: string) =>
  db.update(orderLines).set({ ref: {} }).where(eq(orderLines.orderId, orderId))

async function pagesOf(ctx: TestContext, { orderId, token }: { orderId: string; token: string }) {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'manager')
  const [session] = await ctx.db.select().from(courseSessions)
  const asBuyer = [
    `/checkout/${orderId}`,
    `/checkout/${orderId}/details`,
    ...['', '/receipt.pdf', '/refund', '/seat', '/trust'].map((page) => `/orders/${orderId}${page}`),
    '/orders/mine',
    '/cart',
    `/ccw-training/register?session=${session?.id}`,
    '/drops/test-drop',
  ]
  const asStaff = [
    '/staff',
    '/staff/orders',
    '/staff/orders.csv',
    `/staff/orders/${orderId}`,
    `/staff/classes/${session?.id}`,
    '/staff/transfers',
    '/staff/shipping',
  ]
  const answers: [string, number][] = []
  for (const [paths, own] of [
    [asBuyer, `paco-order-${orderId}=${token}`],
    [asStaff, cookie],
  ] as const)
    for (const path of paths) answers.push([path, (await ask(path, { headers: { Cookie: own } })).status])
  return answers
}

const failed = (answers: [string, number][]) => answers.filter(([, status]) => status >= 500)

test('a held order is shown by its stored titles, takes no payment, and ends as any other', async ({
  ctx,
}) => {
  const order = await held(ctx, everything)
  const { orderId } = order
  await spoil(ctx, orderId)
  expect(failed(await pagesOf(ctx, order))).toEqual([])

  const paid = await payOrder(givenPaymentContext(ctx), sellables, orderId, reservationForm())
  expect(paid).toEqual({ ok: false, why: 'line_unreadable' })
  await payOrder(givenPaymentContext(ctx), sellables, orderId, reservationForm())
  expect(await listOpenAlerts(ctx.db)).toMatchObject([{ kind: 'order_line_unreadable', subject: orderId }])

  ctx.setNow(after(ctx.now(), holdMs + graceMs))
  expect(await expireHolds(ctx, sellables)).toBe(1)
  expect((await findOrder(ctx.db, orderId))?.state).toBe('expired')
  expect(await ctx.db.$count(dropUnits, eq(dropUnits.state, 'open'))).toBe(4)
})

test('its checkout shows the stored title, and its buyer can let it go', async ({ ctx }) => {
  const { orderId, token } = await held(ctx, { ...everything, quantity: 0, patches: 0 })
  await spoil(ctx, orderId)
  const { ask } = await givenSite(ctx)
  const page = await ask(`/checkout/${orderId}`, { headers: { Cookie: `paco-order-${orderId}=${token}` } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Test Drop')])
  expect(await transact(ctx, (work) => cancelHold(work, sellables, orderId))).toMatchObject({ ok: true })
})

test('a paid one is shown, and staff refund it', async ({ ctx }) => {
  const order = await held(ctx, { ...everything, quantity: 0, patches: 0 })
  const { orderId } = order
  const shop = givenPaymentContext(ctx)
  expect(await payOrder(shop, sellables, orderId, reservationForm())).toMatchObject({ ok: true })
  await spoil(ctx, orderId)
  expect(failed(await pagesOf(ctx, order))).toEqual([])
  expect(await refundOrder(shop, sellables, orderId)).toMatchObject({ ok: true })
  expect((await findOrder(ctx.db, orderId))?.state).toBe('refunded')
})

test('a buyer who left one behind holds and pays for something else', async ({ ctx }) => {
  const holder = { visitor: 'one', address: 'a', mail: null }
  await givenFiveKinds(ctx.db, ctx.now())
  const start = (number: number) =>
    transact(ctx, (work) =>
      startOrder(work, sellables, {
        key: crypto.randomUUID(),
        lines: [{ kind: 'drop_unit', ref: { slug: 'test-drop', number } }],
        holder: { ...holder, proof: 'usual' } as never,
      }),
    )
  const first = await start(1)
  if (!first.ok) throw new Error(first.why)
  await spoil(ctx, first.orderId)
  expect(await start(2)).toMatchObject({ ok: true })
})

test('a class with one in it is moved for everybody else', async ({ ctx }) => {
  const { orderId } = await held(ctx, { ...everything, quantity: 0, patches: 0 })
  await payOrder(givenPaymentContext(ctx), sellables, orderId, reservationForm())
  await spoil(ctx, orderId)
  const [session] = await ctx.db.select().from(courseSessions)
  if (!session) throw new Error('No class')
  const moved = transact(ctx, (work) =>
    moveSeats(work, { ...session, place: '' }, after(session.startsAt, day), 'UTC'),
  )
  expect(await moved).toBe(0)
})

test('a cart leaves out what it cannot read of the order before', () => {
  const lines = [{ kind: 'drop_unit' as const, ref: {}, quantity: 1 }]
  expect(boughtLines(goodsOnSale, lines)).toEqual([])
})
