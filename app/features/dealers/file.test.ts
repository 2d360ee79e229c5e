import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import { moveStage } from '#app/features/orders/store/stage.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { addDealers } from '#db/sample/load.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { givenReference } from '#test/reference.ts'
import { dealerChecks, stagesUpTo } from '#test/world.ts'
import { dealerJobs } from './jobs.server.ts'
import { lacksOf } from './rules.ts'
import { listDealerFindings, saveDealerFile } from './store/file.server.ts'
import { findDealerFile, searchDealers } from './store/search.server.ts'
import { assignDealer, chooseForOrder } from './store/requests.server.ts'
import { dealers } from './tables.ts'

const today = '2026-11-20'

async function givenDealer(ctx: TestContext) {
  await ctx.db.transaction((tx) => addDealers(tx, ctx.now()))
  const [dealer] = await ctx.db.select().from(dealers).limit(1)
  if (!dealer) throw new Error('No dealer')
  return dealer
}

const save = (
  ctx: TestContext,
  key: string,
  entry: Parameters<typeof saveDealerFile>[2],
  seen = 0,
  by = 'sam',
) => transact(ctx, (work) => saveDealerFile(work, key, entry, { by, seen, today }))

async function paidOrder(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const { orderId } = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, orderId, reservationForm())
  return { shop, orderId }
}

const assign = (ctx: TestContext, orderId: string, key: string) =>
  transact(ctx, (work) => assignDealer(work, ordersOnSale, orderId, key, 'sam'))

test('a file is filled in, and then its dealer may receive an NFA item; who made a check is kept with it', async ({
  ctx,
}) => {
  const { key } = await givenDealer(ctx)
  const file = async () => await findDealerFile(ctx.db, key)
  const lacks = async () => lacksOf((await file())?.file, 'sbr', today)
  expect(await lacks()).not.toEqual([])
  await save(ctx, key, dealerChecks)
  expect(await lacks()).toEqual([])
  const checked = {
    copyAcceptedOn: today,
    copyAcceptedBy: 'sam',
    ezCheckedBy: 'sam',
    specialTaxCopyBy: 'sam',
  }
  expect((await file())?.file).toMatchObject({ revision: 1, ...checked })
  await save(ctx, key, { ...dealerChecks, ezCheckedOn: '2026-11-21', specialTaxCopyOn: null }, 1, 'kim')
  expect((await file())?.file).toMatchObject({ ...checked, ezCheckedBy: 'kim', specialTaxCopyBy: null })
  await save(ctx, key, { licenseExpiresOn: null }, 2)
  expect((await file())?.file).toMatchObject({ copyAcceptedOn: null, copyAcceptedBy: null })
})

test('of two people who change one file, the second learns of the first; the same sent twice counts once', async ({
  ctx,
}) => {
  const { key } = await givenDealer(ctx)
  const note = (notes: string, by: string) => save(ctx, key, { feeCents: 2500, notes }, 0, by)
  const both = await Promise.all([note('call after 10', 'sam'), note('closed Mondays', 'kim')])
  expect(both).toContainEqual(expect.objectContaining({ ok: true, revision: 1 }))
  expect(both).toContainEqual({ ok: false, why: 'changed' })
  const { notes = '', updatedBy = '' } = (await findDealerFile(ctx.db, key))?.file ?? {}
  expect(await note(notes, updatedBy)).toEqual({ ok: true, revision: 1, before: {}, after: {} })
  expect(await note('x', 'sam')).toEqual({ ok: false, why: 'changed' })
  expect(await save(ctx, key, { email: 'a@example.com' })).toEqual({ ok: false, why: 'changed' })
  expect(await save(ctx, key, { email: 'a@example.com' }, 1)).toMatchObject({ ok: true, revision: 2 })
  expect((await findDealerFile(ctx.db, key))?.dealer).toMatchObject({ emailConfirmedBy: 'sam' })
})

test('an unknown dealer has no file to change', async ({ ctx }) => {
  expect(await save(ctx, '0-00-000-00-00000', {})).toEqual({ ok: false, why: 'dealer_not_found' })
})

