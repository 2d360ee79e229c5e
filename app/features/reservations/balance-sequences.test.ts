import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { expireHolds } from '#app/features/checkout/flows.server.ts'
import { findLedgerMismatches } from '#app/features/orders/store/ledger.server.ts'
import { reconcilePayments } from '#app/features/payments/flows.server.ts'
import { reconcileRefunds, refundOrder, refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { byHand } from '#app/gateway/payment-context.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { accountBalances } from '#app/ledger/ledger.server.ts'
import { due, givenAgreed, releaseUnpaid } from '#test/world.ts'
import { shopZone } from '#test/moment.ts'
import { emptyDatabase, type TestContext, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { expectSoundStock } from '#test/goods.ts'
import { recordBalancePayment } from './balance-flows.server.ts'
import { extendBalance, waiveBalance, withdrawBalance } from './store/balance.server.ts'

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
  const change = { orderId, position: 0, by: 'sam', reason: 'As agreed' }
  switch (act) {
    case 'ask':
      return world.ask()
    case 'pay':
      return world.pay(card)
    case 'withdraw':
      return transact(ctx, (work) => withdrawBalance(work, change))
    case 'waive':
      return transact(ctx, (work) => waiveBalance(work, change))
    case 'extend':
      return transact(ctx, (work) =>
        extendBalance(
          work,
          {
            ...change,
            dueOn: after(ctx.now(), 20 * day)
              .toISOString()
              .slice(0, 10),
          },
          shopZone,
        ),
      )
    case 'record': {
      const amountCents = due.totalCents
      const received = {
        orderId,
        position: 0,
        amountCents,
        method: 'check' as const,
        reference: '7',
        by: 'sam',
      }
      return recordBalancePayment(paymentCtx, received)
    }
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
