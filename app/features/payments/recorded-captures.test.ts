import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { waitingForLocks } from '#test/locks.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { recheckAbandoned, reconcilePayments, settleAttempt, settleCapture } from './flows.server.ts'
import { paymentAttempts, refunds } from '#app/features/orders/payment-tables.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { recordCapture } from './store/capture.server.ts'

const held = async (ctx: TestContext) => (await heldOrder(givenShop(ctx), null)).orderId
const pass = (ctx: TestContext, ms: number) => ctx.setNow(after(ctx.now(), ms))
const stateOf = async (ctx: TestContext, orderId: string) => (await findOrder(ctx.db, orderId))?.state

async function attempted(ctx: TestContext, paymentToken = 'sandbox_silent_after') {
  const paymentCtx = givenPaymentContext(ctx)
  const orderId = await held(ctx)
  await payOrder(paymentCtx, ordersOnSale, orderId, reservationForm({ paymentToken }))
  const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
  if (!attempt) throw new Error('There is none')
  return { paymentCtx, orderId, attempt }
}

test('an answer concurrent with a capture does not undo it', async ({ db, ctx }) => {
  await givenDrop(db)
  for (const said of [
    { outcome: 'unknown' },
    { outcome: 'declined', reason: 'No.' },
    { outcome: 'review', chargeRef: 'ch_other' },
  ] as const) {
    const { orderId, attempt: found } = await attempted(ctx)
    let crossing: Promise<unknown> | undefined
    await transact(ctx, async (work) => {
      await recordCapture(work, found, { chargeRef: 'ch_1', amountCents: 10_000 })
      // In a process of its own, while the charge is recorded and not yet committed.
      crossing = transact(ctx, (other) => settleAttempt(other, ordersOnSale, found, said))
      await waitingForLocks(ctx, 1)
    })
    await crossing
    const [after] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, found.id))
    expect(after, said.outcome).toMatchObject({ state: 'captured', chargeRef: 'ch_1' })
    expect(await transact(ctx, (work) => settleCapture(work, ordersOnSale, found))).toBe(true)
    expect(await stateOf(ctx, orderId), said.outcome).toBe('paid')
  }
})

test('no later answer overwrites a recorded charge of a different amount', async ({ db, ctx }) => {
  await givenDrop(db)
  const { attempt } = await attempted(ctx)
  const charge = { chargeRef: 'ch_1', amountCents: 4_000 }
  await transact(ctx, (work) => recordCapture(work, attempt, charge))
  const recorded = await db.select().from(paymentAttempts)
  expect(recorded).toMatchObject([{ state: 'unknown', chargeRef: 'ch_1' }])
  for (const said of [
    { outcome: 'unknown' },
    { outcome: 'review', chargeRef: 'ch_other' },
    { outcome: 'declined', reason: 'No.' },
  ] as const)
    await transact(ctx, (work) => settleAttempt(work, ordersOnSale, attempt, said))
  expect(await db.select().from(paymentAttempts)).toEqual(recorded)
})

test('settling a charge again refunds nothing', async ({ db, ctx }) => {
  await givenDrop(db)
  const { orderId, attempt } = await attempted(ctx, 'sandbox_approve')
  const again = () => transact(ctx, (work) => settleCapture(work, ordersOnSale, attempt))
  expect([await again(), await again()]).toEqual([true, true])
  expect(await stateOf(ctx, orderId)).toBe('paid')
  expect(await db.$count(refunds)).toBe(0)
  expect(await db.select().from(paymentAttempts)).toEqual([attempt])
})

test('a recorded charge is settled even after a change of gateway', async ({ db, ctx }) => {
  await givenDrop(db)
  const { paymentCtx, orderId, attempt } = await attempted(ctx)
  const charge = { chargeRef: 'ch_1', amountCents: 10_000 }
  await transact(ctx, (work) => recordCapture(work, attempt, charge))
  pass(ctx, 10 * second)
  await reconcilePayments({ ...paymentCtx, gateway: { ...paymentCtx.gateway, name: 'manual' } }, ordersOnSale)
  expect(await stateOf(ctx, orderId)).toBe('paid')
})

test('an abandoned payment that cannot be looked up blocks no other', async ({ db, ctx }) => {
  await givenDrop(db)
  const paymentCtx = givenPaymentContext(ctx)
  const ids: string[] = []
  for (let index = 0; index < 2; index++) {
    const { attempt } = await attempted(ctx, 'sandbox_silent_before')
    ids.push(attempt.id)
  }
  pass(ctx, 3 * minute)
  await reconcilePayments(paymentCtx, ordersOnSale)
  pass(ctx, 2 * hour)
  const requested: string[] = []
  const findCharge = async (id: string) => {
    requested.push(id)
    throw new Error('Not readable')
  }
  const broken = { ...paymentCtx, gateway: { ...paymentCtx.gateway, findCharge } }
  await expect(recheckAbandoned(broken, ordersOnSale)).rejects.toThrow('Not readable')
  expect(requested.toSorted()).toEqual(ids.toSorted())
})
