import { expect } from 'vitest'
import { listOrderTransactions } from '#app/ledger/ledger.server.ts'
import { moneyRows, sumOf } from '#app/ledger/order-rows.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenPaid } from '#test/world.ts'

const shown = async (ctx: TestContext, orderId: string) => {
  const order = await findOrder(ctx.db, orderId)
  const lines = (order?.lines ?? []).map(({ position, title, stage }) => ({
    position,
    title,
    isDeposit: stage !== null,
  }))
  return moneyRows(await listOrderTransactions(ctx.db, [orderId]), () => lines)
}

test('the parts of an order add up to its payment', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  const rows = await shown(ctx, orderId)
  expect(rows.map(({ words, cents }) => [words, cents])).toEqual([
    ['Deposit, Test Drop', 10_000],
    ['Piece', 3_998],
    ['Shipping', 995],
    ['Sales tax', 350],
  ])
})

test('after refunds the rows add up to what the shop holds', async ({ ctx }) => {
  const { orderId, give, order } = await givenPaid(ctx)
  await give({ position: 1 })
  await give({ amountCents: 2_500 })
  const rows = await shown(ctx, orderId)
  const { capturedCents = 0, refundedCents = 0 } = (await order()) ?? {}
  expect(refundedCents).toBeGreaterThan(2_500)
  expect(sumOf(rows)).toBe(capturedCents - refundedCents)
  expect(rows.filter(({ words }) => words === 'Refund to the card')).toHaveLength(2)
})
