import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import { reconcilePayments } from '#app/features/payments/flows.server.ts'
import { refundOrder, refundOwnLines, reconcileRefunds } from '#app/features/refunds/flows.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { due, givenAgreed } from '#test/world.ts'
import { test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { withdrawBalance } from './store/balance.server.ts'
import { closeReservation } from './store/close.server.ts'
import { reservations } from './tables.ts'

describe('a refund of the reservation', () => {
  test('covers deposit and balance side by side', async ({ ctx }) => {
    const { ask, pay, balance, paymentCtx, orderId } = await givenAgreed(ctx)
    await ask()
    await pay()
    const paidBy = (await balance())?.orderId ?? ''
    expect(await refundOwnLines(paymentCtx, ordersOnSale, orderId, [0])).toMatchObject({ ok: true })
    ctx.setNow(after(ctx.now(), hour))
    await reconcileRefunds(paymentCtx, ordersOnSale)
    expect(await findOrder(ctx.db, paidBy)).toMatchObject({
      state: 'refunded',
      refundedCents: due.totalCents,
    })
    expect(await balance()).toMatchObject({ state: 'released', orderId: paidBy })
    expect((await findOrder(ctx.db, orderId))?.lines[0]).toMatchObject({ stage: 'refunded' })
  })

  test('ends due balances, and a payment in progress is refunded when it arrives', async ({ ctx }) => {
    const { ask, pay, balance, paymentCtx, orderId } = await givenAgreed(ctx)
    await ask()
    await pay('sandbox_review')
    const paidBy = (await balance())?.orderId ?? ''
    await refundOwnLines(paymentCtx, ordersOnSale, orderId, [0])
    expect(await balance()).toMatchObject({ state: 'released' })
    const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, paidBy))
    await paymentCtx.gateway.settleReview?.(attempt?.id ?? '', 'captured')
    ctx.setNow(after(ctx.now(), hour))
    await reconcilePayments(paymentCtx, ordersOnSale)
    ctx.setNow(after(ctx.now(), hour))
    await reconcileRefunds(paymentCtx, ordersOnSale)
    expect(await findOrder(ctx.db, paidBy)).toMatchObject({
      state: 'refunded',
      refundedCents: due.totalCents,
    })
    expect(await balance()).toMatchObject({ state: 'released' })
  })

  test('that is refused leaves the balance due as it was', async ({ ctx }) => {
    const { ask, pay, balance, paymentCtx, scripted, orderId } = await givenAgreed(ctx)
    await ask()
    const before = await balance()
    scripted.next('refused')
    await refundOwnLines(paymentCtx, ordersOnSale, orderId, [0])
    expect(await balance()).toEqual(before)
    expect((await listEvents(ctx.db, orderId)).at(-2)).toMatchObject({
      kind: 'balance_reopened',
      data: { line: 0, amountCents: due.totalCents },
    })
    expect(await pay()).toMatchObject({ isPaid: true })
  })

  test('that is refused keeps a paid balance refunded, and says so', async ({ ctx }) => {
    const { ask, pay, balance, paymentCtx, scripted, orderId } = await givenAgreed(ctx)
    await ask()
    await pay()
    scripted.next('refused')
    await refundOwnLines(paymentCtx, ordersOnSale, orderId, [0])
    scripted.next('refunded')
    await reconcileRefunds(paymentCtx, ordersOnSale)
    expect(await balance()).toMatchObject({ state: 'released' })
    const kinds = (await listEvents(ctx.db, orderId)).map(({ kind }) => kind)
    expect(kinds).toContain('balance_stays_refunded')
    expect(kinds).not.toContain('balance_reopened')
    expect(await ask()).toMatchObject({ ok: true, isReplay: false })
  })

  test('that is refused after the balance went back says so, too', async ({ ctx }) => {
    const { ask, pay, balance, paymentCtx, scripted, orderId } = await givenAgreed(ctx)
    await ask()
    await pay()
    scripted.next('pending')
    await refundOwnLines(paymentCtx, ordersOnSale, orderId, [0])
    scripted.next('refunded')
    await reconcileRefunds(paymentCtx, ordersOnSale)
    expect(await balance()).toMatchObject({ state: 'released' })
    ctx.setNow(after(ctx.now(), hour))
    scripted.next('refused')
    await reconcileRefunds(paymentCtx, ordersOnSale)
    const kinds = (await listEvents(ctx.db, orderId)).map(({ kind }) => kind)
    expect(kinds).toContain('balance_stays_refunded')
    expect(kinds).not.toContain('balance_reopened')
  })

  test('that is refused reopens no balance that staff withdrew before', async ({ ctx }) => {
    const { ask, balance, paymentCtx, scripted, orderId } = await givenAgreed(ctx)
    const reason = 'Asked for it on the phone'
    await ask()
    await transact(ctx, (work) => withdrawBalance(work, { orderId, position: 0, by: 'sam', reason }))
    scripted.next('refused')
    await refundOwnLines(paymentCtx, ordersOnSale, orderId, [0])
    expect(await balance()).toMatchObject({ state: 'released', reason })
  })

  test('that staff ended it by reopens no balance when it is refused', async ({ ctx }) => {
    const { ask, balance, paymentCtx, scripted, orderId } = await givenAgreed(ctx)
    await ask()
    const closing = { orderId, position: 0, exit: 'cannot_build' as const, note: 'No barrels', by: 'sam' }
    expect(await transact(ctx, (work) => closeReservation(work, ordersOnSale, closing))).toMatchObject({
      ok: true,
    })
    scripted.next('refused')
    await reconcileRefunds(paymentCtx, ordersOnSale)
    expect(await balance()).toMatchObject({ state: 'released', reason: 'Refunded with its reservation' })
  })

  test('that raises the price is not covered by what was paid', async ({ ctx }) => {
    const { ask, pay, move } = await givenAgreed(ctx)
    await ask()
    await pay()
    await ctx.db.update(reservations).set({ priceCents: 249_901 })
    expect(await move('balance_paid')).toMatchObject({ why: 'gates', gates: ['balance'] })
    await ctx.db.update(reservations).set({ priceCents: 249_900 })
    expect(await move('balance_paid')).toMatchObject({ ok: true })
  })

  test('of the balance alone closes the gate again', async ({ ctx }) => {
    const { ask, pay, balance, paymentCtx, move } = await givenAgreed(ctx)
    await ask()
    await pay()
    const paidBy = (await balance())?.orderId ?? ''
    await refundOrder(paymentCtx, ordersOnSale, paidBy, 'all')
    expect(await balance()).toMatchObject({ state: 'released' })
    expect(await move('balance_paid')).toMatchObject({ why: 'gates', gates: ['balance'] })
    expect(await ask()).toMatchObject({ ok: true, isReplay: false })
  })
})
