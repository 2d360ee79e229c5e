import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { listRefunds, findOrder } from '#app/features/orders/store/read.server.ts'
import { reconcilePayments } from '#app/features/payments/flows.server.ts'
import {
  reconcileRefunds,
  refundOwnLines,
  recordPayout,
  refundOrder,
} from '#app/features/refunds/flows.server.ts'
import { type PaymentContext, byHand } from '#app/gateway/payment-context.server.ts'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { orderBalances, accountBalances } from '#app/ledger/ledger.server.ts'
import { due, givenAgreed, releaseUnpaid } from '#test/world.ts'
import { type TestContext, test, emptyDatabase } from '#test/db.ts'
import { ordersOnSale, reservationForm } from '#test/shop.ts'
import { dyingByHand, ProcessDied } from '#test/dying.ts'
import fc from 'fast-check'
import { findLedgerMismatches } from '#app/features/orders/store/ledger.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { shopZone } from '#test/moment.ts'
import { expectSoundStock } from '#test/goods.ts'
import { recordBalancePayment } from './store/balance.server.ts'

const dueAt = new Date('2026-12-05T04:59:00Z')

const received = {
  position: 0,
  amountCents: due.totalCents,
  method: 'check',
  reference: '1042',
  by: 'sam',
} as const

async function given(ctx: TestContext) {
  const agreed = await givenAgreed(ctx)
  await agreed.ask()
  const { paymentCtx, orderId } = agreed
  const notes: string[] = []
  const record = (
    more: Partial<Parameters<typeof recordBalancePayment>[1]> = {},
    shop: PaymentContext = paymentCtx,
  ) =>
    recordBalancePayment(shop, { ...received, orderId, ...more }, async (task) => {
      const done = await transact(shop, task)
      if (done.ok) notes.push('noted')
      return done
    })
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
  const { record, notes, pay, balance } = await given(ctx)
  expect(await record({ amountCents: due.totalCents - 1 })).toEqual({ ok: false, why: 'amount_differs' })
  expect(await record({ amountCents: due.amountCents })).toEqual({ ok: false, why: 'amount_differs' })
  expect(await balance()).toMatchObject({ state: 'open', orderId: null })
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
  expect(paid).toMatchObject({ ok: true })
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
  expect(await record({}, shop)).toMatchObject({ ok: true, orderId: opened.orderId })
  expect(await balance()).toMatchObject({ state: 'paid' })
})

const cards = ['sandbox_approve', 'sandbox_decline', 'sandbox_review', 'sandbox_silent_after'] as const
const steps = [
  'ask',
  'withdraw',
  'waive',
  'extend',
  'record',
  'release',
  'refund reservation',
  'refund balance',
  'refund a part',
  'decide',
  'expire',
  'reconcile',
  'move on',
  'pick up',
] as const
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('pay'), card: fc.constantFrom(...cards) }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('wait'), hours: fc.constantFrom(1, 24, 13 * 24, 8 * 24) }),
  },
  { weight: 8, arbitrary: fc.record({ act: fc.constantFrom(...steps) }) },
)
type Step = { act: string; card?: string; hours?: number }

test('after any order of requests, payments, refunds and releases every cent is accounted for', {
  timeout: 240_000,
}, async ({ db, ctx }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 10 }),
      async (batches) => {
        await emptyDatabase()
        ctx.setNow(new Date('2026-11-20T12:00:00Z'))
        const world = await givenAgreed(ctx)
        for (const batch of batches) {
          await Promise.all(batch.map((each) => perform(ctx, world, each as Step)))
          await expectNeverPaidTwice(world)
        }
        await settleEverything(ctx, world)
        await expectNeverPaidTwice(world)
        await expectSound(world)
      },
    ),
    { numRuns: 30 },
  )
  expect(await findLedgerMismatches(db)).toEqual([])
})

type World = Awaited<ReturnType<typeof givenAgreed>>

