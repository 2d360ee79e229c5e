import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { reconcileAttempt, reconcilePayments } from '#app/features/payments/flows.server.ts'
import { reconcileRefunds, refundOrder } from '#app/features/refunds/flows.server.ts'
import { paymentAttempts, refunds } from '#app/features/orders/payment-tables.ts'
import { findLedgerMismatches } from '#app/features/orders/store/ledger.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import { sandboxCharges } from '#app/gateway/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { actThere } from '#test/sandbox-acts.ts'
import { ordersOnSale, reservationForm } from '#test/shop.ts'
import { paidOrder } from '#test/world.ts'

const cents = 10_000

test('what a person did there for a refund that was refused here is that refund', async ({ db, ctx }) => {
  const { paymentCtx, sandbox, attemptId, orderId, compare, accept } = await paidOrder(ctx)
  const refund: typeof sandbox.refund = async () => ({ outcome: 'refused', reason: 'No.' })
  await refundOrder({ ...paymentCtx, gateway: { ...sandbox, refund } }, ordersOnSale, orderId)
  expect((await findOrder(db, orderId))?.state).toBe('paid')
  await actThere(ctx, { act: 'refund', attemptId, amountCents: cents })
  ctx.setNow(after(ctx.now(), 2 * hour))
  expect((await compare()).differences).toMatchObject([{ kind: 'refunded_there', attemptId }])
  expect(await accept()).toBe('refund')
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'refunded', refundedCents: cents })
  expect(await db.select({ state: refunds.state }).from(refunds)).toEqual([{ state: 'done' }])
  expect(await listOpenAlerts(db)).toEqual([])
  expect((await compare()).differences).toEqual([])
  expect(await findLedgerMismatches(db)).toEqual([])
})

test('what was given back there of a late charge is not taken from what the order was paid with', async ({
  db,
  ctx,
}) => {
  const { paymentCtx, sandbox, attemptId, orderId, compare, accept } = await paidOrder(
    ctx,
    'sandbox_silent_before',
  )
  await reconcilePayments(paymentCtx, ordersOnSale)
  await db.insert(sandboxCharges).values({
    attemptId,
    orderId,
    token: 'sandbox_approve',
    chargeRef: 'ch_late',
    amountCents: cents,
    status: 'captured',
    createdAt: ctx.now(),
  })
  await db.update(orders).set({ state: 'held', expiresAt: after(ctx.now(), hour) })
  await db
    .update(dropUnits)
    .set({ state: 'held', orderId, heldUntil: after(ctx.now(), hour) })
    .where(eq(dropUnits.number, 2))
  const [held] = await db.select().from(orders)
  await db
    .update(dropUnits)
    .set({ holdVersion: held?.holdVersion ?? 1 })
    .where(eq(dropUnits.number, 2))
  await payOrder(paymentCtx, ordersOnSale, orderId, reservationForm())
  expect((await findOrder(db, orderId))?.state).toBe('paid')
  const refund: typeof sandbox.refund = async () => ({ outcome: 'refused', reason: 'No.' })
  const refusing = { ...paymentCtx, gateway: { ...sandbox, refund } }
  const [late] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  if (late) await reconcileAttempt(refusing, ordersOnSale, late)
  ctx.setNow(after(ctx.now(), minute))
  await reconcileRefunds(refusing, ordersOnSale)
  await actThere(ctx, { act: 'void', attemptId })
  ctx.setNow(after(ctx.now(), 2 * hour))
  expect((await compare()).differences).toMatchObject([{ kind: 'voided_there', attemptId, orderId }])
  expect(await accept()).toBe('refund')
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'paid', refundedCents: 0 })
  expect(await db.select({ state: refunds.state }).from(refunds)).toEqual([{ state: 'done' }])
  expect((await compare()).differences).toEqual([])
  expect(await findLedgerMismatches(db)).toEqual([])
})

async function givenRefundThere(ctx: TestContext) {
  const paid = await paidOrder(ctx)
  await actThere(ctx, { act: 'refund', attemptId: paid.attemptId, amountCents: 2_500 })
  ctx.setNow(after(ctx.now(), 2 * hour))
  await paid.compare()
  return paid
}

test('of two people who accept a difference at the same moment one does', async ({ db, ctx }) => {
  const { orderId, accept } = await givenRefundThere(ctx)
  expect((await Promise.all([accept(), accept()])).toSorted()).toEqual(['no_such_difference', 'refund'])
  expect(await findOrder(db, orderId)).toMatchObject({ refundedCents: 2_500 })
})

test('a refund there of a charge that is not the order’s money is written off', async ({ db, ctx }) => {
  const { orderId, accept } = await givenRefundThere(ctx)
  await db.update(paymentAttempts).set({ isLate: true })
  expect(await accept()).toBe('write_off')
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'paid', refundedCents: 0 })
})
