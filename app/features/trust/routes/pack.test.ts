import { PDFDocument } from '@cantoo/pdf-lib'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect } from 'vitest'
import { test, type TestContext } from '#test/db.ts'
import { transact } from '#app/db/db.server.ts'
import { ordersOnSale, reservationForm, givenDrop } from '#test/shop.ts'
import { answerOf, heldOrder, type TestShop, visit, givenShop } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { requestOwnRefund } from '#app/features/refunds/store/refund.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { packFiles } from '../rules.ts'
import { action as save, loader } from './pack.tsx'
import { loader as download } from './file.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { deleteOldWorksheets } from '../packs.server.ts'
import { action as buy } from './buy.tsx'
import { trustPacks, trustPackages } from '../tables.ts'
import { eq } from 'drizzle-orm'
import { sampleTrustPackages } from '#db/sample/data/goods.ts'
import { givenReference } from '#test/reference.ts'
import { sellables } from '#app/sellables.server.ts'
import { jobRunner, jobsOfOrders } from '#test/jobs.ts'
import { findLinePages } from '#app/features/orders/store/shown-lines.server.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import { orderLines } from '#app/features/orders/tables.ts'

describe('the private page of a pack', () => {
  test('opens for the buyer once the order is paid', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await orderPack(shop)
    expect((await packPage(shop, own)).status).toBe(404)
    await payOrder(shop, ordersOnSale, own.orderId, reservationForm())
    expect(await packPage(shop, own)).toMatchObject({
      status: 200,
      value: { pack: { savedAt: null, isRefundable: true, downloaded: [] } },
    })
    const other = await buyPack(shop)
    expect((await packPage(shop, { ...own, cookies: other.cookies })).status).toBe(404)
    expect((await answerOf(() => download(packAt(shop, { ...own, cookies: [] }, '/trust.pdf')))).status).toBe(
      404,
    )
    expect(
      (await answerOf(() => save(packAt(shop, { ...own, cookies: [] }, '', { do: 'delete' })))).status,
    ).toBe(404)
  })

  test('saves answers and fills the documents with them', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await buyPack(shop)
    const typed = { trustName: 'Elm <Street> & Trust', settlorName: 'Jordan Buyer', state: 'FL' }
    const saved = await answerOf(() => save(packAt(shop, own, '', typed)))
    expect(saved.status).toBe(303)
    expect((await packPage(shop, own)).value).toMatchObject({
      pack: { answers: { trustName: 'Elm <Street> & Trust', state: 'FL' } },
      template: { name: 'Florida' },
    })
    const word = unzipSync(await packFile(shop, own, 'trust.docx'))
    expect(strFromU8(word['word/document.xml'] ?? new Uint8Array())).toContain(
      'Elm &lt;Street&gt; &amp; Trust',
    )
    const pdf = await PDFDocument.load(await packFile(shop, own, 'trust.pdf'))
    expect(pdf.getForm().getTextField('settlorName').getText()).toBe('Jordan Buyer')
    for (const name of packFiles)
      expect((await packFile(shop, own, name)).byteLength, name).toBeGreaterThan(4_000)
  })

  test('saves over what was saved, and not too often', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await buyPack(shop)
    const sent = (form: Record<string, string>) => answerOf(() => save(packAt(shop, own, '', form)))
    expect(await sent({ trustName: 'First' })).toMatchObject({ status: 303 })
    expect(await sent({ trustName: 'Second' })).toMatchObject({ status: 303 })
    shop.refusing.add('worksheet')
    expect(await sent({ trustName: 'Third' })).toMatchObject({ status: 429 })
    expect((await packPage(shop, own)).value).toMatchObject({ pack: { answers: { trustName: 'Second' } } })
  })
})

