import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { transact } from '#app/db/db.server.ts'
import { alertOfFailedJobs } from '#app/jobs/jobs.server.ts'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test, testContext } from '#test/db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { reconcilePayments } from './flows.server.ts'
import { reconcileRefunds } from '#app/features/refunds/flows.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { paymentAttempts, refunds } from '#app/features/orders/payment-tables.ts'
import { graceMs, holdMs } from '#app/features/orders/rules.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { findOrderForUpdate, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { fulfillOrder, recordCapture } from './store/capture.server.ts'
import { watchOpenPayments } from './jobs.server.ts'

async function held(ctx: TestContext, ...numbers: number[]) {
  const lines = numbers.map((number) => ({ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number } }))
  const request = { key: crypto.randomUUID(), lines }
  const started = await transact(ctx, (work) => startOrder(work, ordersOnSale, request))
  if (!started.ok) throw new Error(`Not held: ${started.why}`)
  return started.orderId
}

async function given(ctx: TestContext) {
  await givenDrop(ctx.db)
  const paymentCtx = givenPaymentContext(ctx)
  const orderId = await held(ctx, 1)
  const pay = (more: Parameters<typeof reservationForm>[0] = {}) =>
    payOrder(paymentCtx, ordersOnSale, orderId, reservationForm(more))
  return { paymentCtx, orderId, pay }
}

const pass = (ctx: TestContext, ms: number) => ctx.setNow(after(ctx.now(), ms))
const alertKindsOf = async (ctx: TestContext) => (await listOpenAlerts(ctx.db)).map(({ kind }) => kind)
const stateOf = async (ctx: TestContext, orderId: string) => (await findOrder(ctx.db, orderId))?.state

/** Number 1 breaks whatever touches it, as a fault in the program would. */
const withFault = {
  ...ordersOnSale,
  drop_unit: {
    ...ordersOnSale.drop_unit,
    topic(ref: { number: number }) {
      if (ref.number === 1) throw new Error('A fault in the program')
      return null
    },
  },
} as Sellables

function whileCharging(paymentCtx: PaymentContext, act: () => Promise<unknown>): PaymentContext {
  const charge: PaymentContext['gateway']['charge'] = async (request) => {
    await act()
    return paymentCtx.gateway.charge(request)
  }
  return { ...paymentCtx, gateway: { ...paymentCtx.gateway, charge } }
}

test('a hold that lost one number is not charged, and releases the other', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 2 })
  const first = await held(ctx, 1, 2)
  const late = testContext(db, after(ctx.now(), holdMs - 1))
  pass(ctx, holdMs + graceMs)
  await held(ctx, 1)
  // Its clock is late, so that it believes to be in time.
  expect(await payOrder(givenPaymentContext(late), ordersOnSale, first, reservationForm())).toEqual({
    ok: false,
    why: 'expired',
  })
  expect(await db.$count(paymentAttempts)).toBe(0)
  expect(await stateOf(ctx, first)).toBe('expired')
  const [second] = await db.select().from(dropUnits).where(eq(dropUnits.number, 2))
  expect(second).toMatchObject({ state: 'open', orderId: null })
})

test('a charge whose stock is gone is recorded, refunded automatically, and raises an alert', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 2 })
  const paymentCtx = givenPaymentContext(ctx)
  const orderId = await held(ctx, 1, 2)
  const lose = () => db.update(dropUnits).set({ orderId: 'SOMEBODY' }).where(eq(dropUnits.number, 1))
  const paid = await payOrder(whileCharging(paymentCtx, lose), ordersOnSale, orderId, reservationForm())
  expect(paid).toEqual({ ok: true, isPaid: false })
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'paid_unfulfilled', capturedCents: 20_000 })
  const [attempt] = await db.select().from(paymentAttempts)
  expect(attempt).toMatchObject({ state: 'captured', capturedCents: 20_000, askAgainAt: null })
  expect(ctx.queued.map(({ job }) => job)).toContain('mail-order-unfulfilled')
  expect(await alertKindsOf(ctx)).toEqual(['captured_without_stock'])
  const units = await db.select().from(dropUnits).orderBy(dropUnits.number)
  expect(units).toMatchObject([{ orderId: 'SOMEBODY' }, { state: 'open', orderId: null }])

  pass(ctx, minute)
  await reconcileRefunds(paymentCtx, ordersOnSale)
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'refunded', refundedCents: 20_000 })
})

