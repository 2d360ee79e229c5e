import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { day, hour, minute } from '#app/kit/clock.ts'
import { test, type TestContext, emptyDatabase } from '#test/db.ts'
import { stagesUpTo, givenPaid, refundIdOf, sendGoods } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { refunds, paymentAttempts } from '#app/features/orders/payment-tables.ts'
import {
  carryOutRefunds,
  recordPaidOutside,
  refundOrder,
  settleRefund,
  tryRefundAgain,
} from './flows.server.ts'
import { alertOverdueRefunds } from './jobs.server.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import fc from 'fast-check'
import type { RefundScript } from '#test/scripted-refunds.ts'
import { expectSoundStock } from '#test/goods.ts'
import { returnAll, stockReturn } from './rules.ts'
import { startRefund } from './store/refund.server.ts'

test('a charge too old for its card is refunded by check, and counts once that is recorded', async ({
  ctx,
}) => {
  const { scripted, orderId, takeBack, order, unit, alerts, reconcile, pass } = await givenPaid(ctx)
  scripted.next('too_late')
  const refundId = refundIdOf(await takeBack(0))
  expect(await order()).toMatchObject({ state: 'paid', refundedCents: 0, lines: [{ isReturning: true }, {}] })
  expect(await alerts()).toEqual(['refund_by_check'])
  expect(ctx.queued).toContainEqual({
    job: 'mail-order-refund-stopped',
    payload: { orderId, refundId, at: ctx.now().toISOString() },
  })
  scripted.next('refunded')
  pass(day)
  expect(await reconcile()).toBe(0)
  const payout = { method: 'check', reference: '1042' } as const
  const pay = () =>
    transact(ctx, (work) => recordPaidOutside(work, ordersOnSale, { orderId, id: refundId }, payout))
  expect(await pay()).toMatchObject({ ok: true })
  expect(await pay()).toEqual({ ok: false, why: 'nothing_to_pay_out' })
  expect(await order()).toMatchObject({
    state: 'part_refunded',
    refundedCents: 1e4,
    lines: [
      {
        stage: 'refunded',
        refundedCents: 1e4,
        returnedAt: ctx.now(),
      },
      { returnedAt: null },
    ],
  })
  expect([await unit(), await alerts(), scripted.made]).toEqual(['open', [], []])
  expect(ctx.queued).toContainEqual({ job: 'mail-order-refund', payload: { orderId, refundId } })
})

test('a refused refund is announced, frees its line, and can be retried', async ({ ctx }) => {
  const { scripted, paymentCtx, orderId, takeBack, order, alerts, stage, unit } = await givenPaid(ctx)
  scripted.next('refused')
  const refundId = refundIdOf(await takeBack(0))
  expect(await order()).toMatchObject({ refundedCents: 0, lines: [{ isReturning: false }, {}] })
  expect(await alerts()).toEqual(['refund_refused'])
  expect(ctx.queued.map(({ job }) => job)).toContain('mail-order-refund-stopped')
  expect(await stage('agreed')).toMatchObject({ ok: true })
  scripted.next('refunded')
  const acts: string[] = []
  const retry = () =>
    tryRefundAgain(
      paymentCtx,
      ordersOnSale,
      { orderId, id: refundId },
      {
        perform: async (task) => {
          const done = await transact(paymentCtx, task)
          if (done.ok) acts.push('noted')
          return done
        },
      },
    )
  expect(await retry()).toMatchObject({ ok: true })
  expect(await retry()).toEqual({ ok: false, why: 'not_refused' })
  expect(acts).toEqual(['noted'])
  expect(await order()).toMatchObject({ refundedCents: 10_000, lines: [{ stage: 'refunded' }, {}] })
  expect([await unit(), await alerts()]).toEqual(['open', []])
  expect((await listEvents(ctx.db, orderId)).map(({ kind }) => kind).slice(-5)).toEqual([
    'refund_started',
    'refund_refused',
    'stage',
    'refund_started',
    'refunded',
  ])
})

test('what staff keep off sale stays so when its refund is tried again', async ({ ctx }) => {
  const { scripted, paymentCtx, orderId, order, unit } = await givenPaid(ctx)
  scripted.next('refused')
  const terms = { isOffSale: true }
  const id = refundIdOf(await refundOrder(paymentCtx, ordersOnSale, orderId, { position: 0 }, { terms }))
  scripted.next('refunded')
  expect(await tryRefundAgain(paymentCtx, ordersOnSale, { orderId, id })).toMatchObject({ ok: true })
  expect(await order()).toMatchObject({ refundedCents: 10_000 })
  expect(await unit()).toBe('taken')
})

