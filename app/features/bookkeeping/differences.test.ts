import { describe, expect, onTestFinished } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { reconcilePayments } from '#app/features/payments/flows.server.ts'
import { reconcileRefunds, refundOrder } from '#app/features/refunds/flows.server.ts'
import { findLedgerMismatches } from '#app/features/orders/store/ledger.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { accountBalances } from '#app/ledger/ledger.server.ts'
import { GatewayTimeout } from '#app/gateway/gateway.ts'
import { sandboxCharges, sandboxRefunds } from '#app/gateway/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { actThere } from '#test/sandbox-acts.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { createAuthorizeNetGateway } from '#app/gateway/authorize-net/gateway.server.ts'
import { openStandIn, patienceMs } from '#test/authorize-net/stand-in.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { bookkeepingJobs, compareWithGateway, listOpenDifferences } from './differences.server.ts'
import { paidOrder } from '#test/world.ts'

const cents = 10_000
const balance = async (ctx: TestContext, account: string) =>
  (await accountBalances(ctx.db)).find((each) => each.account === account)?.amountCents ?? 0

test('books that agree raise nothing, whether the answer came at once, late, or the money went back', async ({
  db,
  ctx,
}) => {
  const { paymentCtx, orderId, compare } = await paidOrder(ctx, 'sandbox_silent_after')
  await reconcilePayments(paymentCtx, ordersOnSale)
  ctx.setNow(after(ctx.now(), 2 * hour))
  expect(await compare()).toEqual({ compared: 1, differences: [] })
  await refundOrder(paymentCtx, ordersOnSale, orderId, { amountCents: 4_000 })
  await refundOrder(paymentCtx, ordersOnSale, orderId)
  ctx.setNow(after(ctx.now(), 2 * hour))
  expect(await compare()).toEqual({ compared: 3, differences: [] })
  expect(await listOpenAlerts(db)).toEqual([])
  expect(await findLedgerMismatches(db)).toEqual([])
  expect(await balance(ctx, 'gateway:sandbox')).toBe(0)
})

test('what is younger than an hour is left for the next comparison', async ({ ctx }) => {
  const { attemptId, compare } = await paidOrder(ctx)
  await actThere(ctx, { act: 'refund', attemptId, amountCents: 100 })
  expect((await compare()).differences).toEqual([])
  ctx.setNow(after(ctx.now(), hour + minute))
  expect((await compare()).differences).toMatchObject([{ kind: 'refunded_there' }])
})

