import { PDFDocument } from '@cantoo/pdf-lib'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect } from 'vitest'
import { test } from '#test/db.ts'
import { transact } from '#app/db/work.server.ts'
import { ordersOnSale, reservationForm } from '#test/shop.ts'
import { answerOf } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { requestOwnRefund } from '#app/features/refunds/store/refund.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { packFiles } from '../rules.ts'
import { action as save } from './pack.tsx'
import { loader as download } from './file.ts'
import {
  givenPacks,
  orderPack,
  buyPack,
  packAt,
  mailConfirmation,
  packPage,
  packFile,
} from '#test/trust-pack.ts'

describe('the private page of a pack', () => {
  test('opens for the buyer once the order is paid', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await orderPack(shop)
    expect((await packPage(shop, own)).status).toBe(404)
    await payOrder(shop, ordersOnSale, own.orderId, reservationForm())
    expect(await packPage(shop, own)).toMatchObject({
      status: 200,
      value: { pack: { savedAt: null, isRefundable: true, downloaded: [] }, codes: [] },
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
    const typed = { trustName: 'Elm <Street> & Trust', 'settlor-name': 'Jordan Buyer', state: 'FL' }
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

  test('reports invalid answers and too many saves', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const own = await buyPack(shop)
    const sent = (form: Record<string, string>) => answerOf(() => save(packAt(shop, own, '', form)))
    expect(await sent({ trustName: 'x'.repeat(91) })).toMatchObject({
      status: 422,
      value: { fieldErrors: { trustName: ['Keep this under 90 characters'] } },
    })
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