test('a refused refund is not retried after another refund covered it', async ({ ctx }) => {
  const { scripted, paymentCtx, orderId, takeBack, give, unit } = await givenPaid(ctx)
  scripted.next('refused')
  const refused = refundIdOf(await takeBack(0))
  scripted.next('pending')
  const again = await takeBack(0)
  expect(again.ok).toBe(true)
  const retry = () => tryRefundAgain(paymentCtx, ordersOnSale, { orderId, id: refused })
  const pay = () =>
    transact(ctx, (work) =>
      recordPaidOutside(work, ordersOnSale, { orderId, id: refused }, { method: 'check', reference: '' }),
    )
  expect(await retry()).toEqual({ ok: false, why: 'no_longer_owed' })
  expect(await pay()).toEqual({ ok: false, why: 'no_longer_owed' })
  scripted.next('refunded')
  await give('all')
  expect(await retry()).toEqual({ ok: false, why: 'no_longer_owed' })
  expect(await unit()).toBe('taken')
})

test('a refused part of a line is not retried once the rest of the line went back', async ({ ctx }) => {
  const { scripted, paymentCtx, orderId, give } = await givenPaid(ctx)
  const part = { position: 1, amountCents: 2_500 }
  scripted.next('refused')
  const refused = refundIdOf(await give(part))
  scripted.next('refunded')
  expect(await give(part)).toMatchObject({ ok: true })
  // The charge has enough left; the line, of $42.78, has not.
  expect(await tryRefundAgain(paymentCtx, ordersOnSale, { orderId, id: refused })).toEqual({
    ok: false,
    why: 'no_longer_owed',
  })
  expect(scripted.made).toHaveLength(1)
})

test('a refund with a lost answer is looked up before it is retried', async ({ ctx }) => {
  const { scripted, takeBack, pass, reconcile, order } = await givenPaid(ctx)
  scripted.next('lost')
  const refundId = refundIdOf(await takeBack(0))
  scripted.next('refunded')
  pass(minute)
  await reconcile()
  expect(await order()).toMatchObject({ state: 'part_refunded', refundedCents: 10_000 })
  expect([scripted.looked, scripted.made.length]).toEqual([[refundId], 1])
})

test('a refund completed after its refusal is recorded, and alerts when it is too much', async ({ ctx }) => {
  const { scripted, paymentCtx, orderId, takeBack, order, alerts, pass } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  pass(minute)
  scripted.next('refunded')
  const letGo = scripted.holdBack()
  const late = carryOutRefunds(paymentCtx, ordersOnSale, [refundId])
  await expect.poll(() => scripted.made.length).toBe(1)
  pass(3 * minute)
  await ctx.db.update(refunds).set({ state: 'refused', settledAt: ctx.now() }).where(eq(refunds.id, refundId))
  const paid = await transact(ctx, (work) =>
    recordPaidOutside(work, ordersOnSale, { orderId, id: refundId }, { method: 'check', reference: '7' }),
  )
  expect(paid.ok).toBe(true)
  letGo()
  await late
  expect(await order()).toMatchObject({ refundedCents: 10_000 })
  expect(await alerts()).toEqual(['refund_made_twice'])
})

test('a refund completed after its refusal, when another one has taken its place, alerts and counts nothing', async ({
  ctx,
}) => {
  const { scripted, orderId, takeBack, give, order, alerts } = await givenPaid(ctx)
  scripted.next('refused')
  const id = refundIdOf(await takeBack(0))
  scripted.next('pending')
  expect((await give('all')).ok).toBe(true)
  const made = { outcome: 'refunded', refundRef: 're_late' } as const
  await transact(ctx, (work) => settleRefund(work, ordersOnSale, { orderId, id }, made))
  expect(await order()).toMatchObject({ state: 'paid', refundedCents: 0 })
  expect(await alerts()).toContain('refund_made_twice')
})

test('a refund that the gateway may still make is not recorded as paid by hand', async ({ ctx }) => {
  const { scripted, orderId, takeBack } = await givenPaid(ctx)
  scripted.next('pending')
  const of = { orderId, id: refundIdOf(await takeBack(0)) }
  const payout = { method: 'check', reference: '1042' } as const
  const recorded = await transact(ctx, (work) => recordPaidOutside(work, ordersOnSale, of, payout))
  expect(recorded).toEqual({ ok: false, why: 'nothing_to_pay_out' })
})