describe('made at the processor', () => {
  test('a void is found, alerted once, and accepted as a refund of the whole order', async ({ db, ctx }) => {
    const { attemptId, orderId, compare, accept } = await paidOrder(ctx)
    await actThere(ctx, { act: 'void', attemptId })
    const difference = { kind: 'voided_there', orderId, attemptId, gatewayCents: 0, ledgerCents: cents }
    expect((await compare()).differences).toMatchObject([difference])
    await compare()
    expect(await listOpenAlerts(db)).toMatchObject([
      {
        kind: 'gateway_difference',
        count: 1,
        detail: expect.stringContaining(`Order ${orderId}: The charge of $100`),
      },
    ])
    expect((await findOrder(db, orderId))?.state, 'nothing is rewritten').toBe('paid')

    expect(await accept()).toBe('refund')
    expect(await findOrder(db, orderId)).toMatchObject({ state: 'refunded', refundedCents: cents })
    expect(await listOpenAlerts(db)).toEqual([])
    expect(await listOpenDifferences(db)).toEqual([])
    expect((await compare()).differences).toEqual([])
    expect(await findLedgerMismatches(db)).toEqual([])
    expect(await balance(ctx, 'gateway:sandbox')).toBe(0)
  })

  test('a refund of a part is found with its order, and accepted as one', async ({ db, ctx }) => {
    const { attemptId, orderId, compare, accept } = await paidOrder(ctx)
    await actThere(ctx, { act: 'refund', attemptId, amountCents: 2_500 })
    ctx.setNow(after(ctx.now(), 2 * hour))
    const difference = { kind: 'refunded_there', orderId, attemptId, gatewayCents: 2_500, ledgerCents: 0 }
    expect((await compare()).differences).toMatchObject([difference])
    expect(await accept()).toBe('refund')
    expect(await findOrder(db, orderId)).toMatchObject({ state: 'part_refunded', refundedCents: 2_500 })
    expect((await compare()).differences).toEqual([])
    expect(await findLedgerMismatches(db)).toEqual([])
  })

  test('a chargeback is found, and accepted as a loss without a change of the order', async ({ db, ctx }) => {
    const { attemptId, orderId, compare, accept } = await paidOrder(ctx)
    await actThere(ctx, { act: 'charge back', attemptId })
    expect((await compare()).differences).toMatchObject([{ kind: 'charged_back', orderId }])
    expect(await accept()).toBe('chargeback')
    expect((await findOrder(db, orderId))?.state).toBe('paid')
    expect(await balance(ctx, 'chargebacks')).toBe(cents)
    expect(await balance(ctx, 'gateway:sandbox')).toBe(0)
    expect((await compare()).differences).toEqual([])
    expect(await findLedgerMismatches(db)).toEqual([])

    await actThere(ctx, { act: 'reverse', attemptId })
    expect((await compare()).differences).toMatchObject([{ kind: 'chargeback_reversed', orderId }])
    expect(await accept()).toBe('chargeback_reversed')
    expect(await balance(ctx, 'chargebacks')).toBe(0)
    expect((await compare()).differences).toEqual([])
  })

  test('a refund of more than the order has left is written off', async ({ db, ctx }) => {
    const { paymentCtx, attemptId, orderId, compare, accept } = await paidOrder(ctx)
    await actThere(ctx, { act: 'refund', attemptId, amountCents: 2_500 })
    ctx.setNow(after(ctx.now(), 2 * hour))
    await compare()
    // The books of the processor forget it, so that it lets the whole go back beside it.
    await db.update(sandboxCharges).set({ refundedCents: 0 })
    await refundOrder(paymentCtx, ordersOnSale, orderId)
    expect(await accept()).toBe('write_off')
    expect(await balance(ctx, 'write_off')).toBe(2_500)
    expect(await balance(ctx, 'gateway:sandbox')).toBe(-2_500)
    expect((await compare()).differences).toEqual([])
    expect(await findLedgerMismatches(db)).toEqual([])
  })

  test('a charge that is not the shop’s is owed to its payer', async ({ ctx }) => {
    const { compare, accept } = await paidOrder(ctx)
    await actThere(ctx, { act: 'charge', amountCents: 777 })
    ctx.setNow(after(ctx.now(), 2 * hour))
    expect((await compare()).differences).toMatchObject([{ kind: 'unknown_charge', gatewayCents: 777 }])
    expect(await accept()).toBe('unknown_charge')
    expect(await balance(ctx, 'customer_unallocated')).toBe(-777)
    expect((await compare()).differences).toEqual([])
  })
})

describe('in one of the books alone', () => {
  test('a charge of an attempt that was recorded as declined is found and refunded', async ({ db, ctx }) => {
    const { paymentCtx, compare } = await paidOrder(ctx, 'sandbox_decline')
    await db.update(sandboxCharges).set({ status: 'captured', reason: null })
    expect(await compare()).toMatchObject({ compared: 1, differences: [] })
    expect(await listOpenAlerts(db)).toMatchObject([{ kind: 'late_charge' }])
    ctx.setNow(after(ctx.now(), minute))
    await reconcileRefunds(paymentCtx, ordersOnSale)
    expect(await db.select().from(sandboxRefunds)).toMatchObject([{ amountCents: cents }])
    ctx.setNow(after(ctx.now(), 2 * hour))
    expect((await compare()).differences).toEqual([])
    expect(await balance(ctx, 'customer_unallocated')).toBe(0)
    expect(await findLedgerMismatches(db)).toEqual([])
  })

  test('a charge that the gateway does not have is missing until it has it, or it is written off', async ({
    db,
    ctx,
  }) => {
    const { orderId, attemptId, compare, accept } = await paidOrder(ctx)
    const [charge] = await db.delete(sandboxCharges).returning()
    const missing = { kind: 'missing_charge', orderId, attemptId, gatewayCents: 0, ledgerCents: cents }
    expect((await compare()).differences).toMatchObject([missing])
    if (charge) await db.insert(sandboxCharges).values(charge)
    expect((await compare()).differences).toEqual([])
    expect(await listOpenDifferences(db)).toEqual([])
    expect(await listOpenAlerts(db)).toEqual([])
    await db.delete(sandboxCharges)
    await compare()
    expect(await accept()).toBe('write_off')
    expect(await balance(ctx, 'write_off')).toBe(cents)
    expect((await compare()).differences).toEqual([])
  })

  test('a refund that the gateway does not have is missing, and accepting it adds the amount it did not refund', async ({
    db,
    ctx,
  }) => {
    const { paymentCtx, orderId, compare, accept } = await paidOrder(ctx)
    await refundOrder(paymentCtx, ordersOnSale, orderId, { amountCents: 3_000 })
    ctx.setNow(after(ctx.now(), 2 * hour))
    await db.delete(sandboxRefunds)
    expect((await compare()).differences).toMatchObject([
      { kind: 'missing_refund', orderId, ledgerCents: 3_000 },
    ])
    expect(await accept()).toBe('write_off')
    expect(await balance(ctx, 'gateway:sandbox')).toBe(cents)
    expect((await compare()).differences).toEqual([])
  })

  test('amounts that differ are found and written off, more and less', async ({ db, ctx }) => {
    const { compare, accept } = await paidOrder(ctx)
    await db.update(sandboxCharges).set({ amountCents: 9_000 })
    const differs = { kind: 'amount_differs', gatewayCents: 9_000, ledgerCents: cents }
    expect((await compare()).differences).toMatchObject([differs])
    expect(await accept()).toBe('write_off')
    expect(await balance(ctx, 'gateway:sandbox')).toBe(9_000)
    expect((await compare()).differences).toEqual([])
  })

  test('a charge made long before the shop learned of it is looked up by its own id', async ({ ctx }) => {
    const { paymentCtx, sandbox, attemptId, compare } = await paidOrder(ctx, 'sandbox_review')
    ctx.setNow(after(ctx.now(), 40 * day))
    await sandbox.settleReview?.(attemptId, 'captured')
    await reconcilePayments(paymentCtx, ordersOnSale)
    expect(await balance(ctx, 'gateway:sandbox')).toBe(cents)
    ctx.setNow(after(ctx.now(), 2 * hour))
    expect(await compare()).toEqual({ compared: 0, differences: [] })
  })
})

