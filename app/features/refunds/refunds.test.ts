import { eq, and, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Perform, sqlState, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { hour, minute, day } from '#app/kit/clock.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenPaid, sendGoods, refundIdOf } from '#test/world.ts'
import { givenDrop, givenPaymentContext, ordersOnSale, reservationForm, startLines } from '#test/shop.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { paymentAttempts, refundLines, refunds } from '#app/features/orders/payment-tables.ts'
import { listEvents, findOrder } from '#app/features/orders/store/read.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { recordCapture } from '#app/features/payments/store/capture.server.ts'
import { settleCapture } from '#app/features/payments/flows.server.ts'
import {
  carryOutRefunds,
  claimRefund,
  listDueRefunds,
  recordPaidOutside,
  refundOrder,
  refundOwnLines,
  releaseRefund,
  retryRefundLater,
} from './flows.server.ts'
import { returnAll } from './rules.ts'
import { startRefund, returnFreeLines, beginReturns } from './store/refund.server.ts'
import { findOrderForUpdate, type SellableLine } from '#app/features/orders/store/lines.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { listOrderTransactions } from '#app/ledger/ledger.server.ts'
import { moneyRows, sumOf } from '#app/ledger/postings.ts'
import { alerts } from '#app/alerts/tables.ts'
import { raiseAlert } from '#app/alerts/alerts.server.ts'

test('two refunds wait side by side under their own keys, and both complete', async ({ ctx }) => {
  const { scripted, takeBack, order, refunds: rows, pass, reconcile, unit, pieces } = await givenPaid(ctx)
  scripted.next('pending')
  const [first, second] = [await takeBack(1), await takeBack(0)]
  expect([first.ok, second.ok]).toEqual([true, true])
  expect(await rows()).toMatchObject([
    { state: 'started', amountCents: 5_343, shippingCents: 1_065 },
    { state: 'started', amountCents: 10_000, shippingCents: 0 },
  ])
  expect((await order())?.lines).toMatchObject([{ isReturning: true }, { isReturning: true }])
  expect(await takeBack(0)).toEqual({ ok: false, why: 'refund_under_way' })
  scripted.next('refunded')
  pass(hour)
  expect(await reconcile()).toBe(2)
  expect(await order()).toMatchObject({ state: 'refunded', refundedCents: 15_343 })
  expect([await unit(), await pieces()]).toEqual(['open', 0])
  expect(new Set(scripted.made.map(({ refundId }) => refundId)).size).toBe(2)
})

test('concurrent refunds of a line and an amount never exceed the capture', async ({ ctx }) => {
  const { scripted, give, takeBack } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(0)
  expect(await give({ amountCents: 5_344 })).toEqual({ ok: false, why: 'too_much' })
  expect((await give({ amountCents: 5_343 })).ok).toBe(true)
  expect(await give({ amountCents: 1 })).toEqual({ ok: false, why: 'too_much' })
  expect(await give('all')).toEqual({ ok: false, why: 'too_much' })
})

test('concurrent returns of one line refund it once', async ({ ctx }) => {
  const { scripted, takeBack } = await givenPaid(ctx)
  const requested = await Promise.all([1, 2, 3, 4].map(() => takeBack(1)))
  expect(requested.filter(({ ok }) => ok)).toHaveLength(1)
  expect(scripted.made).toHaveLength(1)
})

test('the database refuses a sum of refunds beyond the charge, and a second return of a line', async ({
  ctx,
}) => {
  const { db, scripted, orderId, takeBack, give } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(0)
  const [attempt] = await db.select().from(paymentAttempts)
  const row = {
    id: 'X',
    orderId,
    attemptId: attempt?.id ?? '',
    requestedBy: 'shop' as const,
    startedAt: ctx.now(),
  }
  const beyond = db.insert(refunds).values({ ...row, state: 'started', amountCents: 5_344 })
  expect(await beyond.catch(sqlState)).toBe('23514')
  await db.insert(refunds).values({ ...row, state: 'refused', amountCents: 15_343 })
  const revived = db.update(refunds).set({ state: 'started' }).where(eq(refunds.id, 'X'))
  expect(await revived.catch(sqlState)).toBe('23514')
  await db.insert(refunds).values({ ...row, id: 'Y', state: 'started', amountCents: 5_343 })
  const part = { refundId: 'Y', orderId, position: 0, amountCents: 0, isReturned: true }
  expect(await db.insert(refundLines).values(part).catch(sqlState)).toBe('23505')
  expect(await give({ position: 1 }), 'before it comes to that').toEqual(refuse('too_much'))
})

test('a late charge is refunded once, however often it is reported', async ({ ctx }) => {
  const { db } = ctx
  await givenDrop(db)
  const paymentCtx = givenPaymentContext(ctx)
  const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 1 } }]
  const started = await transact(ctx, (work) => startOrder(work, ordersOnSale, { key: 'late-charge', lines }))
  if (!started.ok) throw new Error(started.why)
  await payOrder(
    paymentCtx,
    ordersOnSale,
    started.orderId,
    reservationForm({ paymentToken: 'sandbox_decline' }),
  )
  const [attempt] = await db.select().from(paymentAttempts)
  const charge = { chargeRef: 'late', amountCents: 10_000 }
  for (const _ of [1, 2]) {
    await transact(ctx, async (work) => {
      await work.tx.update(paymentAttempts).set({ captureSettledAt: null }) // as if it had died before this was noted
      await recordCapture(work, required(attempt), charge)
      await settleCapture(work, ordersOnSale, required(attempt))
    })
    await db.update(refunds).set({ state: 'done' }) // and notified again after the money went back
  }
  expect(await db.select().from(refunds)).toMatchObject([{ amountCents: 10_000 }])
  const what = { attemptId: attempt?.id ?? '', amountCents: 1, requestedBy: 'shop' as const }
  expect(await transact(ctx, (work) => startRefund(work, started.orderId, what))).toBeUndefined()
})