test('a refund that throws is counted and logged, and blocks no other', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, refunds: rows, pass, reconcile, alerts } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(1)
  await takeBack(0)
  const [first] = await rows()
  scripted.next('refunded')
  const { gateway } = paymentCtx
  paymentCtx.gateway = {
    ...gateway,
    refund: (request) =>
      request.refundId === first?.id
        ? Promise.reject(new Error('No such field: balance'))
        : gateway.refund(request),
  }
  pass(hour)
  await reconcile()
  // The second look comes before its time: it waits longer after each failure.
  await reconcile()
  expect(await rows()).toMatchObject([{ state: 'started', tries: 2 }, { state: 'done' }])
  await transact(ctx, alertOverdueRefunds)
  expect(await alerts(), 'silent for an hour is not too long').toEqual([])
  pass(1)
  await transact(ctx, alertOverdueRefunds)
  expect(await alerts()).toEqual(['refund_open_too_long'])
  paymentCtx.gateway = gateway
  pass(minute)
  await reconcile()
  expect(await rows()).toMatchObject([{ state: 'done' }, { state: 'done' }])
  expect(await alerts()).toEqual([])
})

test('a refund that waits for settlement raises an alert after three days', async ({ ctx }) => {
  const { scripted, takeBack, pass, alerts, reconcile } = await givenPaid(ctx)
  scripted.next('pending')
  await takeBack(0)
  for (let hours = 0; hours < 72; hours++) {
    pass(hour)
    await reconcile()
    await transact(ctx, alertOverdueRefunds)
    expect(await alerts()).toEqual([])
  }
  pass(1)
  await transact(ctx, alertOverdueRefunds)
  expect(await alerts()).toEqual(['refund_open_too_long'])
})

for (const end of ['refused', 'too_late'] as const)
  test(`a refund that ends as ${end} is open for too long no more`, async ({ ctx }) => {
    const { scripted, takeBack, pass, reconcile, alerts } = await givenPaid(ctx)
    scripted.next('pending')
    await takeBack(0)
    pass(4 * day)
    await transact(ctx, alertOverdueRefunds)
    expect(await alerts()).toEqual(['refund_open_too_long'])
    scripted.next(end)
    await reconcile()
    await transact(ctx, alertOverdueRefunds)
    expect(await alerts()).toEqual([end === 'refused' ? 'refund_refused' : 'refund_by_check'])
  })

test('a refund completed after a refusal releases no number that has shipped meanwhile', async ({ ctx }) => {
  const { scripted, paymentCtx, takeBack, order, pass, stage, unit } = await givenPaid(ctx)
  scripted.next('silent')
  const refundId = refundIdOf(await takeBack(0))
  pass(minute)
  scripted.next('refunded')
  const letGo = scripted.holdBack()
  const late = carryOutRefunds(paymentCtx, ordersOnSale, [refundId])
  await expect.poll(() => scripted.made.length).toBe(1)
  await ctx.db.update(refunds).set({ state: 'refused' }).where(eq(refunds.id, refundId))
  for (const to of stagesUpTo('at_dealer')) expect(await stage(to)).toMatchObject({ ok: true })
  letGo()
  await late
  expect(await order()).toMatchObject({ refundedCents: 10_000 })
  expect(await unit()).toBe('taken')
})

const answer = fc.constantFrom<RefundScript>(
  'refunded',
  'pending',
  'refused',
  'too_late',
  'lost',
  'silent',
  'fault',
)
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('take back' as const), lines: fc.subarray([0, 1]), answer }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('line' as const), line: fc.nat(1), answer }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('amount' as const),
      cents: fc.integer({ min: 1, max: 9_000 }),
      answer,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('all' as const), answer }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('shop' as const), cents: fc.integer({ min: 1, max: 15_343 }) }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('wait' as const), answer }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('retry' as const), which: fc.nat(9), answer }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('pay by check' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('stage' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('dispatch' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const capturedCents = 15_343

test('any sequence of requests adds up to the cent and releases stock once', {
  timeout: 240_000,
}, async ({ db, ctx }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await emptyDatabase()
      const world = await givenPaid(ctx)
      const { releases, restore } = countReleases()
      try {
        for (const each of steps) {
          await perform(ctx, world, each)
          await expectSound(world)
        }
        for (let round = 0; round < 3; round++) {
          await perform(ctx, world, { act: 'wait', answer: 'refunded' })
          const { length } = await world.refunds()
          for (let which = 0; which < length; which++)
            await perform(ctx, world, { act: 'pay by check', which })
        }
        await perform(ctx, world, { act: 'all', answer: 'refunded' })
        await expectSound(world)
        await expectSoundStock(db)
        for (const count of releases.values()) expect(count).toBe(1)
      } finally {
        restore()
      }
    }),
    { numRuns: 40 },
  )
})