test('an unreachable gateway changes nothing: open differences stay open', async ({ db, ctx }) => {
  const { paymentCtx, attemptId, compare } = await paidOrder(ctx)
  await actThere(ctx, { act: 'charge back', attemptId })
  await compare()
  const listTransactions = () => Promise.reject(new GatewayTimeout('Away.'))
  const away = { ...paymentCtx, gateway: { ...paymentCtx.gateway, listTransactions } }
  await expect(compareWithGateway(away, ordersOnSale)).rejects.toBeInstanceOf(GatewayTimeout)
  expect(await listOpenDifferences(db)).toHaveLength(1)
})

test('at Authorize.Net a charge that the shop voided is its own refund, in the list and after it', async ({
  ctx,
}) => {
  const { account, books, close } = await openStandIn(ctx.now)
  onTestFinished(close)
  await givenDrop(ctx.db)
  const log = { info() {}, warn() {}, error() {} } as never
  const gateway = createAuthorizeNetGateway({ account, timeoutMs: patienceMs, log, now: ctx.now })
  const paymentCtx = { ...givenPaymentContext(ctx), gateway }
  const { orderId } = await heldOrder(givenShop(ctx))
  await payOrder(
    paymentCtx,
    ordersOnSale,
    orderId,
    reservationForm({ paymentToken: books.issueToken('approve') }),
  )
  await refundOrder(paymentCtx, ordersOnSale, orderId)
  expect((await findOrder(ctx.db, orderId))?.state).toBe('refunded')
  ctx.setNow(after(ctx.now(), 2 * hour))
  expect(await compareWithGateway(paymentCtx, ordersOnSale)).toEqual({ compared: 1, differences: [] })
  const unlisted = { ...paymentCtx, gateway: { ...gateway, listTransactions: async () => [] } }
  expect((await compareWithGateway(unlisted, ordersOnSale)).differences).toEqual([])
})

test('every day the books are compared, and totals that the ledger does not confirm raise an alert until they agree', async ({
  db,
  ctx,
}) => {
  const { paymentCtx, orderId } = await paidOrder(ctx)
  const shop = { ...paymentCtx, ...givenShop(ctx) }
  const jobs = bookkeepingJobs(ordersOnSale)
  const run = async () => {
    for (const job of jobs) await job.run(shop, {})
  }
  expect(jobs.map(({ every }) => every)).not.toContain(undefined)
  await run()
  expect(await listOpenAlerts(db)).toEqual([])
  const refundedCents = (cents: number) => db.update(orders).set({ refundedCents: cents })
  await refundedCents(5)
  await run()
  expect(await listOpenAlerts(db)).toMatchObject([
    {
      kind: 'ledger_mismatch',
      subject: orderId,
      detail: 'The order shows $0.05 as refunded, the ledger says $0.',
    },
  ])
  await refundedCents(0)
  await run()
  expect(await listOpenAlerts(db)).toEqual([])
})
