import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { accessoryStock } from '#app/features/accessories/store.server.ts'
import { hour, day } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import type { Carrier, ReturnDecision } from '#app/features/orders/parcels.ts'

import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import {
  answerDelay,
  findDue,
  listParcels,
  packParcel,
  takeStep,
} from '#app/features/orders/store/parcels.server.ts'
import { orderLines, orderReviews, orders, parcelsDue } from '#app/features/orders/tables.ts'
import { approveReview } from '#app/features/reservations/store/documents.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaid, sendGoods, stagesUpTo } from '#test/world.ts'
import { ordersOnSale, givenDrop, givenPaymentContext, reservationForm, holdLines } from '#test/shop.ts'
import { expectSoundStock } from '#test/goods.ts'
import { recordPaidOutside, refundOrder } from './flows.server.ts'
import { refundReturnedParcel } from './parcels.server.ts'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { givenShop } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { markDelivered, moveStage, lockPaidLine } from '#app/features/orders/store/stage.server.ts'

async function givenParcels(ctx: TestContext) {
  const paid = await givenPaid(ctx)
  const { orderId } = paid
  const verb = <Done>(task: (work: Parameters<Parameters<typeof transact>[1]>[0]) => Promise<Done>) =>
    transact(ctx, task)
  const pack = (quantity?: number, id = publicCode(16)) =>
    verb((work) =>
      packParcel(work, ordersOnSale, orderId, {
        id,
        by: 'sam',
        ...(quantity && { lines: [{ position: 1, quantity }] }),
      }),
    )
  const send = (id: string, tracking = '1Z1', carrier: Carrier = 'ups') =>
    verb((work) => takeStep(work, ordersOnSale, id, 'send', { carrier, tracking, by: 'sam' }))
  return {
    ...paid,
    pack,
    send,
    unpack: (id: string) => verb((work) => takeStep(work, ordersOnSale, id, 'unpack', { by: 'sam' })),
    undo: (id: string) => verb((work) => takeStep(work, ordersOnSale, id, 'undo-send', { by: 'sam' })),
    arrive: (id: string) => verb((work) => takeStep(work, ordersOnSale, id, 'delivered', { by: 'sam' })),
    receive: (id: string) => verb((work) => takeStep(work, ordersOnSale, id, 'receive', { by: 'sam' })),
    decide: (id: string, decision: ReturnDecision, reason = '') =>
      verb((work) => takeStep(work, ordersOnSale, id, 'decide', { decision, reason, by: 'sam' })),
    refund: (id: string) =>
      refundReturnedParcel(paid.paymentCtx, ordersOnSale, id, { by: 'sam', reason: 'came back' }),
    parcels: () => listParcels(ctx.db, orderId),
    line: async () => (await paid.order())?.lines[1],
    due: async () => (await ctx.db.select().from(parcelsDue)).map((row) => row.orderId),
    sold: async () =>
      (await ctx.db.execute<{ n: number }>(sql`select coalesce(sum(quantity), 0)::int as n from held_pieces`))
        .rows[0]?.n,
  }
}

async function sentParcel({ pack, send }: Awaited<ReturnType<typeof givenParcels>>, quantity?: number) {
  const id = publicCode(16)
  expect(await pack(quantity, id)).toMatchObject({ ok: true })
  expect(await send(id)).toEqual({ ok: true })
  return id
}

test('a paid order is on the desk’s list until all of it is sent, and again when that is undone', async ({
  ctx,
}) => {
  const { orderId, due, pack, unpack, send, undo } = await givenParcels(ctx)
  expect(await due()).toEqual([orderId])
  const [first, second] = [publicCode(16), publicCode(16)]
  await pack(1, first)
  await pack(1, second)
  expect(await pack()).toEqual({ ok: false, why: 'nothing_to_pack' })
  expect(await unpack(second)).toEqual({ ok: true })
  expect(await unpack(second)).toEqual({ ok: true })
  expect(await pack(2)).toEqual({ ok: false, why: 'too_many' })
  await send(first)
  expect(await due()).toEqual([orderId])
  await pack(1, second)
  expect(await due()).toEqual([orderId])
  await send(second)
  expect(await due()).toEqual([])
  await undo(second)
  expect(await due()).toEqual([orderId])
})

test('one form packs one parcel, and two people never pack the same piece', async ({ ctx }) => {
  const { pack, parcels } = await givenParcels(ctx)
  const id = publicCode(16)
  expect(await pack(1, id)).toEqual({ ok: true, number: 1 })
  expect(await pack(1, id)).toEqual({ ok: true, number: 1 })
  const both = await Promise.all([pack(1), pack(1)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await parcels()).map(({ number, lines }) => [number, lines])).toMatchObject([
    [1, [{ position: 1, quantity: 1 }]],
    [2, [{ position: 1, quantity: 1 }]],
  ])
})

