import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { listRefunds, findOrder } from '#app/features/orders/store/read.server.ts'
import { reconcilePayments } from '#app/features/payments/flows.server.ts'
import { reconcileRefunds, refundOwnLines, recordPayout } from '#app/features/refunds/flows.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { orderBalances } from '#app/ledger/ledger.server.ts'
import { due, givenAgreed } from '#test/world.ts'
import { type TestContext, test } from '#test/db.ts'
import { ordersOnSale, reservationForm } from '#test/shop.ts'
import { dyingByHand, ProcessDied } from '#test/dying.ts'
import { recordBalancePayment } from './balance-flows.server.ts'

const dueAt = new Date('2026-12-05T04:59:00Z')

async function given(ctx: TestContext) {
  const agreed = await givenAgreed(ctx)
  await agreed.ask()
  const { paymentCtx, orderId } = agreed
  const notes: string[] = []
  const record = (
    more: Partial<Parameters<typeof recordBalancePayment>[1]> = {},
    shop: PaymentContext = paymentCtx,
  ) =>
    recordBalancePayment(
      shop,
      {
        orderId,
        position: 0,
        amountCents: due.totalCents,
        method: 'check',
        reference: '1042',
        by: 'sam',
        ...more,
      },
      async (task) => {
        const done = await transact(shop, task)
        if (done.ok) notes.push('noted')
        return done
      },
    )
  return { ...agreed, record, notes }
}

test('a check pays a balance at once, under its reference, in a shop that takes cards', async ({ ctx }) => {
  const { record, notes, balance, balanceOrder, move } = await given(ctx)
  expect(await record()).toMatchObject({ ok: true })
  expect(notes).toEqual(['noted'])
  const order = await balanceOrder()
  expect(order).toMatchObject({
    state: 'paid',
    capturedCents: due.totalCents,
    buyerEmail: 'buyer@example.com',
    attestedAt: null,
    attestation: null,
  })
  expect(await balance()).toMatchObject({ state: 'paid' })
  expect(await orderBalances(ctx.db, order?.id ?? '')).toContainEqual({
    account: 'gateway:manual',
    line: null,
    amountCents: due.totalCents,
  })
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, order?.id ?? ''))
  expect(attempt).toMatchObject({ gateway: 'manual', state: 'captured' })
  expect(await record()).toEqual({ ok: false, why: 'balance_paid' })
  expect(await move('balance_paid')).toMatchObject({ ok: true })
})

test('only all of it can be recorded, and nothing that is being paid by card', async ({ ctx }) => {
  const { record, notes, pay } = await given(ctx)
  expect(await record({ amountCents: due.totalCents - 1 })).toEqual({ ok: false, why: 'amount_differs' })
  expect(await record({ amountCents: due.amountCents })).toEqual({ ok: false, why: 'amount_differs' })
  expect(await record({ position: 1 })).toEqual({ ok: false, why: 'balance_not_found' })
  await pay('sandbox_review')
  expect(await record()).toEqual({ ok: false, why: 'payment_under_way' })
  expect(notes).toEqual([])
})

test('money that came after the days of grace can still be recorded', async ({ ctx }) => {
  const { record, paymentCtx, open, balance } = await given(ctx)
  ctx.setNow(after(dueAt, 30 * day))
  await expireHolds(paymentCtx, ordersOnSale)
  expect(await open()).toEqual({ ok: false, why: 'balance_overdue' })
  expect(await record()).toMatchObject({ ok: true })
  expect(await balance()).toMatchObject({ state: 'paid' })
})

test('an interrupted record continues where it stopped', async ({ ctx }) => {
  const { record, paymentCtx, balance } = await given(ctx)
  let isDead = true
  const db = new Proxy(paymentCtx.db, {
    get(target, name, receiver) {
      // The gateway for money by hand is the first to insert outside a transaction.
      if (isDead && name === 'insert') throw new Error('died')
      return Reflect.get(target, name, receiver) as unknown
    },
  })
  await expect(record({}, { ...paymentCtx, db })).rejects.toThrow('died')
  isDead = false
  expect(await record()).toMatchObject({ ok: true })
  expect(await balance()).toMatchObject({ state: 'paid' })
})

test('a record that nobody took up again is given up, and its balance can be paid by card', async ({
  ctx,
}) => {
  const { record, paymentCtx, balance, pay } = await given(ctx)
  await expect(record({}, dyingByHand(paymentCtx, { isAfter: true }))).rejects.toThrow(ProcessDied)
  expect(await pay()).toMatchObject({ ok: false, why: 'already_paying' })
  ctx.setNow(after(ctx.now(), 3 * minute))
  await reconcilePayments(paymentCtx, ordersOnSale)
  expect(ctx.queued.map(({ job }) => job)).not.toContain('mail-payment-failed')
  expect(await pay()).toMatchObject({ ok: true, isPaid: true })
  expect(await balance()).toMatchObject({ state: 'paid' })
})

test('money that is here is recorded while a review holds the balance', async ({ ctx }) => {
  const { record, gates, open } = await given(ctx)
  await gates.review.close()
  expect(await open()).toEqual({ ok: false, why: 'balance_in_review' })
  expect(await record()).toMatchObject({ ok: true })
})

test('what came by check goes back by hand, beside the deposit on its card', async ({ ctx }) => {
  const { record, paymentCtx, orderId, balance } = await given(ctx)
  await record()
  const paidBy = (await balance())?.orderId ?? ''
  await refundOwnLines(paymentCtx, ordersOnSale, orderId, [0])
  ctx.setNow(after(ctx.now(), hour))
  await reconcileRefunds(paymentCtx, ordersOnSale)
  expect((await findOrder(ctx.db, orderId))?.lines[0]).toMatchObject({ stage: 'refunded' })
  const [refund] = await listRefunds(ctx.db, paidBy)
  expect(refund).toMatchObject({ state: 'started', amountCents: due.totalCents, gateway: 'manual' })
  const paid = await recordPayout(
    paymentCtx,
    ordersOnSale,
    { orderId: paidBy, id: refund?.id ?? '' },
    {
      method: 'check',
      reference: '77',
    },
  )
  expect(paid).toEqual({ ok: true })
  expect(await findOrder(ctx.db, paidBy)).toMatchObject({ state: 'refunded' })
  expect(await balance()).toMatchObject({ state: 'released' })
})

test('an invoice of a balance is due when the balance is, and closing it leaves the balance due', async ({
  ctx,
}) => {
  const { open, record, balance, paymentCtx } = await given(ctx)
  const gateway = createManualGateway({
    db: ctx.db,
    now: ctx.now,
    payTo: 'By wire',
    dueDays: 7,
    holdHours: 24,
  })
  const shop = { ...paymentCtx, gateway }
  const opened = await open()
  if (!opened.ok) throw new Error(opened.why)
  await payOrder(shop, ordersOnSale, opened.orderId, reservationForm({ paymentToken: 'invoice' }))
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, opened.orderId))
  expect((await gateway.findInvoice(attempt?.id ?? ''))?.dueAt).toEqual(dueAt)
  expect(await record({}, shop)).toMatchObject({ ok: true, balanceOrderId: opened.orderId })
  expect(await balance()).toMatchObject({ state: 'paid' })
})