test('an order that another fault keeps from being paid keeps its stock, and is not refunded', async ({
  db,
  ctx,
}) => {
  const { orderId, pay } = await given(ctx)
  await pay({ paymentToken: 'sandbox_silent_after' })
  const [attempt] = await db.select().from(paymentAttempts)
  // Not captured: what pays the order finds no charge, though all its stock is there.
  const fulfilling = transact(ctx, async (work) => {
    const found = await findOrderForUpdate(work, ordersOnSale, orderId)
    return found && attempt && fulfillOrder(work, found.order, found.lines, attempt)
  })
  await expect(fulfilling).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/^order to be paid:/) },
  })
  expect(await stateOf(ctx, orderId)).toBe('unknown')
  expect(await db.select().from(dropUnits).where(eq(dropUnits.number, 1))).toMatchObject([{ orderId }])
  expect(await db.$count(refunds)).toBe(0)
})

test('after a crash between capture and payment, the order is paid without asking the gateway again', async ({
  db,
  ctx,
}) => {
  const { paymentCtx, orderId, pay } = await given(ctx)
  await pay({ paymentToken: 'sandbox_silent_after' })
  const [attempt] = await db.select().from(paymentAttempts)
  const charge = { chargeRef: 'ch_1', amountCents: 10_000 }
  await transact(ctx, (work) => recordCapture(work, required(attempt), charge))
  expect(await stateOf(ctx, orderId)).toBe('unknown')
  pass(ctx, 10 * second)
  const silent = {
    ...paymentCtx,
    gateway: { ...paymentCtx.gateway, findCharge: () => Promise.reject(new Error('asked')) },
  }
  await reconcilePayments(silent, ordersOnSale)
  expect(await stateOf(ctx, orderId)).toBe('paid')
})

test('recording a charge twice changes nothing', async ({ db, ctx }) => {
  const { pay } = await given(ctx)
  await pay()
  const [before] = await db.select().from(paymentAttempts)
  pass(ctx, minute)
  const charge = { chargeRef: 'another', amountCents: 1 }
  await transact(ctx, (work) => recordCapture(work, required(before), charge))
  expect(await db.select().from(paymentAttempts)).toEqual([before])
  expect(await db.$count(refunds)).toBe(0)
})

test('a charge of a different amount is refunded, and the hold continues', async ({ db, ctx }) => {
  await givenDrop(db)
  const paymentCtx = givenPaymentContext(ctx)
  const charge: PaymentContext['gateway']['charge'] = async (request) => {
    const answer = await paymentCtx.gateway.charge({ ...request, amountCents: 4_000 })
    return answer
  }
  const partial = { ...paymentCtx, gateway: { ...paymentCtx.gateway, charge } }
  const orderId = await held(ctx, 1)
  await payOrder(partial, ordersOnSale, orderId, reservationForm())
  expect(await findOrder(db, orderId)).toMatchObject({
    state: 'held',
    capturedCents: 0,
    lastAttempt: { state: 'declined' },
  })
  expect(await db.select().from(paymentAttempts)).toMatchObject([{ capturedCents: 4_000, isLate: true }])
  expect(await db.select().from(refunds)).toMatchObject([{ amountCents: 4_000, requestedBy: 'shop' }])
  const [unit] = await db.select().from(dropUnits).where(eq(dropUnits.number, 1))
  expect(unit).toMatchObject({ state: 'held', orderId })
  expect(await alertKindsOf(ctx)).toEqual(['late_charge'])
  pass(ctx, minute)
  await reconcileRefunds(paymentCtx, ordersOnSale)
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'done' }])
  await payOrder(paymentCtx, ordersOnSale, orderId, reservationForm())
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'paid', refundedCents: 0 })
})

