import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { dealerJobs } from '#app/features/dealers/jobs.server.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { givenReservation, stagesUpTo } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, givenShop } from '#test/visit.ts'
import { action, loader } from './routes/move.tsx'

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
  const press = async (form: Record<string, string>) => {
    const { revision, onDay } = await shown()
    const args = await visit({ revision: String(revision), onDay, to: 'shipped', ...form })
    return answerOf(() => action(args))
  }
  const correct = async (form: Record<string, string>) => {
    const { revision } = await shown()
    const args = await visit({ verb: 'tracking', revision: String(revision), ...form })
    return answerOf(() => action(args))
  }
  return { ...given, shop, shown, press, correct }
}

test('the slip of a move to the dealer shows both emails, and refuses what is missing beside its field', async ({
  ctx,
}) => {
  const { shown, press, stageNow } = await givenSlip(ctx)
  expect(await shown()).toMatchObject({
    next: 'shipped',
    isShipping: true,
    shipment: null,
    mails: [
      {
        to: 'buyer@example.com',
        text: expect.stringContaining('Tracking: (the carrier and tracking number)'),
      },
      { to: 'dealer@example.com', subject: expect.stringContaining('Shipped to you') },
    ],
  })
  const carrier = ['Choose the carrier it was handed to.']
  const tracking = ['Enter the tracking number.']
  for (const [form, errors] of [
    [{}, { carrier, tracking }],
    [{ carrier: '', tracking: '1Z999' }, { carrier }],
    [{ carrier: 'ups', tracking: ' ' }, { tracking }],
  ] as const)
    expect(await press(form)).toMatchObject({ status: 409, value: { errors, given: form } })
  expect(await press({ carrier: 'pigeon', tracking: '1Z999' })).toMatchObject({
    status: 422,
    value: { errors: { carrier: ['Choose the carrier'] } },
  })
  expect(await press({ carrier: 'ups', tracking: '1'.repeat(61) })).toMatchObject({
    status: 422,
    value: { errors: { tracking: ['Keep the tracking number under 60 characters'] } },
  })
  expect(await stageNow()).toBe('form3_approved')
})

test('a shipped firearm has its tracking on the slip, in the audit log, and in the emails to buyer and dealer', async ({
  ctx,
}) => {
  const { shown, press, stageNow, orderId, move } = await givenSlip(ctx)
  ctx.queued.length = 0
  expect(await press({ carrier: 'ups', tracking: ' 1Z999 ' })).toMatchObject({ status: 303 })
  expect(await stageNow()).toBe('shipped')
  const shipment = { carrier: 'ups', tracking: '1Z999' }
  expect(ctx.queued).toMatchObject([
    { job: 'mail-order-stage', payload: { orderId, stage: 'shipped', ...shipment } },
    { job: 'mail-dealer-shipped', payload: { orderId, lines: [0], ...shipment } },
  ])
  expect((await listAuditEntries(ctx.db))[0]).toMatchObject({
    verb: 'stage',
    subject: orderId,
    data: { to: 'shipped', ...shipment },
  })
  const link = { text: 'UPS 1Z999', url: 'https://www.ups.com/track?tracknum=1Z999' }
  expect(await shown()).toMatchObject({ from: 'shipped', isShipping: false, shipment: { shown: link } })
  await move('at_dealer')
  expect(await shown()).toMatchObject({ shipment: { shown: link } })
  ctx.queued.length = 0
  expect(await press({ backReason: 'Wrong order' })).toMatchObject({ status: 303 })
  expect(await shown()).toMatchObject({ from: 'shipped', shipment: { shown: link } })
  expect(ctx.queued.map(({ job }) => job)).toEqual(['mail-order-stage'])
  await press({ to: 'form3_approved', backReason: 'It was not shipped' })
  expect(await shown()).toMatchObject({ from: 'form3_approved', shipment: null, isShipping: true })
})

test('no email to a dealer is shown where their address is unknown', async ({ ctx }) => {
  const { shown } = await givenSlip(ctx)
  await ctx.db.update(dealers).set({ email: null, emailConfirmedAt: null, emailConfirmedBy: null })
  expect((await shown()).mails).toHaveLength(1)
  await ctx.db.update(orders).set({ dealerKey: null })
  expect((await shown()).mails).toHaveLength(1)
})

test('a wrong number is corrected in its place, with a reason: the stage stays, and buyer and dealer are mailed the right one', async ({
  ctx,
}) => {
  const { shop, shown, press, correct, stageNow, orderId } = await givenSlip(ctx)
  const right = { carrier: 'fedex', tracking: '7700 1', reason: 'Two labels were mixed up' }
  expect(await correct(right)).toMatchObject({ status: 409, value: { verb: 'tracking' } })
  await press({ carrier: 'ups', tracking: '1Z999' })
  const old = String((await shown()).revision)
  ctx.queued.length = 0
  expect(await correct({ ...right, reason: ' ' })).toMatchObject({
    status: 422,
    value: { errors: { reason: ['Say what was wrong'] }, given: { tracking: '7700 1' } },
  })
  expect(await correct({ ...right, tracking: '' })).toMatchObject({
    status: 409,
    value: { errors: { tracking: ['Enter the tracking number.'] } },
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
  const { press, correct, move } = await givenSlip(ctx)
  await press({ carrier: 'ups', tracking: '1Z999' })
  await move('at_dealer')
  const right = { carrier: 'ups', tracking: '1Z998', reason: 'Mistyped' }
  expect(await correct(right)).toMatchObject({ status: 303 })
  await move('form4_filed')
  expect(await correct({ ...right, tracking: '1Z997' })).toMatchObject({
    status: 409,
    value: { refusals: ['It is not on its way to its dealer, or its shipment was not recorded.'] },
  })
})
