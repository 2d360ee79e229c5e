import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { hour } from '#app/kit/clock.ts'
import { type TestContext, emptyDatabase, test } from '#test/db.ts'
import { givenPaid, sendGoods } from '#test/world.ts'
import type { RefundScript } from '#test/scripted-refunds.ts'
import { ordersOnSale } from '#test/shop.ts'
import { expectSoundStock } from '#test/goods.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { tryRefundAgain } from './flows.server.ts'
import { recordPaidOutside } from './store/settle-refund.server.ts'
import { startRefund } from './store/refund.server.ts'

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
      const what = { attemptId: attempt?.id ?? '', amountCents: capturedCents, requestedBy: 'shop' as const }
      const started = await transact(ctx, (work) => startRefund(work, orderId, what))
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
        recordPaidOutside(work, ordersOnSale, id, { method: 'check', reference: '1' }),
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