test('a payment that cannot be settled blocks no other, backs off, and raises an alert', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, { totalUnits: 2 })
  const paymentCtx = givenPaymentContext(ctx)
  const form = () => reservationForm({ paymentToken: 'sandbox_silent_after' })
  const poisoned = await held(ctx, 1)
  await payOrder(paymentCtx, ordersOnSale, poisoned, form())
  const innocent = await held(ctx, 2)
  await payOrder(paymentCtx, ordersOnSale, innocent, form())
  pass(ctx, minute)
  await reconcilePayments(paymentCtx, withFault)
  expect([await stateOf(ctx, poisoned), await stateOf(ctx, innocent)]).toEqual(['unknown', 'paid'])

  for (let round = 1; round <= 4; round++) {
    expect(await alertKindsOf(ctx)).toEqual(round < 3 ? [] : ['work_item_failing'])
    expect(await reconcilePayments(paymentCtx, withFault), 'it is not tried again at once').toBe(0)
    pass(ctx, (31 + 5 * 2 ** (round - 1)) * second)
    expect(await reconcilePayments(paymentCtx, withFault)).toBe(1)
  }
  expect(await alertKindsOf(ctx)).toEqual(['work_item_failing'])
  pass(ctx, 31 * second)
  expect(await reconcilePayments(paymentCtx, withFault), 'by now it waits for longer than that').toBe(0)

  pass(ctx, hour)
  await reconcilePayments(paymentCtx, ordersOnSale)
  expect(await stateOf(ctx, poisoned)).toBe('paid')
  expect(await alertKindsOf(ctx)).toEqual([])
})

test('a failure is cleared once its payment is settled another way, but not while it is retried', async ({
  ctx,
}) => {
  const { paymentCtx, pay } = await given(ctx)
  await pay({ paymentToken: 'sandbox_silent_after' })
  for (let round = 0; round < 3; round++) {
    pass(ctx, minute)
    await reconcilePayments(paymentCtx, withFault)
  }
  const look = () => transact(ctx, (work) => alertOfFailedJobs(work, []))
  pass(ctx, 59 * minute)
  await look()
  expect(await alertKindsOf(ctx)).toEqual(['work_item_failing'])
  pass(ctx, 15 * minute)
  await look()
  expect(await alertKindsOf(ctx)).toEqual([])
})

test('a hold that cannot be ended blocks no other', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 2 })
  const poisoned = await held(ctx, 1)
  pass(ctx, second)
  const other = await held(ctx, 2)
  pass(ctx, holdMs + graceMs)
  await expireHolds(ctx, withFault)
  expect([await stateOf(ctx, poisoned), await stateOf(ctx, other)]).toEqual(['held', 'expired'])
  expect(await expireHolds(ctx, withFault), 'it is not tried again at once').toBe(0)
})

test('the job ends a hold only after the grace period', async ({ db, ctx }) => {
  await givenDrop(db)
  const orderId = await held(ctx, 1)
  pass(ctx, holdMs + graceMs - 1)
  expect(await expireHolds(ctx, ordersOnSale)).toBe(0)
  pass(ctx, 1)
  expect(await expireHolds(ctx, ordersOnSale)).toBe(1)
  expect(await stateOf(ctx, orderId)).toBe('expired')
})

test('a stuck payment raises an alert, which clears once it is settled', async ({ ctx }) => {
  const { paymentCtx, pay } = await given(ctx)
  await pay({ paymentToken: 'sandbox_silent_after' })
  const watch = () => transact(ctx, watchOpenPayments)
  pass(ctx, 10 * minute - 1)
  expect(await watch()).toBe(0)
  pass(ctx, 1)
  expect(await watch()).toBe(1)
  expect(await alertKindsOf(ctx)).toEqual(['attempt_open_too_long'])
  await reconcilePayments(paymentCtx, ordersOnSale)
  expect(await watch()).toBe(0)
  expect(await alertKindsOf(ctx)).toEqual([])
})

test('a review has a day, and an invoice its due date', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 2 })
  const paymentCtx = givenPaymentContext(ctx)
  await payOrder(
    paymentCtx,
    ordersOnSale,
    await held(ctx, 1),
    reservationForm({ paymentToken: 'sandbox_review' }),
  )
  await payOrder(
    paymentCtx,
    ordersOnSale,
    await held(ctx, 2),
    reservationForm({ paymentToken: 'sandbox_review' }),
  )
  const [, invoiced] = await db.select().from(paymentAttempts)
  await db
    .update(paymentAttempts)
    .set({ gateway: 'manual' })
    .where(eq(paymentAttempts.id, invoiced?.id ?? ''))
  const watch = () => transact(ctx, watchOpenPayments)
  pass(ctx, 24 * hour - 1)
  expect(await watch()).toBe(0)
  pass(ctx, 1)
  expect(await watch()).toBe(1)
})

function required<Thing>(thing: Thing | undefined): Thing {
  if (!thing) throw new Error('There is none')
  return thing
}
