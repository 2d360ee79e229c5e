import { expect } from 'vitest'
import { type Perform, transact } from '#app/db/work.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { findOrderForUpdate } from '#app/features/orders/store/lines.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { test } from '#test/db.ts'
import { givenPaid, refundIdOf } from '#test/world.ts'
import { ordersOnSale, startLines } from '#test/shop.ts'
import { refundOrder } from './flows.server.ts'
import { recordPaidOutside } from './store/settle-refund.server.ts'
import { returnFreeLines } from './store/refund.server.ts'

test('staff refund by check: no credit to the card, an email to the buyer, and a payout by a person', async ({
  ctx,
}) => {
  const { paymentCtx, scripted, orderId, refunds, alerts, order } = await givenPaid(ctx)
  const requested = await refundOrder(
    paymentCtx,
    ordersOnSale,
    orderId,
    { amountCents: 5_000 },
    {
      terms: { isByCheck: true, reason: 'Card was closed' },
    },
  )
  expect(await refunds()).toMatchObject([
    { state: 'by_check', amountCents: 5_000, reason: 'Card was closed' },
  ])
  expect(scripted.made).toEqual([])
  expect(await alerts()).toContain('refund_by_check')
  expect(ctx.queued.map(({ job }) => job)).toContain('mail-order-refund-stopped')
  const payout = { method: 'check' as const, reference: '1042' }
  await transact(ctx, (work) => recordPaidOutside(work, ordersOnSale, refundIdOf(requested), payout))
  expect(await order()).toMatchObject({ refundedCents: 5_000, state: 'part_refunded' })
})

test('staff can keep returned goods off sale', async ({ ctx }) => {
  const { paymentCtx, orderId, unit } = await givenPaid(ctx)
  await refundOrder(paymentCtx, ordersOnSale, orderId, { position: 0 }, { terms: { isOffSale: true } })
  expect(await unit()).toBe('taken')
})

test('a part of a line is more than nothing, and of a line that went back there is none', async ({ ctx }) => {
  const { give, takeBack, order } = await givenPaid(ctx)
  for (const amountCents of [0, -1])
    expect(await give({ position: 1, amountCents })).toEqual(refuse('too_much'))
  await takeBack(0)
  expect((await order())?.lines[0]?.returnedAt).not.toBeNull()
  expect(await give({ position: 0 })).toEqual(refuse('no_such_line'))
})

test('an order ends with its last line, and not while some of its money is kept', async ({ ctx }) => {
  const { orderId, order } = await givenPaid(ctx)
  const stateAfter = async (positions: number[], capturedCents: number, refundedCents: number) => {
    let state: string | undefined
    await transact(ctx, async (work) => {
      const found = await findOrderForUpdate(work, ordersOnSale, orderId)
      if (!found) throw new Error('No order')
      const returned = found.lines
        .filter(({ line }) => positions.includes(line.position))
        .map((line) => ({ ...line, releasesStock: false }))
      await returnFreeLines(
        work,
        { ...found.order, capturedCents, refundedCents },
        found.lines,
        returned,
        'Sam Desk',
      )
      state = (await findOrder(work.tx, orderId))?.state
      throw new Error('Taken back')
    }).catch((error: unknown) => expect(error).toMatchObject({ message: 'Taken back' }))
    return state
  }
  const all = (await order())?.lines.map(({ position }) => position) ?? []
  expect(await stateAfter(all, 0, 0)).toBe('refunded')
  expect(await stateAfter([0], 0, 0)).toBe('paid')
  expect(await stateAfter(all, 995, 0)).toBe('paid')
})

test('nothing of an order that was not paid goes back', async ({ ctx }) => {
  const { paymentCtx } = await givenPaid(ctx)
  const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 1 } }]
  const held = await startLines(ctx, lines)
  if (!held.ok) throw new Error(held.why)
  for (const what of ['all', { position: 0 }, { amountCents: 100 }] as const)
    expect(await refundOrder(paymentCtx, ordersOnSale, held.orderId, what)).toEqual(refuse('not_paid'))
})

test('no more of a line goes back than is left of it', async ({ ctx }) => {
  const { give, order } = await givenPaid(ctx)
  const part = (amountCents: number) => give({ position: 1, amountCents })
  expect(await part(4_279)).toEqual({ ok: false, why: 'too_much' })
  expect(await part(4_000)).toMatchObject({ ok: true })
  expect(await part(279)).toEqual({ ok: false, why: 'too_much' })
  expect(await part(278)).toMatchObject({ ok: true })
  expect((await order())?.lines[1]).toMatchObject({ refundedCents: 4_278, returnedAt: null })
})

test('a caller that refuses leaves no refund behind', async ({ ctx }) => {
  const { paymentCtx, orderId, refunds } = await givenPaid(ctx)
  const perform = (async () => refuse('changed')) as unknown as Perform
  expect(await refundOrder(paymentCtx, ordersOnSale, orderId, 'all', { perform })).toEqual(refuse('changed'))
  expect(await refunds()).toEqual([])
})