test('what goes back is the charge that paid the order, not an attempt that was declined before it', async ({
  ctx,
}) => {
  const { db } = ctx
  await givenDrop(db)
  const paymentCtx = givenPaymentContext(ctx)
  const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 1 } }]
  const started = await transact(ctx, (work) => startOrder(work, ordersOnSale, { key: 'declined', lines }))
  if (!started.ok) throw new Error(started.why)
  const pay = (formKey: string, paymentToken: string) =>
    payOrder(paymentCtx, ordersOnSale, started.orderId, reservationForm({ formKey, paymentToken }))
  // The keys are in the order of an index, which would put the declined one first.
  await pay('1', 'sandbox_decline')
  await pay('2', 'sandbox_approve')
  await refundOwnLines(paymentCtx, ordersOnSale, started.orderId, [0])
  const [captured] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.state, 'captured'))
  expect(await db.select().from(refunds)).toMatchObject([{ attemptId: captured?.id, state: 'done' }])
})

test('a line that went back earlier keeps its day when the rest of the order is refunded', async ({
  ctx,
}) => {
  const { takeBack, give, order, pass } = await givenPaid(ctx)
  const returnedAt = ctx.now()
  await takeBack(0)
  pass(hour)
  await give('all')
  expect(await order()).toMatchObject({
    state: 'refunded',
    lines: [{ returnedAt }, { returnedAt: ctx.now() }],
  })
})

test('shipping can be refunded after its line, in full or in part', async ({ ctx }) => {
  const { orderId, give, order } = await givenPaid(ctx)
  await sendGoods(ctx, orderId)
  await give({ position: 1 })
  expect(await order()).toMatchObject({ refundedCents: 4_278, shippingRefundedCents: 0 })
  await give({ position: 0 })
  expect((await give({ amountCents: 65 })).ok).toBe(true)
  expect((await give('all')).ok).toBe(true)
  expect(await order()).toMatchObject({
    state: 'refunded',
    refundedCents: 15343,
    shippingRefundedCents: 1065,
  })
})

test('a line refunded by amount can still be returned', async ({ ctx }) => {
  const { orderId, takeBack, give, order, unit } = await givenPaid(ctx)
  await give({ amountCents: 10_000 })
  expect(await unit()).toBe('taken')
  expect(await takeBack(0)).toEqual({ ok: true, refund: null })
  expect(await order()).toMatchObject({
    state: 'part_refunded',
    refundedCents: 1e4,
    lines: [
      {
        stage: 'refunded',
        returnedAt: ctx.now(),
      },
      { returnedAt: null },
    ],
  })
  expect(await unit()).toBe('open')
  expect((await listEvents(ctx.db, orderId)).at(-1)).toMatchObject({ kind: 'returned', data: { line: 0 } })
  expect(ctx.queued.at(-1)).toMatchObject({ job: 'mail-order-return', payload: { positions: [0] } })
  expect(await takeBack(0)).toEqual({ ok: false, why: 'returned' })
})

test('an automatic full refund is allocated line by line', async ({ ctx }) => {
  const { db, orderId, order, pass, reconcile, unit } = await givenPaid(ctx)
  const [attempt] = await db.select().from(paymentAttempts)
  const parts = returnAll(required(await order()))
  await transact(ctx, (work) =>
    startRefund(
      work,
      orderId,
      {
        attemptId: attempt?.id ?? '',
        amountCents: 15343,
        shippingCents: parts.shippingCents,
        requestedBy: 'shop',
      },
      parts.lines,
    ),
  )
  pass(minute)
  await reconcile()
  expect(await order()).toMatchObject({
    state: 'refunded',
    refundedCents: 15343,
    shippingRefundedCents: 1065,
    lines: [
      {
        refundedCents: 1e4,
        stage: 'refunded',
      },
      { refundedCents: 4278 },
    ],
  })
  expect(await unit()).toBe('open')
})

function required<Thing>(thing: Thing | undefined): Thing {
  if (!thing) throw new Error('There is none')
  return thing
}