test('what is packed is on the shelf until its parcel is sent', async ({ ctx }) => {
  const { pack, send } = await givenParcels(ctx)
  const shelf = async () => (await accessoryStock.list(ctx.db, ctx.now(), 'piece')).get('piece')?.onShelf
  const before = (await shelf()) ?? 0
  const id = publicCode(16)
  await pack(undefined, id)
  expect(await shelf()).toBe(before)
  await send(id)
  expect(await shelf()).toBe(before - 2)
})

test('what is being refunded is not packed', async ({ ctx }) => {
  const { pack, give, scripted, parcels } = await givenParcels(ctx)
  scripted.next('pending')
  await give({ position: 1 })
  expect(await pack(1)).toEqual({ ok: false, why: 'refund_under_way' })
  expect(await parcels()).toEqual([])
})

test('the clock of a line starts with its own first parcel, and the buyer is mailed of each', async ({
  ctx,
}) => {
  const given = await givenParcels(ctx)
  const first = publicCode(16)
  await given.pack(1, first)
  expect((await given.line())?.deliveredAt).toBeNull()
  ctx.queued.length = 0
  expect(await given.send(first)).toEqual({ ok: true })
  expect(await given.send(first)).toEqual({ ok: true })
  const at = (await given.line())?.deliveredAt
  expect(at).toEqual(ctx.now())
  expect(await given.takeBack(1)).toEqual({ ok: false, why: 'dispatched' })
  given.pass(hour)
  await sentParcel(given)
  expect((await given.line())?.deliveredAt).toEqual(at)
  expect(ctx.queued.filter(({ job }) => job === 'mail-parcel')).toHaveLength(2)
  const events = (await listEvents(ctx.db, given.orderId)).filter(({ kind }) => kind === 'dispatched')
  expect(events.map(({ data }) => data)).toEqual([
    { parcel: 1, by: 'sam' },
    { parcel: 2, by: 'sam' },
  ])
})

test('sending is undone within the hour: the clock runs again, unless another parcel of the line is out', async ({
  ctx,
}) => {
  const given = await givenParcels(ctx)
  const first = await sentParcel(given, 1)
  expect(await given.undo(first)).toEqual({ ok: true })
  expect(await given.undo(first)).toEqual({ ok: false, why: 'no_such_step' })
  expect((await given.line())?.deliveredAt).toBeNull()
  await given.send(first)
  const second = await sentParcel(given)
  await given.undo(second)
  expect((await given.line())?.deliveredAt).not.toBeNull()
  given.pass(hour)
  expect(await given.undo(first)).toEqual({ ok: false, why: 'too_late' })
})

test.for([
  { answer: 'pending', why: 'refund_under_way' },
  { answer: 'refunded', why: 'line_refunded' },
] as const)(
  'a line whose refund is $answer since it was packed holds its parcel',
  async ({ answer, why }, { ctx }) => {
    const given = await givenParcels(ctx)
    const id = publicCode(16)
    await given.pack(undefined, id)
    if (answer === 'pending') given.scripted.next(answer)
    await given.takeBack(1)
    expect(await given.send(id)).toEqual({ ok: false, why })
    expect((await given.line())?.deliveredAt).toBeNull()
    expect(await given.unpack(id)).toEqual({ ok: true })
  },
)

test('goods in review are neither packed nor sent until somebody approved', async ({ ctx }) => {
  const given = await givenParcels(ctx)
  const id = publicCode(16)
  // Oregon's limit on magazines is before the courts.
  await ctx.db.update(orders).set({ shipState: 'OR', shipZip: '97201' })
  await ctx.db
    .update(orderLines)
    .set({ magazine: { capacity: 30, fits: 'long_gun' } })
    .where(eq(orderLines.position, 1))
  const decision = { orderId: given.orderId, note: 'Counsel agrees', by: 'sam' }
  const approve = () => transact(ctx, (work) => approveReview(work, ordersOnSale, decision))
  expect(await given.pack(undefined, id)).toEqual({ ok: false, why: 'in_review' })
  expect(await sendGoods(ctx, given.orderId)).toEqual({
    ok: false,
    why: 'in_review',
  })
  expect(await approve()).toMatchObject({ ok: true })
  expect(await given.pack(undefined, id)).toMatchObject({ ok: true })
  await ctx.db.delete(orderReviews)
  expect(await given.send(id)).toEqual({ ok: false, why: 'in_review' })
  await approve()
  expect(await given.send(id)).toEqual({ ok: true })
})

