import { describe, expect } from 'vitest'
import { test } from '#test/db.ts'
import { transact } from '#app/db/work.server.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { answerOf, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { countDownload, deleteOldWorksheets } from '../worksheet.server.ts'
import { action as buy } from './buy.tsx'
import { action as save } from './pack.tsx'
import { trustPacks } from '../tables.ts'
import { loader as download } from './file.ts'
import {
  type Own,
  givenPacks,
  buyPack,
  packAt,
  mailConfirmation,
  setStage,
  mailFiled,
  pagesOf,
  packPage,
} from '#test/trust-pack.ts'

describe('a code', () => {
  async function reserved(shop: TestShop): Promise<{ own: Own; code: string }> {
    await givenDrop(shop.db)
    const own = await heldOrder(shop)
    await payOrder(shop, ordersOnSale, own.orderId, reservationForm())
    await setStage(shop, own, 'form3_filed')
    for (const _ of ['once', 'and again']) await mailFiled(shop, own)
    return { own, code: /Code: (A\d{3}(?:-\w+)+)/.exec(shop.sent[0]?.text ?? '')?.[1] ?? '' }
  }

  test('comes with the filed form, and until then the confirmation and the order’s page say so', async ({
    ctx,
  }) => {
    const shop = await givenPacks(ctx)
    await givenDrop(shop.db)
    const own = await heldOrder(shop)
    await payOrder(shop, ordersOnSale, own.orderId, reservationForm())
    await mailConfirmation(shop, own)
    expect(shop.sent[0]?.text).toContain('We email you its code once your transfer form, Form 3, is filed.')
    expect(shop.sent[0]?.text).not.toContain('Code: ')
    expect(await pagesOf(shop, own)).toEqual(['Free trust pack, once your form is filed'])
    expect(await packPage(shop, own)).toMatchObject({ status: 200, value: { codes: [], isAwaited: true } })
    expect(await shop.db.$count(trustPacks)).toBe(0)
    await mailFiled(shop, own)
    expect(shop.sent[1]?.text).not.toContain('Code: ')
    expect(await shop.db.$count(trustPacks)).toBe(0)
  })

  test('comes with the mail of the filed form and is shown on its order’s page', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const { own, code } = await reserved(shop)
    expect(shop.sent.map(({ subject }) => subject)).toEqual([expect.stringContaining('Form 3 filed')])
    expect((await packPage(shop, own)).value).toMatchObject({
      codes: [{ code, state: 'open' }],
      pack: undefined,
    })
  })

  test('is there, the same one, before its email has gone out', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    await givenDrop(shop.db)
    const own = await heldOrder(shop)
    expect((await packPage(shop, own)).status).toBe(404)
    await payOrder(shop, ordersOnSale, own.orderId, reservationForm())
    await setStage(shop, own, 'form3_filed')
    const { value, status } = await packPage(shop, own)
    await mailFiled(shop, own)
    expect([status, value.codes]).toEqual([200, [{ code: expect.any(String), state: 'open' }]])
    expect(shop.sent[0]?.text).toContain(`Code: ${value.codes[0]?.code}`)
    await buyPack(shop, { code: value.codes[0]?.code ?? '' })
    await setStage(shop, own, 'built')
    await refundOwnLines(shop, ordersOnSale, own.orderId, [0])
    expect((await packPage(shop, own)).status).not.toBe(200)
  })

  test('gives a free pack', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const { own, code } = await reserved(shop)
    const free = await buyPack(shop, { code })
    expect(await findOrder(shop.db, free.orderId)).toMatchObject({ totalCents: 0, state: 'paid' })
    expect((await packPage(shop, free)).value).toMatchObject({ pack: { isRefundable: false } })
    expect((await packPage(shop, own)).value).toMatchObject({ codes: [{ code, state: 'taken' }] })
    expect(await answerOf(() => buy(visit(shop, { path: '/trust/buy', form: { code } })))).toMatchObject({
      status: 409,
      value: { fieldErrors: { code: [expect.stringContaining('has been used')] }, given: { code } },
    })
  })

  test('gives a pack that ends with its reservation unless downloaded', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const { own, code } = await reserved(shop)
    const free = await buyPack(shop, { code })
    await save(packAt(shop, free, '', { trustName: 'Elm Trust' }))
    expect(await pagesOf(shop, own)).toEqual(['Free trust pack'])
    expect(await pagesOf(shop, free)).toEqual(['Worksheet and documents'])
    await setStage(shop, own, 'built')
    await refundOwnLines(shop, ordersOnSale, own.orderId, [0])
    expect(await pagesOf(shop, own)).toEqual([])
    expect(await pagesOf(shop, free)).toEqual([])
    expect(await packPage(shop, free)).toMatchObject({
      status: 410,
      value: { title: 'This trust pack is no longer available' },
    })
    expect((await answerOf(() => download(packAt(shop, free, '/trust.pdf')))).status).toBe(410)
    expect((await answerOf(() => save(packAt(shop, free, '', { trustName: 'Oak' })))).status).toBe(410)
    expect(await applyRetention(shop, 'worksheets', deleteOldWorksheets)).toBe(1)
    const [pack] = await shop.db.select({ id: trustPacks.id }).from(trustPacks)
    await transact(shop, (work) => countDownload(work, pack?.id ?? '', 'trust.pdf'))
    expect(await packPage(shop, free)).toMatchObject({
      status: 200,
      value: { pack: { isRefundable: false } },
    })
    expect(await pagesOf(shop, free)).toEqual(['Worksheet and documents'])
  })

  test('that does not exist is refused at its field and counts as a guess', async ({ ctx }) => {
    const shop = await givenPacks(ctx)
    const form = { code: 'A000-2345-6789' }
    expect(await answerOf(() => buy(visit(shop, { path: '/trust/buy', form })))).toMatchObject({
      status: 409,
      value: { fieldErrors: { code: [expect.stringContaining('don’t recognize')] } },
    })
    expect(shop.counted).toContain('codeMiss 192.0.2.1')
    const site = await givenSite(ctx)
    site.shop.refusing.add('codeMiss')
    const answer = await site.ask('/trust/buy', { form })
    expect([answer.status, answer.headers.get('X-Needs-Proof')]).toEqual([409, 'trust'])
  })
})
