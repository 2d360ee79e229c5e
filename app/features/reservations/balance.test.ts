import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { orderBalances } from '#app/ledger/ledger.server.ts'
import { due, givenAgreed } from '#test/world.ts'
import { test } from '#test/db.ts'
import { ordersOnSale, reservationForm } from '#test/shop.ts'
import { recordBalancePayment } from './balance-flows.server.ts'
import { releasableFrom } from './rules/balance.ts'
import { reservations } from './tables.ts'
import { remindOfBalances } from './jobs.server.ts'
import { closeReservation } from './store/close.server.ts'
import { withdrawBalance } from './store/balance.server.ts'

const change = { position: 0, by: 'sam', reason: 'Asked for it on the phone' }
const dueAt = new Date('2026-12-05T04:59:00Z')

describe('a request', () => {
  test('asks for price minus deposit and the tax on the whole price, and the buyer’s press holds it as long as every sale', async ({
    ctx,
  }) => {
    const { ask, open, balance, balanceOrder, orderId } = await givenAgreed(ctx)
    expect(await ask()).toMatchObject({ ok: true, isReplay: false })
    expect(await balance()).toMatchObject({
      state: 'open',
      orderId: null,
      priceCents: 249_900,
      depositCents: 10_000,
      amountCents: due.amountCents,
      taxCents: due.taxCents,
      taxLabel: 'Florida 6%, Miami-Dade 1%',
      dueAt,
      heldUntil: null,
      requestedBy: 'sam',
    })
    expect(await open()).toMatchObject({ ok: true })
    expect(await balance()).toMatchObject({ state: 'held' })
    expect(await balanceOrder()).toMatchObject({
      state: 'held',
      totalCents: due.totalCents,
      expiresAt: after(ctx.now(), 10 * minute),
      lines: [
        {
          kind: 'balance',
          unitCents: due.amountCents,
          taxCents: due.taxCents,
          stage: null,
        },
      ],
    })
    expect(ctx.queued.filter(({ job }) => job === 'mail-balance')).toMatchObject([
      { payload: { kind: 'requested' } },
    ])
    expect((await findOrder(ctx.db, orderId))?.state).toBe('paid')
  })

  test('repeated is one, and at another price it has to be withdrawn first', async ({ ctx }) => {
    const { ask, gates, balance, move } = await givenAgreed(ctx)
    await ask()
    expect(await ask()).toMatchObject({ ok: true, isReplay: true })
    await ctx.db.update(reservations).set({ priceCents: 260_000 })
    expect(await ask()).toEqual({ ok: false, why: 'balance_requested' })
    const { reservationId: orderId } = (await balance()) ?? { reservationId: '' }
    await transact(ctx, (work) => withdrawBalance(work, { orderId, ...change }))
    expect(await ask()).toMatchObject({ ok: true, balance: { amountCents: 250_000 } })
    await gates.balance.open()
    expect(await move('balance_paid')).toMatchObject({ ok: true })
  })

  test('needs an agreed price above the deposit, a place, and a day to come', async ({ ctx }) => {
    const { ask, gates, move, orderId } = await givenAgreed(ctx)
    await ctx.db.update(orders).set({ dealerKey: null }).where(eq(orders.id, orderId))
    expect(await ask({ county: null })).toEqual({ ok: false, why: 'county_unknown' })
    expect(await ask({ county: 'Nowhere' })).toEqual({ ok: false, why: 'county_unknown' })
    expect(await ask({ dueOn: '2026-11-19' })).toEqual({ ok: false, why: 'due_in_past' })
    expect(await ask({ position: 1 })).toEqual({ ok: false, why: 'not_paid' })
    await gates.balance.open()
    expect(await ask()).toEqual({ ok: false, why: 'nothing_due' })
    await gates.balance.close()
    await gates.agreement.close()
    expect(await ask()).toEqual({ ok: false, why: 'not_agreed' })
    await gates.agreement.open()
    await move('reserved', { backReason: 'Another variant' })
    expect(await ask()).toEqual({ ok: false, why: 'not_agreed' })
  })

  test('waits while the order is in review, and is neither paid nor released then', async ({ ctx }) => {
    const { ask, open, gates, balance, orderId, paymentCtx } = await givenAgreed(ctx)
    await gates.review.close()
    expect(await ask()).toEqual({ ok: false, why: 'balance_in_review' })
    await gates.review.open()
    expect(await ask()).toMatchObject({ ok: true })
    const opened = await open()
    if (!opened.ok) throw new Error(opened.why)
    await gates.review.close()
    expect(await open()).toEqual({ ok: false, why: 'balance_in_review' })
    // The checkout that the buyer opened before is still in their browser.
    const pay = () => payOrder(paymentCtx, ordersOnSale, opened.orderId, reservationForm())
    expect(await pay()).toEqual({ ok: false, why: 'balance_in_review' })
    expect(await balance()).toMatchObject({ state: 'held' })
    ctx.setNow(after(dueAt, 8 * day))
    ctx.queued.length = 0
    await transact(ctx, remindOfBalances)
    expect(ctx.queued).toEqual([])
    const unpaid = { orderId, position: 0, exit: 'unpaid' as const, note: 'No answer', by: 'sam' }
    expect(await transact(ctx, (work) => closeReservation(work, ordersOnSale, unpaid))).toEqual({
      ok: false,
      why: 'balance_in_review',
    })
    ctx.setNow(after(opened.balance.requestedAt, minute))
    await gates.review.open()
    expect(await pay()).toMatchObject({ ok: true, isPaid: true })
  })

  test('that staff received is recorded whatever the review says: the money is here', async ({ ctx }) => {
    const { ask, gates, orderId, paymentCtx } = await givenAgreed(ctx)
    await ask()
    await gates.review.close()
    const received = { orderId, position: 0, amountCents: due.totalCents, by: 'sam' }
    const check = { ...received, method: 'check' as const, reference: '1042' }
    expect(await recordBalancePayment(paymentCtx, check)).toMatchObject({ ok: true })
  })

  test('ends when the terms are opened again', async ({ ctx }) => {
    const { ask, move, balance, pay } = await givenAgreed(ctx)
    await ask()
    await move('reserved', { backReason: 'Another variant' })
    expect(await balance()).toMatchObject({ state: 'released' })
    expect(await pay()).toEqual({ ok: false, why: 'balance_ended' })
  })
})