async function perform(ctx: TestContext, world: World, { act, card, hours }: Step): Promise<unknown> {
  const { paymentCtx, orderId } = world
  switch (act) {
    case 'ask':
      return world.ask()
    case 'pay':
      return world.pay(card)
    case 'withdraw':
      return world.withdraw()
    case 'waive':
      return world.waive()
    case 'extend':
      return world.extend(formatIsoDay(after(ctx.now(), 20 * day), shopZone))
    case 'record':
      return recordBalancePayment(paymentCtx, { ...received, orderId })
    case 'release':
      return releaseUnpaid(ctx, orderId)
    case 'refund reservation':
      return refundOwnLines(paymentCtx, ordersOnSale, orderId, [0])
    case 'refund balance':
    case 'refund a part': {
      const paidBy = (await world.balance())?.orderId
      const what = act === 'refund balance' ? ('all' as const) : { amountCents: 5_000 }
      return paidBy ? refundOrder(paymentCtx, ordersOnSale, paidBy, what) : undefined
    }
    case 'decide':
      return decideAll(world)
    case 'expire':
      return expireHolds(paymentCtx, ordersOnSale)
    case 'reconcile':
      await reconcilePayments(paymentCtx, ordersOnSale)
      return reconcileRefunds(paymentCtx, ordersOnSale)
    case 'move on':
      return world.move('balance_paid')
    case 'pick up':
      for (const to of ['balance_paid', 'in_build', 'built', 'form3_filed', 'form3_approved'] as const)
        await world.move(to)
      for (const to of ['shipped', 'at_dealer', 'form4_filed', 'form4_approved', 'picked_up'] as const)
        await world.move(to)
      return undefined
    default:
      return ctx.setNow(after(ctx.now(), (hours ?? 1) * hour))
  }
}

async function decideAll({ db, paymentCtx }: World) {
  const { rows } = await db.execute<{ id: string }>(sql`select id from payment_attempts`)
  for (const { id } of rows) await paymentCtx.gateway.settleReview?.(id, 'captured')
}

async function settleEverything(ctx: TestContext, world: World) {
  const { db, paymentCtx } = world
  await decideAll(world)
  for (let round = 0; round < 8; round++) {
    ctx.setNow(after(ctx.now(), 6 * hour))
    await reconcilePayments(paymentCtx, ordersOnSale)
    await reconcileRefunds(paymentCtx, ordersOnSale)
    await expireHolds(paymentCtx, ordersOnSale)
    const { rows } = await db.execute<{ id: string }>(sql`select refund_id as id from payouts`)
    for (const { id } of rows) await byHand(paymentCtx).gateway.recordPayout?.(id, 'sent')
  }
}

async function expectNeverPaidTwice({ db, orderId }: World) {
  const { rows } = await db.execute(sql`
    select position from balances where reservation_id = ${orderId} and state <> 'released'
    group by position having count(*) > 1`)
  expect(rows).toEqual([])
  const paid = await db.execute(sql`
    select balances.id from balances left join orders on orders.id = balances.order_id
    where (balances.state = 'paid') <> coalesce(orders.state in ('paid', 'part_refunded'), false)
      and balances.state <> 'released'`)
  expect(paid.rows).toEqual([])
}

async function expectSound({ db }: World) {
  await expectSoundStock(db)
  expect(await findLedgerMismatches(db)).toEqual([])
  const accounts = new Map((await accountBalances(db)).map((each) => [each.account, each.amountCents]))
  expect(accounts.get('customer_unallocated') ?? 0).toBe(0)
  expect(accounts.get('refunds_payable') ?? 0).toBe(0)
  const { rows } = await db.execute<{ ours: number; astray: number; ended: number }>(sql`
    select
      (select coalesce(sum(captured_cents - refunded_cents), 0)::int from orders) as ours,
      (select count(*)::int from orders where captured_cents > refunded_cents
        and state not in ('paid', 'part_refunded')) as astray,
      (select count(*)::int from orders join balances on balances.order_id = orders.id
        join order_lines reserved on reserved.order_id = balances.reservation_id and reserved.position = balances.position
        where reserved.returned_at is not null and orders.captured_cents > orders.refunded_cents) as ended`)
  const [found] = rows
  const gateways = [...accounts].filter(([account]) => account.startsWith('gateway:'))
  expect(gateways.reduce((sum, [, cents]) => sum + cents, 0)).toBe(found?.ours)
  expect(found).toMatchObject({ astray: 0, ended: 0 })
}