test('a blocked dealer is not found and cannot be set for an order until unblocked', async ({ ctx }) => {
  const { key, city } = await givenDealer(ctx)
  const { orderId } = await paidOrder(ctx)
  const count = async () => (await searchDealers(ctx.db, city, ctx.now())).length
  const before = await count()
  await save(ctx, key, { blockedReason: 'lost a rifle' })
  expect(await count()).toBe(before - 1)
  expect((await findDealerFile(ctx.db, key))?.file.blockedBy).toBe('sam')
  expect(await assign(ctx, orderId, key)).toEqual({ ok: false, why: 'blocked' })
  await save(ctx, key, { blockedReason: null }, 1)
  expect(await count()).toBe(before)
  expect(await assign(ctx, orderId, key)).toMatchObject({ ok: true })
})

test('staff set the dealer of an order, once, and its buyer is mailed', async ({ ctx }) => {
  const { key, state } = await givenDealer(ctx)
  const { shop, orderId } = await paidOrder(ctx)
  ctx.queued.length = 0
  expect(await assign(ctx, orderId, key)).toEqual({ ok: true, isRequested: false })
  expect(await assign(ctx, orderId, key)).toEqual({ ok: true, isRequested: false })
  expect(ctx.queued.map(({ job }) => job)).toEqual(['balance-tax', 'mail-dealer-assigned'])
  expect(await findOrder(ctx.db, orderId)).toMatchObject({
    dealerKey: key,
    dealerState: state,
    dealerAnswer: null,
  })
  expect((await listEvents(ctx.db, orderId)).filter(({ kind }) => kind === 'dealer_assigned')).toMatchObject([
    { data: { by: 'sam' } },
  ])
  for (const { job, payload } of ctx.queued)
    await dealerJobs.find(({ name }) => name === job)?.run(shop, payload)
  expect(shop.sent.at(-1)?.text).toContain('We’ve set')
})

test('where staff set a dealer of another state, the rules of that state decide, too', async ({ ctx }) => {
  await givenReference(ctx.db)
  await givenDealer(ctx)
  const [dealer] = await ctx.db.select().from(dealers).where(eq(dealers.state, 'GA')).limit(1)
  const { orderId } = await paidOrder(ctx)
  await ctx.db.update(orderLines).set({ itemClass: 'sbr' })
  expect(await assign(ctx, orderId, dealer?.key ?? '')).toMatchObject({ ok: true })
  const order = await findOrder(ctx.db, orderId)
  expect(order?.verdict?.rules?.map(({ id }) => id)).toEqual(['FL', 'GA'])
})

test('a dealer who is unknown, unlisted, or named in a filed form is not set', async ({ ctx }) => {
  const { key } = await givenDealer(ctx)
  const { orderId } = await paidOrder(ctx)
  expect(await assign(ctx, orderId, '9-99-999-99-99999')).toEqual({ ok: false, why: 'dealer_not_found' })
  await ctx.db.update(dealers).set({ unlistedAt: ctx.now() })
  expect(await assign(ctx, orderId, key)).toEqual({ ok: false, why: 'unlisted' })
  await ctx.db.update(dealers).set({ unlistedAt: null })
  for (const to of stagesUpTo('form3_filed'))
    await transact(ctx, (work) => moveStage(work, ordersOnSale, orderId, to))
  expect(await assign(ctx, orderId, key)).toEqual({ ok: false, why: 'form_filed' })
})

test('an order whose dealer fell off the list, is incomplete or runs out is a finding; one that arrived is not', async ({
  ctx,
}) => {
  const { key } = await givenDealer(ctx)
  const { shop, orderId } = await paidOrder(ctx)
  const findings = (onDay = today) => listDealerFindings(ctx.db, onDay)
  expect(await findings()).toEqual([]) // no dealer yet
  await chooseForOrder(shop, ordersOnSale, orderId, {
    dealerName: 'Corner Arms',
    dealerCity: 'Tampa',
    dealerState: 'FL',
  })
  expect(await findings()).toMatchObject([{ orderId, dealerKey: null, isLapsed: true }])
  await assign(ctx, orderId, key)
  expect(await findings()).toMatchObject([
    { missing: expect.arrayContaining(['copy_missing']), isLapsed: false },
  ])
  await save(ctx, key, dealerChecks)
  expect(await findings()).toEqual([])
  expect(await findings('2028-02-15')).toMatchObject([
    { missing: ['license_expired', 'special_tax_over'], isLapsed: true },
  ])
  await ctx.db.update(dealers).set({ unlistedAt: ctx.now() })
  expect(await findings()).toMatchObject([{ missing: ['unlisted'], isLapsed: true }])
  for (const to of stagesUpTo('at_dealer'))
    await transact(ctx, (work) => moveStage(work, ordersOnSale, orderId, to))
  expect(await findings()).toEqual([])
})
