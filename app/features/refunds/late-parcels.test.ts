import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { transact } from '#app/db/work.server.ts'
import { day } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { answerDelay, findDue } from '#app/features/orders/store/parcels.server.ts'
import { packParcel, sendParcel } from '#app/features/orders/store/parcel-steps.server.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaid, sendGoods } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenShop } from '#test/visit.ts'

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
    await sendParcel(work, ordersOnSale, id, { carrier: 'ups', tracking: '', by: 'sam' })
  })
  await night(25)
  await night(5)
  expect(await isRefunded()).toBe(false)
  expect(await late()).toMatchObject([{ detail: expect.stringContaining('by amount') }])
})
