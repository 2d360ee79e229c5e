import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { dealerJobs } from '#app/features/dealers/jobs.server.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { givenReservation, stagesUpTo } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, givenShop } from '#test/visit.ts'
import { action, loader } from './routes/slip.tsx'

async function givenSlip(ctx: TestContext) {
  const given = await givenReservation(ctx)
  for (const stage of stagesUpTo('form3_approved')) await given.move(stage)
  await ctx.db
    .update(dealers)
    .set({ email: 'dealer@example.com', emailConfirmedAt: ctx.now(), emailConfirmedBy: 'sam' })
  const shop = givenShop(ctx)
  const bench = await givenStaff(ctx, 'bench')
  const params = { order: given.orderId, position: '0' }
  const visit = (form?: Record<string, string>) =>
    staffVisit(shop, bench, {
      path: `/staff/transfers/${given.orderId}/0`,
      params,
      ...(form && { form }),
    })
  const shown = async () => {
    const args = await visit()
    return (await answerOf(() => loader(args))).value as Awaited<ReturnType<typeof loader>>
  }
  const correct = async (form: Record<string, string>) => {
    const { revision } = await shown()
    const args = await visit({ revision: String(revision), ...form })
    return answerOf(() => action(args))
  }
  return { ...given, shop, shown, correct }
}

test('a wrong number is corrected in its place, with a reason: the stage stays, and buyer and dealer are mailed the right one', async ({
  ctx,
}) => {
  const { shop, shown, move, correct, stageNow, orderId } = await givenSlip(ctx)
  const right = { carrier: 'fedex', tracking: '7700 1', reason: 'Two labels were mixed up' }
  expect(await correct(right)).toMatchObject({ status: 409 })
  await move('shipped', { carrier: 'ups', tracking: '1Z999' })
  const old = String((await shown()).revision)
  ctx.queued.length = 0
  expect(await correct({ ...right, reason: ' ' })).toMatchObject({
    status: 422,
    value: { fieldErrors: { reason: ['Say what was wrong'] }, given: { tracking: '7700 1' } },
  })
  expect(await correct({ ...right, tracking: '' })).toMatchObject({
    status: 409,
    value: { fieldErrors: { tracking: ['Enter the tracking number.'] } },
  })
  expect(await correct({ ...right, carrier: 'ups', tracking: '1Z999' })).toMatchObject({ status: 409 })
  expect(ctx.queued).toEqual([])

  expect(await correct(right)).toMatchObject({ status: 303, location: `/staff/transfers/${orderId}/0` })
  expect(await stageNow()).toBe('shipped')
  expect((await shown()).shipment).toMatchObject({ carrier: 'fedex', tracking: '7700 1' })
  const { reason, ...shipment } = right
  expect((await listAuditEntries(ctx.db))[0]).toMatchObject({
    verb: 'shipment-correct',
    subject: orderId,
    data: { reason, before: { carrier: 'ups', tracking: '1Z999' }, after: shipment },
  })
  expect((await listEvents(ctx.db, orderId)).at(-1)).toMatchObject({
    kind: 'tracking',
    data: { line: 0, reason, ...shipment },
  })
  expect(await correct({ ...right, tracking: '1', revision: old })).toMatchObject({ status: 409 })

  for (const { job, payload } of ctx.queued.splice(0))
    await [...jobsOfOrders(ordersOnSale), ...dealerJobs].find(({ name }) => name === job)?.run(shop, payload)
  expect(shop.sent.map(({ to, subject }) => [to, subject.split(':')[0]])).toEqual([
    ['buyer@example.com', 'Tracking number'],
    ['dealer@example.com', 'Tracking number corrected'],
  ])
  for (const { text } of shop.sent) {
    expect(text).toContain('Tracking: FedEx 7700 1')
    expect(text).toContain('Track the shipment:\nhttps://www.fedex.com/fedextrack/?trknbr=77001')
  }
})

test('what has arrived at the dealer for good has no tracking to correct', async ({ ctx }) => {
  const { correct, move } = await givenSlip(ctx)
  await move('shipped', { carrier: 'ups', tracking: '1Z999' })
  await move('at_dealer')
  const right = { carrier: 'ups', tracking: '1Z998', reason: 'Mistyped' }
  expect(await correct(right)).toMatchObject({ status: 303 })
  await move('form4_filed')
  expect(await correct({ ...right, tracking: '1Z997' })).toMatchObject({
    status: 409,
    value: {
      fieldErrors: { form: ['It is not on its way to its dealer, or its shipment was not recorded.'] },
    },
  })
})
