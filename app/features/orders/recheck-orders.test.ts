import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import type { StateRuleInput } from '#app/features/compliance/rules.ts'
import { findStateRule, recordStateRule } from '#app/features/compliance/store/state-rules.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { findOrder, listEvents } from './store/read.server.ts'
import { countOpenByState, listOpenReviews, recheckOrders } from './store/review.server.ts'

async function paidFrom(ctx: TestContext, state = 'TX') {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const held = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, held.orderId, reservationForm({ state }))
  return { shop, orderId: held.orderId }
}

async function change(ctx: TestContext, state: string, values: Partial<StateRuleInput>) {
  const { local: _, version: __, ...before } = (await findStateRule(ctx.db, state)) ?? {}
  await transact(ctx, (work) => recordStateRule(work, { ...(before as StateRuleInput), ...values }))
  return transact(ctx, (work) => recheckOrders(work, [state], ''))
}

test('an order stores the rules that allowed it, by version and source', async ({ ctx }) => {
  const { orderId } = await paidFrom(ctx)
  const order = await findOrder(ctx.db, orderId)
  expect(order?.verdict).toMatchObject({
    outcome: 'allowed',
    rules: [
      {
        id: 'TX',
        version: 1,
        asOf: '2026-11-20',
        sources: expect.arrayContaining([expect.stringContaining('http')]),
      },
    ],
  })
})

test('a stricter rule rechecks open orders and cancels none', async ({ ctx }) => {
  const { orderId } = await paidFrom(ctx)
  expect(await change(ctx, 'TX', { sbr: 'restricted' })).toEqual({ lastId: null, changed: [orderId] })
  const order = await findOrder(ctx.db, orderId)
  expect(order).toMatchObject({
    state: 'paid',
    verdict: { outcome: 'review', rules: [{ id: 'TX', version: 2 }] },
  })
  const events = await listEvents(ctx.db, orderId)
  expect(events.at(-1)).toMatchObject({ kind: 'judged_again', data: { from: 'allowed', to: 'review' } })
  expect(await listOpenReviews(ctx.db)).toMatchObject([{ orderId, state: 'waiting' }])
})

test('a new refusal is mailed to the buyer, and nothing is canceled', async ({ ctx }) => {
  const { shop, orderId } = await paidFrom(ctx)
  await change(ctx, 'TX', { sbr: 'prohibited' })
  const queued = ctx.queued.find(({ job }) => job === 'mail-order-judged')
  const mail = jobsOfOrders(ordersOnSale).find(({ name }) => name === 'mail-order-judged')
  await mail?.run(shop, queued?.payload)
  expect(shop.sent.at(-1)?.text).toMatch(/Texas does not allow.*Nothing is canceled/s)
  expect(shop.sent.at(-1)?.text).toContain(orderId)
})

test('a withdrawn rule is not mailed', async ({ ctx }) => {
  const { shop } = await paidFrom(ctx)
  const before = shop.sent.length
  await change(ctx, 'TX', { sbr: 'prohibited' })
  await change(ctx, 'TX', { sbr: 'allowed' })
  expect(ctx.queued.filter(({ job }) => job === 'mail-order-judged')).toHaveLength(1)
  const queued = ctx.queued.find(({ job }) => job === 'mail-order-judged')
  const mail = jobsOfOrders(ordersOnSale).find(({ name }) => name === 'mail-order-judged')
  await mail?.run(shop, queued?.payload)
  expect(shop.sent).toHaveLength(before)
})

test('a rule that changes while the order waits for its review opens nothing, and is not mailed again', async ({
  ctx,
}) => {
  const { orderId } = await paidFrom(ctx)
  await change(ctx, 'TX', { sbr: 'restricted' })
  expect(await change(ctx, 'TX', { note: 'Read again.' })).toMatchObject({ changed: [] })
  expect((await listEvents(ctx.db, orderId)).map(({ kind }) => kind)).not.toContain('review_reopened')
  expect(ctx.queued.filter(({ job }) => job === 'mail-order-judged')).toHaveLength(1)
})

test('the job goes through every open order of its states', async ({ ctx }) => {
  const { shop, orderId } = await paidFrom(ctx)
  const { local: _, version: __, ...before } = (await findStateRule(ctx.db, 'TX')) ?? {}
  await transact(ctx, (work) => recordStateRule(work, { ...(before as StateRuleInput), sbr: 'restricted' }))
  const queued = ctx.queued.find(({ job }) => job === 'judge-orders-again')
  const again = jobsOfOrders(ordersOnSale).find(({ name }) => name === 'judge-orders-again')
  await again?.run(shop, queued?.payload)
  expect((await findOrder(ctx.db, orderId))?.verdict?.outcome).toBe('review')
})

test('open orders are counted by each state that decides them, once', async ({ ctx }) => {
  await paidFrom(ctx)
  const counts = async () => Object.fromEntries(await countOpenByState(ctx.db))
  expect(await counts()).toEqual({ TX: 1 })
  await ctx.db.execute(`update orders set ship_state = 'TX', dealer_state = 'FL'`)
  expect(await counts()).toEqual({ TX: 1, FL: 1 })
  await ctx.db.execute(`update orders set state = 'refunded'`)
  expect(await counts()).toEqual({})
  await ctx.db.execute(`update orders set state = 'paid', verdict = null`)
  expect(await counts()).toEqual({})
})

test('ended orders and orders of other states are unchanged', async ({ ctx }) => {
  const { orderId } = await paidFrom(ctx, 'FL')
  expect(await change(ctx, 'TX', { sbr: 'restricted' })).toMatchObject({ changed: [] })
  for (const over of [
    `stage = 'picked_up'`,
    `stage = 'reserved', delivered_at = now()`,
    `delivered_at = null, returned_at = now()`,
  ]) {
    await ctx.db.execute(`update order_lines set ${over}`)
    expect(await change(ctx, 'FL', { sbr: 'prohibited' }), over).toMatchObject({ changed: [] })
  }
  expect((await findOrder(ctx.db, orderId))?.verdict?.outcome).toBe('allowed')
  expect(await listOpenReviews(ctx.db)).toEqual([])
})