test('of two parcels one comes back: it is received, put back and refunded in this order, and its share goes back', async ({
  ctx,
}) => {
  const given = await givenParcels(ctx)
  const first = await sentParcel(given, 1)
  const second = await sentParcel(given)
  expect(await given.arrive(first)).toEqual({ ok: true })
  expect(await given.decide(second, 'restocked')).toEqual({ ok: false, why: 'no_such_step' })
  expect(await given.refund(second)).toEqual({ ok: false, why: 'no_such_step' })
  expect(await given.receive(second)).toEqual({ ok: true })
  expect(await given.receive(second)).toEqual({ ok: false, why: 'no_such_step' })
  expect(await given.refund(second)).toEqual({ ok: false, why: 'no_such_step' })
  expect(await given.sold()).toBe(2)
  expect(await given.decide(second, 'restocked')).toEqual({ ok: true })
  expect(await given.decide(second, 'restocked')).toEqual({ ok: true })
  expect(await given.sold()).toBe(1)
  // Two pieces cost 39.98 and 2.80 tax.
  expect(await given.refund(second)).toMatchObject({ ok: true, refund: { amountCents: 2139 } })
  expect(await given.refund(second)).toEqual({ ok: true, refund: null })
  expect(await given.line()).toMatchObject({ refundedCents: 2139, returnedAt: null })
  await given.receive(first)
  expect(await given.decide(first, 'kept_out')).toEqual({ ok: false, why: 'needs_reason' })
  expect(await given.decide(first, 'kept_out', 'crushed in transit')).toEqual({ ok: true })
  expect(await given.refund(first)).toMatchObject({ ok: true, refund: { amountCents: 2139 } })
  expect(await given.line()).toMatchObject({ refundedCents: 4278, returnedAt: expect.any(Date) })
  expect(await given.sold()).toBe(1)
  expect((await given.order())?.shippingRefundedCents).toBe(0)
  await expectSoundStock(ctx.db)
})

test('a parcel that could not be delivered goes out again: it is packed anew, and the buyer’s clock runs meanwhile', async ({
  ctx,
}) => {
  const given = await givenParcels(ctx)
  const first = await sentParcel(given)
  await given.receive(first)
  expect(await given.decide(first, 'resend')).toEqual({ ok: true })
  expect((await given.line())?.deliveredAt).toBeNull()
  expect(await given.due()).toEqual([given.orderId])
  expect(await given.refund(first)).toEqual({ ok: false, why: 'no_such_step' })
  await sentParcel(given)
  expect((await given.parcels()).map(({ number }) => number)).toEqual([1, 2])
})

test('a parcel that came back to go out again keeps no line sent when another one is undone', async ({
  ctx,
}) => {
  const given = await givenParcels(ctx)
  const first = await sentParcel(given, 1)
  const second = await sentParcel(given)
  await given.receive(first)
  await given.decide(first, 'resend')
  expect((await given.line())?.deliveredAt).not.toBeNull()
  await given.undo(second)
  expect((await given.line())?.deliveredAt).toBeNull()
})

test('a parcel that is only packed keeps no line sent when another one is undone, and no other line changes', async ({
  ctx,
}) => {
  const given = await givenParcels(ctx)
  const first = await sentParcel(given, 1)
  expect(await given.pack()).toMatchObject({ ok: true })
  await ctx.db.update(orderLines).set({ deliveredAt: ctx.now() }).where(eq(orderLines.position, 0))
  await given.undo(first)
  expect((await given.order())?.lines.map(({ deliveredAt }) => deliveredAt)).toEqual([ctx.now(), null])
})

test('a corrected tracking number is mailed once the parcel is out', async ({ ctx }) => {
  const given = await givenParcels(ctx)
  const id = publicCode(16)
  await given.pack(undefined, id)
  ctx.queued.length = 0
  const correct = (tracking: string, reason?: string) =>
    transact(ctx, (work) =>
      takeStep(work, ordersOnSale, id, 'tracking', {
        carrier: 'usps',
        tracking,
        by: 'sam',
        ...(reason && { reason }),
      }),
    )
  expect(await correct('9400')).toEqual({ ok: true })
  expect(ctx.queued).toEqual([])
  await given.send(id, '9400', 'usps')
  expect(await correct('9401')).toEqual({ ok: false, why: 'correction_reason_missing' })
  await correct('9401', 'Mistyped')
  await correct('9401', 'Mistyped')
  expect(ctx.queued.map(({ payload }) => payload)).toMatchObject([{ about: 'sent' }, { about: 'tracking' }])
})

