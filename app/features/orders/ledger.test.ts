import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { orderBalances } from '#app/ledger/ledger.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { sellables } from '#app/sellables.server.ts'
import type { Account } from '#app/ledger/postings.ts'
import type { Fulfillment, SellableKind } from './goods.ts'
import { stages } from './rules.ts'
import { type Order, type SellableLine, sellableOf } from './store/lines.server.ts'
import { markDelivered, moveStage } from './store/stage.server.ts'
import { findLedgerMismatches, fulfillmentValues } from './store/ledger.server.ts'
import { orderLines } from './tables.ts'

async function reserved(ctx: TestContext) {
  await givenDrop(ctx.db)
  const paymentCtx = givenPaymentContext(ctx)
  const { orderId } = await heldOrder(givenShop(ctx))
  await payOrder(paymentCtx, ordersOnSale, orderId, reservationForm())
  const balances = async () =>
    Object.fromEntries((await orderBalances(ctx.db, orderId)).map((each) => [each.account, each.amountCents]))
  return { paymentCtx, orderId, balances }
}

test('a deposit is a liability until the transfer, and refundable after it', async ({ db, ctx }) => {
  const { paymentCtx, orderId, balances } = await reserved(ctx)
  for (const stage of stages.slice(1)) {
    expect(await balances()).toEqual({ 'gateway:sandbox': 10_000, deposits: -10_000 })
    await transact(ctx, (work) => moveStage(work, ordersOnSale, orderId, stage))
  }
  expect(await balances()).toEqual({ 'gateway:sandbox': 10_000, sales: -10_000 })
  await refundOrder(paymentCtx, ordersOnSale, orderId, { amountCents: 4_000 })
  expect(await balances()).toEqual({ 'gateway:sandbox': 6_000, sales: -6_000 })
  expect(await findLedgerMismatches(db)).toEqual([])
})

test('a class is earned when attended, not when it was refunded before', async ({ db, ctx }) => {
  const { paymentCtx, orderId, balances } = await reserved(ctx)
  await db
    .update(orderLines)
    .set({ fulfillment: 'in_person', stage: null })
    .where(eq(orderLines.orderId, orderId))
  await refundOrder(paymentCtx, ordersOnSale, orderId, { amountCents: 4_000 })
  await transact(ctx, (work) => markDelivered(work, orderId, 0))
  await transact(ctx, (work) => markDelivered(work, orderId, 0))
  expect(await balances()).toEqual({ 'gateway:sandbox': 6_000, sales: -6_000 })
  expect(await findLedgerMismatches(db)).toEqual([])
})

test('totals that differ from the ledger are found', async ({ db, ctx }) => {
  const { orderId } = await reserved(ctx)
  await db.update(orderLines).set({ refundedCents: 7 })
  expect(await findLedgerMismatches(db)).toEqual([
    { orderId, total: 'refunded of line 0', shownCents: 7, ledgerCents: 0 },
  ])
})

const accountOf: Record<SellableKind, [Fulfillment, Account]> = {
  drop_unit: ['ffl_transfer', 'deposits'],
  build_slot: ['ffl_transfer', 'deposits'],
  course_seat: ['in_person', 'deposits'],
  balance: ['with_reservation', 'balances'],
  class_balance: ['in_person', 'balances'],
  patch: ['shipping', 'sales'],
  accessory: ['shipping', 'sales'],
  trust_pack: ['digital', 'sales'],
}

test('deposits, balances and sales are posted to their accounts, whatever is sold', () => {
  const kinds = Object.keys(accountOf) as SellableKind[]
  const lines = kinds.map((kind, position) => {
    const [fulfillment] = accountOf[kind]
    const line = { position, kind, unitCents: 1_000, quantity: 2, taxCents: 0, fulfillment }
    return { line, sellable: sellableOf(sellables, kind), ref: {} } as unknown as SellableLine
  })
  const order = { id: 'ABC', shippingCents: 0, shippingTaxCents: 0 } as Order
  const entries = JSON.parse(fulfillmentValues(order, lines).entries) as object[]
  expect(entries).toEqual([
    { account: 'customer_unallocated', line: null, cents: 2_000 * kinds.length },
    ...kinds.map((kind, line) => ({ account: accountOf[kind][1], line, cents: -2_000 })),
  ])
})