type World = Awaited<ReturnType<typeof givenPaid>>

async function perform(ctx: TestContext, world: World, each: Step) {
  const { scripted, paymentCtx, orderId, takeBack, give, pass, reconcile, stage } = world
  if ('answer' in each) scripted.next(each.answer)
  const refundAt = async (which: number) => {
    const rows = await world.refunds()
    return rows[which % Math.max(rows.length, 1)]?.id ?? ''
  }
  switch (each.act) {
    case 'take back':
      return takeBack(...each.lines)
    case 'line':
      return give({ position: each.line })
    case 'amount':
      return give({ amountCents: each.cents })
    case 'all':
      return give('all')
    case 'shop': {
      // As a settlement does that learns once more of a charge: nothing of it may exceed the charge.
      const [attempt] = await world.db.select().from(paymentAttempts)
      const found = await world.order()
      if (!attempt || !found) return undefined
      const { lines, shippingCents } = returnAll(found)
      // What was sent stays sold.
      const parts = lines.map((part) => {
        const line = found.lines.find(({ position }) => position === part.position)
        return { ...part, releasesStock: !line || stockReturn(line) === 'opens' }
      })
      const of = { attemptId: attempt.id, amountCents: capturedCents, shippingCents }
      const started = await transact(ctx, (work) =>
        startRefund(work, orderId, { ...of, requestedBy: 'shop' }, parts),
      )
      if (
        started &&
        (await world.refunds()).some(({ id, state }) => id !== started.id && state !== 'refused')
      )
        throw new Error('The charge was given back twice')
      return started
    }
    case 'wait':
      pass(4 * hour)
      return reconcile()
    case 'retry':
      return tryRefundAgain(paymentCtx, ordersOnSale, { orderId, id: await refundAt(each.which) })
    case 'pay by check': {
      const id = await refundAt(each.which)
      return transact(ctx, (work) =>
        recordPaidOutside(work, ordersOnSale, { orderId, id }, { method: 'check', reference: '1' }),
      )
    }
    case 'stage':
      return stage('agreed')
    case 'dispatch':
      return sendGoods(ctx, orderId)
  }
}

async function expectSound({ db, scripted, orderId, order, refunds }: World) {
  const [rows, found] = [await refunds(), await order()]
  const sum = (states: string[]) =>
    rows
      .filter(({ state }) => states.includes(state))
      .reduce((total, { amountCents }) => total + amountCents, 0)
  const paidOut = scripted.made.reduce((total, { amountCents }) => total + amountCents, 0)
  const byCheck = rows
    .filter(({ payoutMethod }) => payoutMethod)
    .reduce((total, row) => total + row.amountCents, 0)
  expect(paidOut + byCheck).toBeLessThanOrEqual(capturedCents)
  expect(new Set(scripted.made.map(({ refundId }) => refundId)).size, 'posted once').toBe(
    scripted.made.length,
  )
  expect(sum(['done', 'started', 'by_check'])).toBeLessThanOrEqual(capturedCents)
  expect(found?.refundedCents).toBe(sum(['done']))
  const ofLines = found?.lines.reduce((total, line) => total + line.refundedCents, 0) ?? 0
  expect(ofLines + (found?.shippingRefundedCents ?? 0)).toBe(sum(['done']))
  expect(found?.state === 'refunded').toBe(sum(['done']) === capturedCents)
  const { rows: twice } = await db.execute(sql`
    select position from refund_lines where order_id = ${orderId} and is_returned and counts group by position having count(*) > 1`)
  expect(twice).toEqual([])
}

function countReleases() {
  const releases = new Map<string, number>()
  const restored = Object.values(ordersOnSale).map((sellable) => {
    const { release } = sellable
    const own = release
    sellable.release = (orderId, ref) => {
      releases.set(sellable.kind, (releases.get(sellable.kind) ?? 0) + 1)
      return own(orderId, ref)
    }
    return () => {
      sellable.release = release
    }
  })
  return {
    releases,
    restore: () => {
      for (const each of restored) each()
    },
  }
}