test('of a parcel that was taken back before its mail went out only that is mailed', async ({ ctx }) => {
  const given = await givenParcels(ctx)
  const shop = givenShop(ctx)
  ctx.queued.length = 0
  await given.undo(await sentParcel(given))
  const mail = jobsOfOrders(ordersOnSale).find(({ name }) => name === 'mail-parcel')
  for (const { job, payload } of ctx.queued) if (job === 'mail-parcel') await mail?.run(shop, payload)
  expect(shop.sent.map(({ subject }) => subject)).toEqual([`Not shipped yet: your order ${given.orderId}`])
})

test('of a parcel that is unknown nothing is done', async ({ ctx }) => {
  const given = await givenParcels(ctx)
  for (const verb of [given.send, given.undo, given.arrive, given.receive, given.refund])
    expect(await verb('NONE')).toEqual({ ok: false, why: 'not_paid' })
  expect(await findOrder(ctx.db, 'NONE')).toBeUndefined()
})

async function givenLate(ctx: TestContext) {
  const paid = await givenPaid(ctx)
  const shop = Object.assign(givenShop(ctx), { gateway: paid.paymentCtx.gateway })
  const run = async (name: string, payload: object = {}) =>
    jobsOfOrders(ordersOnSale)
      .find((job) => job.name === name)
      ?.run(shop, payload)
  const alerts = async () => (await listOpenAlerts(ctx.db)).filter(({ kind }) => kind === 'parcel_late')
  return {
    ...paid,
    shop,
    run,
    late: alerts,
    night: async (days: number) => {
      paid.pass(days * day)
      await run('late-parcels')
    },
    answer: (answer: 'wait' | 'cancel') => transact(ctx, (work) => answerDelay(work, paid.orderId, answer)),
    isRefunded: async () => (await paid.order())?.lines[1]?.returnedAt !== null,
  }
}

test('staff get one reminder on day 20, the buyer one question on day 25, and without an answer a refund on day 30', async ({
  ctx,
}) => {
  const { night, late, run, shop, orderId, isRefunded, order } = await givenLate(ctx)
  await night(19)
  expect(await late()).toEqual([])
  await night(1)
  await night(0)
  expect(await late()).toMatchObject([{ subject: orderId, count: 1 }])
  ctx.queued.length = 0
  await night(5)
  await night(0)
  const offers = ctx.queued.filter(({ job }) => job === 'mail-parcel-delay')
  expect(offers).toHaveLength(1)
  await run('mail-parcel-delay', offers[0]?.payload)
  expect(shop.sent.at(-1)?.text).toContain(`to=${encodeURIComponent(`/orders/${orderId}/delay`)}`)
  await night(4)
  expect(await isRefunded()).toBe(false)
  await night(1)
  expect(await isRefunded()).toBe(true)
  // The number is no parcel: it stays. The shipping goes back with the last parcel.
  expect(await order()).toMatchObject({ refundedCents: 4278 + 1065, lines: [{ returnedAt: null }, {}] })
  expect(await findDue(ctx.db, orderId)).toBeUndefined()
  expect(await late()).toEqual([])
})

test('who waits is not refunded, and may still cancel', async ({ ctx }) => {
  const { night, answer, isRefunded } = await givenLate(ctx)
  expect(await answer('wait')).toEqual({ ok: false, why: 'not_offered' })
  await night(25)
  expect(await answer('wait')).toEqual({ ok: true })
  expect(await answer('wait')).toEqual({ ok: true })
  await night(20)
  expect(await isRefunded()).toBe(false)
  expect(await answer('cancel')).toEqual({ ok: true })
})

test('what was sent is late no more', async ({ ctx }) => {
  const { night, late, orderId, isRefunded } = await givenLate(ctx)
  await night(20)
  await sendGoods(ctx, orderId)
  expect(await late()).toEqual([])
  await night(20)
  expect(await isRefunded()).toBe(false)
})

test('the rest of a line that was sent in part is left to staff', async ({ ctx }) => {
  const { night, late, orderId, isRefunded } = await givenLate(ctx)
  const id = publicCode(16)
  await transact(ctx, async (work) => {
    await packParcel(work, ordersOnSale, orderId, {
      id,
      by: 'sam',

      lines: [{ position: 1, quantity: 1 }],
    })
    await takeStep(work, ordersOnSale, id, 'send', { carrier: 'ups', tracking: '', by: 'sam' })
  })
  await night(25)
  await night(5)
  expect(await isRefunded()).toBe(false)
  expect(await late()).toMatchObject([{ detail: expect.stringContaining('by amount') }])
})

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
  await transact(ctx, (work) =>
    recordPaidOutside(work, ordersOnSale, { orderId, id: refused?.id ?? '' }, payout),
  )
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
