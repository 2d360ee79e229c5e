import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { transact } from '#app/db/work.server.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { reconcileRefunds } from '#app/features/refunds/flows.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { givenAgreed, releaseUnpaid } from '#test/world.ts'
import { shopZone } from '#test/moment.ts'
import { test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { balances } from './tables.ts'
import { releasableFrom } from './rules/balance.ts'
import { findExit } from './store/close.server.ts'
import { extendBalance, waiveBalance } from './store/balance.server.ts'
import { remindOfBalances, watchUnpaidBalances } from './jobs.server.ts'

const change = { position: 0, by: 'sam', reason: 'Asked for it on the phone' }
const dueAt = new Date('2026-12-05T04:59:00Z')

describe('staff', () => {
  test('extend the due date', async ({ ctx }) => {
    const { ask, balance, orderId } = await givenAgreed(ctx)
    await ask()
    const until = { orderId, ...change, dueOn: '2026-12-20' }
    expect(await transact(ctx, (work) => extendBalance(work, until, shopZone))).toMatchObject({ ok: true })
    const at = new Date('2026-12-21T04:59:00Z')
    expect(await balance()).toMatchObject({ dueAt: at, state: 'open' })
    expect(
      await transact(ctx, (work) => extendBalance(work, { ...until, dueOn: '2026-11-01' }, shopZone)),
    ).toEqual({ ok: false, why: 'due_in_past' })
    expect(await transact(ctx, (work) => extendBalance(work, { ...until, reason: ' ' }, shopZone))).toEqual({
      ok: false,
      why: 'reason_needed',
    })
  })

  test('waive it with a reason: the gate opens, and nobody can pay it', async ({ ctx }) => {
    const { ask, open, pay, balance, balanceOrder, move, orderId } = await givenAgreed(ctx)
    await ask()
    await open()
    const held = (await balanceOrder())?.id ?? ''
    const waive = (reason: string) =>
      transact(ctx, (work) => waiveBalance(work, { orderId, ...change, reason }))
    expect(await waive('')).toEqual({ ok: false, why: 'reason_needed' })
    expect(await waive('Our mistake')).toMatchObject({ ok: true })
    expect(await balance()).toMatchObject({ state: 'waived', reason: 'Our mistake', endedBy: 'sam' })
    expect((await findOrder(ctx.db, held))?.state).toBe('canceled')
    expect(await pay()).toEqual({ ok: false, why: 'balance_waived' })
    expect(await ask()).toEqual({ ok: false, why: 'balance_waived' })
    const longer = { orderId, ...change, dueOn: '2026-12-20' }
    expect(await transact(ctx, (work) => extendBalance(work, longer, shopZone))).toEqual({
      ok: false,
      why: 'balance_ended',
    })
    expect(await move('balance_paid')).toMatchObject({ ok: true })
  })

  test('never release for want of a balance that was waived or paid', async ({ ctx }) => {
    const { ask, pay, orderId } = await givenAgreed(ctx)
    const release = () => releaseUnpaid(ctx, orderId)
    await ask()
    await pay()
    ctx.setNow(after(dueAt, 8 * day))
    expect(await release()).toEqual({ ok: false, why: 'balance_paid' })
    await ctx.db.update(balances).set({ state: 'waived' })
    expect(await release()).toEqual({ ok: false, why: 'balance_ended' })
    expect((await findOrder(ctx.db, orderId))?.lines[0]).toMatchObject({ stage: 'agreed', returnedAt: null })
  })

  test('cannot extend, waive or release a balance with a payment in progress', async ({ ctx }) => {
    const { ask, pay, orderId } = await givenAgreed(ctx)
    await ask()
    await pay('sandbox_review')
    expect(await transact(ctx, (work) => waiveBalance(work, { orderId, ...change }))).toEqual({
      ok: false,
      why: 'payment_under_way',
    })
    const longer = { orderId, ...change, dueOn: '2026-12-20' }
    expect(await transact(ctx, (work) => extendBalance(work, longer, shopZone))).toEqual({
      ok: false,
      why: 'payment_under_way',
    })
    ctx.setNow(after(dueAt, 8 * day))
    expect(await releaseUnpaid(ctx, orderId)).toEqual({ ok: false, why: 'payment_under_way' })
  })

  test('release an unpaid reservation after the days of grace, with the whole deposit back', async ({
    ctx,
  }) => {
    const { ask, balance, paymentCtx, orderId } = await givenAgreed(ctx)
    await ask()
    const release = () => releaseUnpaid(ctx, orderId)
    ctx.setNow(after(releasableFrom(dueAt), -1))
    expect(await release()).toEqual({ ok: false, why: 'not_overdue' })
    ctx.setNow(releasableFrom(dueAt))
    expect(await release()).toMatchObject({ ok: true })
    expect(await release()).toMatchObject({ ok: false })
    await reconcileRefunds(paymentCtx, ordersOnSale)
    expect(await findExit(ctx.db, orderId, 0)).toMatchObject({
      exit: 'unpaid',
      atStage: 'agreed',
      refundCents: 10_000,
      endedBy: 'sam',
    })
    expect(await balance()).toMatchObject({ state: 'released' })
    expect((await findOrder(ctx.db, orderId))?.lines[0]).toMatchObject({
      stage: 'canceled',
      refundedCents: 10_000,
    })
    const [unit] = await ctx.db.select().from(dropUnits).where(eq(dropUnits.number, 2))
    expect(unit?.state).toBe('open')
    expect(ctx.queued).toContainEqual({ job: 'mail-reservation-closed', payload: { orderId, position: 0 } })
  })

  test('read of each reminder once, and an alert that clears', async ({ ctx }) => {
    const { ask, pay } = await givenAgreed(ctx)
    await ask()
    const remind = () => transact(ctx, remindOfBalances)
    const watch = async () => {
      await transact(ctx, (work) => watchUnpaidBalances(work, shopZone))
      const open = await listOpenAlerts(ctx.db)
      return open.filter(({ kind }) => kind === 'balance_unpaid').map(({ detail }) => detail)
    }
    const sent: number[] = []
    for (const at of [-8, -7, -6, -2, -1, 0, 1, 3, 5]) {
      ctx.setNow(after(dueAt, at * day))
      sent.push((await remind()) + (await remind()))
    }
    expect(sent).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0])
    ctx.setNow(after(releasableFrom(dueAt), -1))
    expect(await watch()).toEqual([])
    await pay('sandbox_decline')
    ctx.setNow(releasableFrom(dueAt))
    // The end of December 4 in Miami.
    expect(await watch()).toEqual([expect.stringContaining('was due December 4, 2026')])
  })
})

test('a balance is due fourteen days on, also where the clocks are turned back meanwhile', async ({
  ctx,
}) => {
  const { ask, balance } = await givenAgreed(ctx)
  // Half past midnight in Miami on October 25; from November 1 its clocks say an hour less.
  ctx.setNow(new Date('2026-10-25T04:30:00Z'))
  await ask()
  expect((await balance())?.dueAt).toEqual(new Date('2026-11-09T04:59:00Z'))
})
