import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { postalLine } from '#app/facts/facts.ts'
import { dealerJobs } from '#app/features/dealers/jobs.server.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { findRevision, listEvents } from '#app/features/orders/store/read.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { givenReservation, stagesUpTo } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, givenShop } from '#test/visit.ts'
import { previewBulk } from './routes/bulk.tsx'
import { action, loader } from './routes/order.tsx'

async function givenSheet(ctx: TestContext) {
  const given = await givenReservation(ctx)
  for (const stage of stagesUpTo('form3_approved')) await given.move(stage)
  const { orderId } = given
  const shop = givenShop(ctx)
  const owner = await givenStaff(ctx, 'owner')
  const path = `/staff/orders/${orderId}`
  const params = { order: orderId }
  return {
    ...given,
    shop,
    sheet: async () => {
      const args = await staffVisit(shop, owner, { path, params })
      return (await answerOf(() => loader(args))).value as Awaited<ReturnType<typeof loader>>
    },
    press: async (more: Record<string, string>) => {
      const revision = String(await findRevision(ctx.db, orderId))
      const form = { verb: 'move_stage', revision, position: '0', to: 'shipped', ...more }
      const args = await staffVisit(shop, owner, { path, params, form })
      return answerOf(() => action(args))
    },
  }
}

test('the sheet asks for carrier and tracking number, shows them in the email, and stores them with the stage', async ({
  ctx,
}) => {
  const { press, sheet, stageNow } = await givenSheet(ctx)
  expect(await press({ carrier: '', tracking: '' })).toMatchObject({
    status: 409,
    value: {
      fieldErrors: {
        carrier: ['Choose the carrier it was handed to.'],
        tracking: ['Enter the tracking number.'],
      },
    },
  })
  expect(await press({ overrideReason: 'Owner says so' })).toMatchObject({ status: 409 })
  const typed = { carrier: 'fedex', tracking: '7712 3456' }
  const mail = { text: expect.stringMatching(/Tracking: FedEx 7712 3456[\s\S]*trknbr=77123456/) }
  expect(await press({ ...typed, preview: 'yes' })).toMatchObject({ status: 200, value: { mails: [mail] } })
  expect(await stageNow()).toBe('form3_approved')
  expect(await press(typed)).toMatchObject({ status: 303 })
  const { firearms, revisions } = (await sheet()).sheet
  expect(firearms).toMatchObject([{ tracking: { text: 'FedEx 7712 3456' } }])
  expect(JSON.stringify(revisions)).toContain('Stage: Shipped, FedEx 7712 3456')
  expect((await listAuditEntries(ctx.db))[0]).toMatchObject({ data: { to: 'shipped', ...typed } })
})

test('a wrong number is corrected in its place, with a reason: the stage stays, and buyer and dealer are mailed the right one', async ({
  ctx,
}) => {
  const { press, sheet, move, stageNow, orderId, shop } = await givenSheet(ctx)
  await ctx.db
    .update(dealers)
    .set({ email: 'dealer@example.com', emailConfirmedAt: ctx.now(), emailConfirmedBy: 'sam' })
  const right = { carrier: 'fedex', tracking: '7700 1', reason: 'Two labels were mixed up' }
  const correct = (form: Record<string, string>) => press({ verb: 'correct_shipment', ...form })
  expect(await correct(right)).toMatchObject({ status: 409 })
  await move('shipped', { carrier: 'ups', tracking: '1Z999' })
  ctx.queued.length = 0
  expect(await correct({ ...right, reason: ' ' })).toMatchObject({
    status: 422,
    value: { given: { tracking: '7700 1' } },
  })
  expect(await correct({ ...right, tracking: '' })).toMatchObject({
    status: 409,
    value: { fieldErrors: { tracking: ['Enter the tracking number.'] } },
  })
  expect(await correct({ ...right, carrier: 'ups', tracking: '1Z999' })).toMatchObject({ status: 409 })
  expect(ctx.queued).toEqual([])

  expect(await correct(right)).toMatchObject({ status: 303 })
  expect(await stageNow()).toBe('shipped')
  expect((await sheet()).sheet.firearms).toMatchObject([
    { shipment: { carrier: 'fedex', tracking: '7700 1' } },
  ])
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
  const facts = shop.facts()
  expect(shop.sent[1]?.text).toContain(`Maker: ${facts.legalName}`)
  expect(shop.sent[1]?.text).toContain(`Seller: ${postalLine(facts)}\nLicense: ${facts.licenseLine}`)
  await move('at_dealer')
  expect(await correct({ ...right, tracking: '7700 2' })).toMatchObject({ status: 303 })
  await move('form4_filed')
  expect(await correct(right)).toMatchObject({ status: 409 })
})

test('several orders are not shipped at once: each has a tracking number of its own', async ({ ctx }) => {
  const { paymentCtx, orderId } = await givenSheet(ctx)
  const bulk = {
    ctx: paymentCtx,
    sellables: ordersOnSale,
    timeZone: 'America/New_York',
    by: 'Sam',
    actor: 'Sam',
  }
  const [held] = await previewBulk(bulk, 'move_stage', [orderId])
  expect(held?.outcome).toMatchObject({ ok: false, why: 'shipment_missing' })
})
