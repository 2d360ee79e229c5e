import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/work.server.ts'
import {
  addUpload,
  answerRequest,
  askDealer,
  chooseForOrder,
  findDealerByKey,
  listUploads,
  storeUpload,
} from '#app/features/dealers/store.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { openFiles } from '#app/files/open-files.server.ts'
import { addDealers } from '#db/sample/dealers.ts'
import { type TestContext, test } from '#test/db.ts'
import { operatorOn } from '#test/operator.ts'
import { scannedLicense } from '#test/pdf.ts'
import { givenFolder, givenPhotoShop } from '#test/photos.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder } from '#test/visit.ts'
import { verbs } from './operator-verbs.ts'

const { folder, remove } = givenFolder('operator-dealers')
afterAll(remove)

const named = { dealerName: 'Corner Arms', dealerCity: 'Tampa', dealerState: 'FL' }
const answer = {
  answer: 'accept' as const,
  answeredBy: 'Sam Clerk',
  feeCents: 2500,
  hours: 'Tue to Sat',
  saysNfa: true,
  reason: null,
}

/** An order whose buyer named a dealer and typed its address. */
async function givenRequest(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const { orderId } = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, orderId, reservationForm())
  await chooseForOrder(shop, ordersOnSale, orderId, named)
  const order = await findOrder(shop.db, orderId)
  if (!order) throw new Error('No order')
  const requested = await transact(shop, (work) =>
    askDealer(work, order, { email: 'friend@example.com', source: 'buyer' }),
  )
  return { shop, orderId, requestId: requested.ok ? requested.id : '' }
}

const operate = (ctx: TestContext, name: string, ...args: string[]) => {
  const verb = verbs[name]
  if (!verb?.takes(args)) throw new Error(`Not understood: ${name} ${args.join(' ')}`)
  return verb.run(
    { ...operatorOn(ctx), files: openFiles({ dataDir: folder, bucket: null }, 'test key') },
    args,
  )
}

test('a request to an unlisted dealer is sent by staff, once, and recorded', async ({ ctx }) => {
  const { orderId } = await givenRequest(ctx)
  expect(await operate(ctx, 'dealer-request', orderId, 'send')).toMatchObject({ isDone: true })
  expect(ctx.queued.map(({ job }) => job)).toContain('mail-dealer-request')
  expect(await operate(ctx, 'dealer-request', orderId, 'send')).toMatchObject({ isDone: false })
  expect(await listAuditEntries(ctx.db)).toMatchObject([
    { verb: 'dealer-request', subject: orderId, data: { ruling: 'send' } },
  ])
})

test('a refused request is never sent, and the buyer is notified', async ({ ctx }) => {
  const { shop, orderId } = await givenRequest(ctx)
  expect(await operate(ctx, 'dealer-request', orderId, 'refuse')).toMatchObject({ isDone: true })
  expect(ctx.queued.map(({ job }) => job)).not.toContain('mail-dealer-request')
  expect(ctx.queued.map(({ job }) => job)).toContain('mail-dealer-answer')
  expect(await findOrder(shop.db, orderId)).toMatchObject({ dealerAnswer: { is: 'refused' } })
})

test('an answer from an address that a buyer typed counts only once confirmed', async ({ ctx }) => {
  const { shop, orderId, requestId } = await givenRequest(ctx)
  await operate(ctx, 'dealer-request', orderId, 'send')
  await transact(shop, (work) => answerRequest(work, requestId, answer))
  const sheet = async () => (await operate(ctx, 'order', orderId)).words
  expect(await sheet()).toContain('accepted, but NOT CONFIRMED: the buyer named this address')
  expect((await operate(ctx, 'dealer-answers', orderId)).words).toContain('NOT CONFIRMED')
  expect(await operate(ctx, 'confirm-dealer', orderId)).toMatchObject({ isDone: true })
  expect(await sheet()).toMatch(/Dealer says +accepted\n/)
  expect((await operate(ctx, 'dealer-answers', orderId)).words).toContain('confirmed by sam')
})

test('a dealer’s address is set and removed by staff, and the audit log has no address', async ({ ctx }) => {
  const key = '1-59-086-01-00001'
  await ctx.db.transaction((tx) => addDealers(tx, ctx.now()))
  expect(await operate(ctx, 'dealer-email', '159086019A00001', 'Desk@Dealer.example')).toMatchObject({
    isDone: true,
  })
  expect(await findDealerByKey(ctx.db, key)).toMatchObject({
    email: 'desk@dealer.example',
    emailConfirmedBy: 'sam',
  })
  expect(await operate(ctx, 'dealer-email', key, 'none')).toMatchObject({ isDone: true })
  expect(await findDealerByKey(ctx.db, key)).toMatchObject({ email: null, emailConfirmedBy: null })
  expect(await operate(ctx, 'dealer-email', '1-00', 'a@example.com')).toMatchObject({ isDone: false })
  const acts = await listAuditEntries(ctx.db)
  expect(acts).toHaveLength(2)
  expect(JSON.stringify(acts)).not.toContain('dealer.example')
})

test('staff set the dealer of an order, which is recorded, and see what is missing in the dealer’s file', async ({
  ctx,
}) => {
  const { orderId } = await givenRequest(ctx)
  await ctx.db.transaction((tx) => addDealers(tx, ctx.now()))
  const key = '1-59-086-01-00001'
  expect(await operate(ctx, 'set-dealer', orderId, '1-59-086-01-9A-00001')).toMatchObject({ isDone: true })
  expect(await listAuditEntries(ctx.db)).toMatchObject([
    { verb: 'set-dealer', subject: orderId, data: { dealer: key } },
  ])
  expect((await operate(ctx, 'dealer-file', '1 59 086 01 9A 00001')).words).toContain(
    'No license copy accepted',
  )
  expect(await operate(ctx, 'dealer-file', 'none')).toMatchObject({ isDone: false })
})

test('a license copy is named with its answer, and written to a new file of the operator, which is recorded', async ({
  ctx,
}) => {
  const { orderId, requestId } = await givenRequest(ctx)
  const shop = givenPhotoShop(ctx, folder)
  await storeUpload(shop, await scannedLicense(), (upload) =>
    transact(shop, async (work) => {
      await addUpload(work, requestId, upload)
      return { ok: true }
    }),
  )
  const [copy] = await listUploads(shop.db, [requestId])
  const name = copy?.file ?? ''
  expect((await operate(ctx, 'dealer-answers', orderId)).words).toContain(name)
  const path = join(folder, 'copy.pdf')
  expect(await operate(ctx, 'license-copy', name, path)).toMatchObject({ isDone: true })
  expect(readFileSync(path).subarray(0, 4).toString()).toBe('%PDF')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await listAuditEntries(ctx.db)).toMatchObject([
    { verb: 'license-copy', subject: orderId, data: { isRead: true } },
    { verb: 'dealer-answers', subject: orderId },
  ])
  for (const [from, to, words] of [
    ['unknown', join(folder, 'new.pdf'), 'There is no such license copy'],
    [name, path, 'There is such a file already'],
    [name, join(folder, 'missing', 'copy.pdf'), 'There is no such folder'],
  ] as const) {
    const refused = await operate(ctx, 'license-copy', from, to)
    expect(refused).toMatchObject({ isDone: false, words: expect.stringContaining(words) })
  }
})

test('a folder is no list of dealers', async ({ ctx }) => {
  for (const path of [folder, join(folder, 'missing.csv')])
    expect(await verbs['import-dealers']?.run(operatorOn(ctx), [path])).toEqual({
      isDone: false,
      words: 'File not found.',
    })
})