describe('a payment', () => {
  test('pays it once, opens the gate, and is owed to the customer until the pick-up', async ({ ctx }) => {
    const { ask, pay, balance, balanceOrder, move, orderId } = await givenAgreed(ctx)
    await ask()
    expect(await move('balance_paid')).toMatchObject({ why: 'gates', gates: ['balance'] })
    expect(await pay()).toMatchObject({ ok: true, isPaid: true })
    expect(await pay()).toEqual({ ok: false, why: 'balance_paid' })
    const order = await balanceOrder()
    expect(order).toMatchObject({ state: 'paid', capturedCents: due.totalCents })
    expect(await balance()).toMatchObject({ state: 'paid', orderId: order?.id })
    expect(await orderBalances(ctx.db, order?.id ?? '')).toMatchObject([
      { account: 'balances', line: 0, amountCents: -due.amountCents },
      { account: 'sales_tax', line: 0, amountCents: -due.taxCents },
      { account: 'gateway:sandbox', amountCents: due.totalCents },
    ])
    for (const stage of [
      ...(['balance_paid', 'in_build', 'built', 'form3_filed', 'form3_approved', 'shipped'] as const),
      ...(['at_dealer', 'form4_filed', 'form4_approved', 'picked_up'] as const),
    ])
      expect(await move(stage)).toMatchObject({ ok: true })
    const earned = await orderBalances(ctx.db, order?.id ?? '')
    expect(earned).toContainEqual({ account: 'sales', line: 0, amountCents: -due.amountCents })
    expect(earned.some(({ account }) => account === 'balances')).toBe(false)
    expect(await orderBalances(ctx.db, orderId)).toContainEqual({
      account: 'sales',
      line: 0,
      amountCents: -10_000,
    })
  })

  test('declined leaves it due', async ({ ctx }) => {
    const { ask, pay, balance } = await givenAgreed(ctx)
    await ask()
    expect(await pay('sandbox_decline')).toMatchObject({ isPaid: false })
    expect(await balance()).toMatchObject({ state: 'held' })
    expect(await pay()).toMatchObject({ isPaid: true })
  })

  test('is possible through the days of grace, and by then no more', async ({ ctx }) => {
    const { ask, pay, open, balance, paymentCtx } = await givenAgreed(ctx)
    await ask()
    await open()
    ctx.setNow(after(dueAt, hour))
    await expireHolds(paymentCtx, ordersOnSale)
    expect(await balance()).toMatchObject({ state: 'open', orderId: null })
    ctx.setNow(after(releasableFrom(dueAt), -1))
    expect(await open()).toMatchObject({ ok: true })
    ctx.setNow(after(releasableFrom(dueAt), hour))
    expect(await pay()).toEqual({ ok: false, why: 'balance_overdue' })
  })

  test('whose order the buyer canceled can be opened again', async ({ ctx }) => {
    const { ask, pay, open } = await givenAgreed(ctx)
    await ask()
    const opened = await open()
    if (!opened.ok) throw new Error(opened.why)
    await transact(ctx, (work) => cancelHold(work, ordersOnSale, opened.orderId))
    expect(await pay()).toMatchObject({ isPaid: true })
  })

  test('that two orders begin is taken once', async ({ ctx }) => {
    const { ask, open, paymentCtx } = await givenAgreed(ctx)
    await ask()
    const [one, other] = [await open(), await open()]
    if (!one.ok || !other.ok) throw new Error('not open')
    expect(one.orderId).toBe(other.orderId)
    const paid = await Promise.all(
      [one, other].map(({ orderId }) => payOrder(paymentCtx, ordersOnSale, orderId, reservationForm())),
    )
    expect(paid.filter((each) => each.ok && each.isPaid)).toHaveLength(1)
  })
})