describe('a download', () => {
  test('ends the refund', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await buyPack(shop)
    await packFile(shop, own, 'compliance-checklist.pdf')
    const order = await findOrder(shop.db, own.orderId)
    expect(order?.lines[0]?.deliveredAt).toEqual(ctx.now())
    expect((await packPage(shop, own)).value).toMatchObject({
      pack: { isRefundable: false, downloaded: ['compliance-checklist.pdf'] },
    })
    expect(await refundOwnLines(shop, ordersOnSale, own.orderId, [0])).toMatchObject({ why: 'downloaded' })
  })

  test('by prefetch or HEAD returns nothing and does not count', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await buyPack(shop)
    const args = packAt(shop, own, '/trust.pdf')
    args.request.headers.set('Sec-Purpose', 'prefetch')
    expect((await download(args)).status).toBe(204)
    const head = packAt(shop, own, '/trust.pdf')
    expect((await download({ ...head, request: new Request(head.request, { method: 'HEAD' }) })).status).toBe(
      204,
    )
    expect((await packPage(shop, own)).value).toMatchObject({ pack: { isRefundable: true, downloaded: [] } })
  })

  test('is refused while a refund is on its way', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await buyPack(shop)
    await transact(shop, (work) => requestOwnRefund(work, ordersOnSale, own.orderId, [0]))
    expect((await answerOf(() => download(packAt(shop, own, '/trust.pdf')))).status).toBe(410)
    expect((await findOrder(shop.db, own.orderId))?.lines[0]?.deliveredAt).toBeNull()
  })

  test('is linked by the confirmation, but not by one that goes out once a refund is on its way', async ({
    ctx,
  }) => {
    const shop = await givenPacks(ctx)
    const [own, returned] = [await buyPack(shop), await buyPack(shop)]
    await transact(shop, (work) => requestOwnRefund(work, ordersOnSale, returned.orderId, [0]))
    for (const each of [own, returned]) await mailConfirmation(shop, each)
    const links = shop.sent.map(({ text }) => text.includes('Worksheet and documents:'))
    expect(links).toEqual([true, false])
  })

  test('is refused after a refund', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await buyPack(shop)
    expect(await refundOwnLines(shop, ordersOnSale, own.orderId, [0])).toMatchObject({ ok: true })
    expect((await answerOf(() => download(packAt(shop, own, '/trust.pdf')))).status).toBe(404)
    expect((await packPage(shop, own)).status).toBe(404)
  })

  test('of an unknown file is not found', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await buyPack(shop)
    expect((await answerOf(() => download(packAt(shop, own, '/..%2Fsecret.pdf')))).status).toBe(404)
  })
})

describe('a free pack', () => {
  async function reserved(shop: TestShop): Promise<Own> {
    await givenDrop(shop.db)
    const own = await heldOrder(shop)
    expect((await packPage(shop, own)).status).toBe(404)
    await payOrder(shop, ordersOnSale, own.orderId, reservationForm())
    return own
  }

  test('comes with the filed form, and until then the confirmation and the order’s page say so', async ({
    ctx,
  }) => {
    const shop = await givenPacks(ctx)
    const own = await reserved(shop)
    await mailConfirmation(shop, own)
    expect(shop.sent[0]?.text).toContain('It opens once your transfer form, Form 3, is filed.')
    expect(await pagesOf(shop, own)).toEqual(['Free trust pack, once your form is filed'])
    expect(await packPage(shop, own)).toMatchObject({
      status: 200,
      value: { pack: undefined, isAwaited: true },
    })
    expect(await shop.db.$count(trustPacks)).toBe(0)
    expect((await answerOf(() => download(packAt(shop, own, '/trust.pdf')))).status).toBe(404)
    await setStage(shop, own, 'form3_filed')
    for (const _ of ['once', 'and again']) await mailFiled(shop, own)
    expect(shop.sent.slice(1).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Form 3 filed'),
    ])
    expect(shop.sent[1]?.text).toContain('Open your trust pack')
    expect(await packPage(shop, own)).toMatchObject({
      status: 200,
      value: { pack: { isFree: true, isRefundable: false }, isAwaited: false },
    })
    expect((await findOrder(shop.db, own.orderId))?.lines[0]?.deliveredAt).toBeNull()
  })

  test('ends with its reservation unless downloaded', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await reserved(shop)
    await setStage(shop, own, 'form3_filed')
    await save(packAt(shop, own, '', { trustName: 'Elm Trust' }))
    expect(await pagesOf(shop, own)).toEqual(['Free trust pack'])
    await setStage(shop, own, 'built')
    await refundOwnLines(shop, ordersOnSale, own.orderId, [0])
    expect(await pagesOf(shop, own)).toEqual([])
    expect(await packPage(shop, own)).toMatchObject({
      status: 410,
      value: { title: 'This trust pack is no longer available' },
    })
    expect((await answerOf(() => download(packAt(shop, own, '/trust.pdf')))).status).toBe(410)
    expect((await answerOf(() => save(packAt(shop, own, '', { trustName: 'Oak' })))).status).toBe(410)
    expect(await applyRetention(shop, 'worksheets', deleteOldWorksheets)).toBe(1)
  })

  test('that was downloaded stays, and its download delivers nothing of the reservation', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await reserved(shop)
    await setStage(shop, own, 'form3_filed')
    await packFile(shop, own, 'trust.pdf')
    expect((await findOrder(shop.db, own.orderId))?.lines[0]?.deliveredAt).toBeNull()
    await setStage(shop, own, 'built')
    await refundOwnLines(shop, ordersOnSale, own.orderId, [0])
    expect(await packPage(shop, own)).toMatchObject({
      status: 200,
      value: { pack: { isFree: true, downloaded: ['trust.pdf'] } },
    })
    await packFile(shop, own, 'trust.docx')
  })
})