test('two concurrent executions of a refund post it once', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, refunds: rows, pass, reconcile } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  scripted.next('refunded')
  pass(minute)
  const letGo = scripted.holdBack()
  const first = carryOutRefunds(paymentCtx, ordersOnSale, [refundId])
  await expect.poll(() => scripted.made.length).toBe(1)
  await carryOutRefunds(paymentCtx, ordersOnSale, [refundId])
  expect(scripted.made).toHaveLength(1)
  pass(minute)
  expect(await reconcile()).toBe(0)
  // Its time runs out while the first one still waits: the next one looks at what was made, and does not post.
  pass(2 * minute)
  expect(await reconcile()).toBe(1)
  letGo()
  await first
  expect(scripted.made).toHaveLength(1)
  expect(await rows()).toMatchObject([{ state: 'done', refundRef: `re_${refundId}` }])
})

test('of several processes that reach for a refund at once, one gets it', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, pass } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  pass(minute)
  const claim = () => transact(ctx, (work) => claimRefund(work, refundId, paymentCtx.gateway.name))
  const claims = await Promise.all([claim(), claim(), claim(), claim()])
  expect(claims.filter((each) => each !== undefined)).toHaveLength(1)
})

test('a refund that waits for its settlement is not requested again before its time', async ({ ctx }) => {
  const { scripted, takeBack, pass, reconcile } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(0)
  scripted.next('refunded')
  expect(await reconcile()).toBe(0)
  pass(minute)
  expect(await reconcile()).toBe(1)
  expect(scripted.made).toHaveLength(1)
})

test('a late refusal of an earlier try is ignored', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, refunds: rows, pass, alerts } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  pass(minute)
  scripted.next('refused')
  const letGo = scripted.holdBack()
  const first = carryOutRefunds(paymentCtx, ordersOnSale, [refundId])
  await expect.poll(async () => (await rows())[0]?.tries).toBe(2)
  pass(3 * minute)
  scripted.next('pending')
  const second = carryOutRefunds(paymentCtx, ordersOnSale, [refundId])
  await expect.poll(async () => (await rows())[0]?.tries).toBe(3)
  letGo()
  await Promise.all([first, second])
  expect(await rows()).toMatchObject([{ state: 'started', waitingFor: 'The payment has not settled yet.' }])
  expect(await alerts()).toEqual([])
})

test('a process that had it in hand for too long changes nothing for the next', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, refunds: rows, pass } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  const claim = () => transact(ctx, (work) => claimRefund(work, refundId, paymentCtx.gateway.name))
  pass(minute)
  const first = await claim()
  if (!first) throw new Error('It was not claimed')
  pass(3 * minute)
  expect(await claim()).toMatchObject({ id: refundId, isUncertain: true })
  const before = await rows()
  for (const waitingFor of [null, 'The payment has not settled yet.'])
    await transact(ctx, (work) => retryRefundLater(work, first, waitingFor))
  await transact(ctx, (work) => releaseRefund(work, first))
  expect(await rows()).toEqual(before)
  expect(await claim()).toBeUndefined()
})

test('a refund of another gateway waits, and blocks none of the current one', async ({ ctx }) => {
  const { db, orderId, takeBack, reconcile, pass, scripted } = await givenPaid(ctx)
  scripted.next('pending')
  const id = refundIdOf(await takeBack(0))
  await db
    .update(paymentAttempts)
    .set({ gateway: 'authorize-net' })
    .where(eq(paymentAttempts.orderId, orderId))
  pass(day)
  expect(await reconcile()).toBe(0)
  expect(await db.$count(refunds, and(eq(refunds.state, 'started'), eq(refunds.tries, 1)))).toBe(1)
  // Neither the list nor the claim gives it to another gateway.
  const dueAt = (gateway: string) => transact(ctx, (work) => listDueRefunds(work, [gateway], 9))
  const claim = (gateway: string) => transact(ctx, (work) => claimRefund(work, id, gateway))
  expect([await dueAt('sandbox'), await claim('sandbox')]).toEqual([[], undefined])
  expect(await dueAt('authorize-net')).toEqual([id])
  expect(await claim('authorize-net')).toMatchObject({ id })
})

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
  await transact(ctx, (work) =>
    recordPaidOutside(work, ordersOnSale, { orderId, id: refundIdOf(requested) }, payout),
  )
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

function lineOf(name: string, refuses: boolean): SellableLine {
  const returning = {
    async begin(work: UnitOfWork) {
      await raiseAlert(work, { kind: 'refund_refused', subject: name, detail: 'A change' })
      return refuses ? ('code_in_use' as const) : undefined
    },
  }
  return { ref: {}, sellable: { returning } } as unknown as SellableLine
}

test('what began with a return is taken back when another line refuses, and the rest of the transaction stays', async ({
  ctx,
}) => {
  const lines = [lineOf('firearm', false), lineOf('patch', true)]
  await transact(ctx, async (work) => {
    await raiseAlert(work, { kind: 'refund_refused', subject: 'before', detail: 'A change' })
    expect(await beginReturns(work, lines, false)).toEqual({ ok: false, why: 'code_in_use' })
  })
  const kept = await ctx.db.select({ subject: alerts.subject }).from(alerts).orderBy(sql`id`)
  expect(kept).toEqual([{ subject: 'before' }])
})
