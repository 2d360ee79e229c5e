import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { hour } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { stagesUpTo, givenPaid, sendGoods } from '#test/world.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm, holdLines } from '#test/shop.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { refundOrder } from './flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { markDelivered, moveStage, lockPaidLine } from '#app/features/orders/store/stage.server.ts'
import { recordPaidOutside } from './store/settle-refund.server.ts'

test('a line that is being returned cannot move on', async ({ ctx }) => {
  const { scripted, orderId, takeBack, give, stage, pass, reconcile } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(0)
  expect(await stage('agreed')).toEqual({ ok: false, why: 'refund_under_way' })
  await takeBack(1)
  const dispatch = () => sendGoods(ctx, orderId)
  expect(await dispatch()).toEqual({ ok: false, why: 'refund_under_way' })
  const download = () => transact(ctx, (work) => markDelivered(work, orderId, 1))
  expect(await download()).toEqual({ ok: false, why: 'refund_under_way' })
  const move = () => transact(ctx, (work) => lockPaidLine(work, orderId, 1))
  expect(await move()).toEqual({ ok: false, why: 'refund_under_way' })
  // To be paid by check is on its way back as well.
  scripted.next('too_late')
  pass(hour)
  await reconcile()
  expect(await stage('agreed')).toEqual({ ok: false, why: 'refund_under_way' })
  for (const verb of [dispatch, download, move])
    expect(await verb()).toMatchObject({ why: 'refund_under_way' })
  expect(await give({ position: 0 })).toEqual({ ok: false, why: 'refund_under_way' })
})

test('a download is locked while its refund is open', async ({ ctx }) => {
  const { scripted, orderId, give } = await givenPaid(ctx)
  const download = () => transact(ctx, (work) => markDelivered(work, orderId, 1))
  expect(await download()).toEqual({ ok: true, isFirst: true })
  scripted.next('pending')
  await give({ position: 1 })
  expect(await download()).toEqual({ ok: false, why: 'refund_under_way' })
})

test.for([
  { stage: 'reserved', opens: true, released: true },
  { stage: 'balance_paid', opens: true, released: true },
  { stage: 'built', opens: true, released: true },
  { stage: 'form3_filed', opens: false, released: true },
  { stage: 'form3_approved', opens: false, released: true },
  { stage: 'shipped', opens: false, released: 'not_ours' },
  { stage: 'form4_approved', opens: false, released: 'not_ours' },
  { stage: 'picked_up', opens: false, released: 'not_ours' },
] as const)(
  'the number of a reservation at $stage opens: $opens, when released: $released',
  async ({ stage: at, opens, released }, { ctx }) => {
    const { stage, give, unit, order } = await givenPaid(ctx)
    for (const each of stagesUpTo(at)) expect(await stage(each)).toMatchObject({ ok: true })
    const requested = await give({ position: 0 }, released === true && !opens)
    expect(requested.ok).toBe(true)
    expect(await unit()).toBe(opens || released === true ? 'open' : 'taken')
    const ended = at === 'picked_up' ? 'picked_up' : 'refunded'
    expect((await order())?.lines[0]).toMatchObject({
      stage: ended,
      returnedStage: at,
    })
  },
)

test('stock at the dealer is not released, and the refund is refused', async ({ ctx }) => {
  const { stage, give, unit, order } = await givenPaid(ctx)
  for (const each of stagesUpTo('at_dealer')) await stage(each)
  expect(await give({ position: 0 }, true)).toEqual({ ok: false, why: 'not_ours' })
  expect([await unit(), (await order())?.refundedCents]).toEqual(['taken', 0])
})

test('a filed form keeps the number off sale unless staff release it', async ({ ctx }) => {
  const { stage, give, unit } = await givenPaid(ctx)
  for (const each of stagesUpTo('form3_filed')) await stage(each)
  await give({ position: 0 })
  expect(await unit()).toBe('taken')
})

test('shipped items are restocked only when staff release them', async ({ ctx }) => {
  const sent = await givenPaid(ctx)
  await sendGoods(ctx, sent.orderId)
  await sent.give({ position: 1 })
  expect(await sent.pieces()).toBe(1)
})

test('a refused refund paid after shipping restocks nothing', async ({ ctx }) => {
  const { scripted, orderId, takeBack, pieces, refunds, order } = await givenPaid(ctx)
  scripted.next('refused')
  await takeBack(1)
  await sendGoods(ctx, orderId)
  const [refused] = await refunds()
  const payout = { method: 'check', reference: '7' } as const
  await transact(ctx, (work) => recordPaidOutside(work, ordersOnSale, refused?.id ?? '', payout))
  expect(await pieces()).toBe(1)
  expect(await order()).toMatchObject({ refundedCents: 5_343, lines: [{}, { returnedAt: ctx.now() }] })
})

test('two firearms move separately, and each event names its line', async ({ ctx }) => {
  const { db } = ctx
  await givenDrop(db)
  await givenDrop(db, { slug: 'other-drop', name: 'Other Drop', dropNumber: 2 })
  const paymentCtx = givenPaymentContext(ctx)
  const lines = ['test-drop', 'other-drop'].map((slug) => ({
    kind: 'drop_unit' as const,
    ref: {
      slug,
      number: 1,
    },
  }))
  const { orderId } = await holdLines(ctx, lines)
  await payOrder(paymentCtx, ordersOnSale, orderId, reservationForm())
  const move = (to: 'agreed' | 'balance_paid', position?: number) =>
    transact(ctx, (work) => moveStage(work, ordersOnSale, orderId, to, { position }))
  const stages = async () => (await findOrder(db, orderId))?.lines.map(({ stage }) => stage)
  expect(await move('agreed')).toMatchObject({ ok: true, from: 'reserved' })
  expect(await stages()).toEqual(['agreed', 'agreed'])
  expect(await move('balance_paid', 1)).toMatchObject({ ok: true, from: 'agreed' })
  expect(await stages()).toEqual(['agreed', 'balance_paid'])
  expect(ctx.queued.at(-1)).toMatchObject({ job: 'mail-order-stage', payload: { line: 1 } })
  expect(await move('balance_paid')).toEqual({ ok: false, why: 'stages_differ' })
  expect(await move('balance_paid', 2)).toEqual({ ok: false, why: 'no_such_line' })
  expect(await move('balance_paid', 0)).toMatchObject({ ok: true, from: 'agreed' })
  expect(await stages()).toEqual(['balance_paid', 'balance_paid'])
  await refundOrder(paymentCtx, ordersOnSale, orderId, { position: 0 })
  const next = await transact(ctx, (work) => moveStage(work, ordersOnSale, orderId, 'in_build'))
  expect(next).toMatchObject({ ok: true, from: 'balance_paid' })
  expect(await stages()).toEqual(['refunded', 'in_build'])
})