type Own = { orderId: string; cookies: string[] }

async function givenPacks(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenReference(shop.db)
  await shop.db.insert(trustPackages).values(sampleTrustPackages)
  return shop
}

async function orderPack(shop: TestShop, form: Record<string, string> = {}): Promise<Own> {
  const said = await buy(visit(shop, { path: '/trust/buy', form }))
  if (!(said instanceof Response)) throw new Error(`Not ordered: ${JSON.stringify(said.data)}`)
  const orderId = said.headers.get('Location')?.split('/').at(-1) ?? ''
  return { orderId, cookies: [said.headers.get('Set-Cookie')?.split(';')[0] ?? ''] }
}

async function buyPack(shop: TestShop, form?: Record<string, string>): Promise<Own> {
  const own = await orderPack(shop, form)
  expect(await payOrder(shop, ordersOnSale, own.orderId, reservationForm())).toMatchObject({ isPaid: true })
  return own
}

const packAt = (shop: TestShop, { orderId, cookies }: Own, rest = '', form?: Record<string, string>) =>
  visit(shop, {
    path: `/orders/${orderId}/trust${rest}`,
    params: { order: orderId, file: rest.slice(1).split('?')[0] ?? '' },
    cookies,
    ...(form && { form }),
  })

const { run } = jobRunner(jobsOfOrders(sellables))

const mailConfirmation = (shop: TestShop, { orderId }: Own) =>
  run(shop, 'mail-order-confirmation', { orderId })

const setStage = (shop: TestShop, { orderId }: Own, stage: Stage) =>
  shop.db.update(orderLines).set({ stage }).where(eq(orderLines.orderId, orderId))

const mailFiled = (shop: TestShop, { orderId }: Own) =>
  run(shop, 'mail-order-stage', { orderId, stage: 'form3_filed', movedAt: shop.now().toISOString() })

async function pagesOf({ db }: TestShop, { orderId }: Own) {
  const order = await findOrder(db, orderId)
  const pages = order && (await findLinePages(db, sellables, order))
  return [...(pages?.values() ?? [])].map(({ label }) => label)
}

const packPage = async (shop: TestShop, own: Own) =>
  (await answerOf(() => loader(packAt(shop, own)))) as {
    status: number
    value: Awaited<ReturnType<typeof loader>>
  }

async function packFile(shop: TestShop, own: Own, name: string): Promise<Uint8Array> {
  const said = await download(packAt(shop, own, `/${name}`))
  expect(said.status).toBe(200)
  return new Uint8Array(await said.arrayBuffer())
}
