import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { revokeLinks } from '#app/features/orders/store/links.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenRequested, jpeg, pdf, png, type SentFile } from '#test/documents.ts'
import { scannedLicense } from '#test/pdf.ts'
import { givenFolder } from '#test/photos.ts'
import { orderDocuments } from '../document-tables.ts'
import { maxDocuments } from '../rules/documents.ts'
import { documentRefusalWords } from '../words/documents.ts'

const { folder, remove } = givenFolder('documents')
afterAll(remove)
const requested = (ctx: TestContext) => givenRequested(ctx, folder)

test('a buyer sends what is requested, and sees what they sent and what is missing', async ({ ctx }) => {
  const { send, page, documents, stored, todo, work } = await requested(ctx)
  expect(await todo()).toEqual([
    [expect.stringContaining('by Dec 1, 2026: Your Maryland permit.'), 'Upload it'],
  ])
  expect(await work()).toEqual([['review', 'wait', 'A document was requested']])
  expect(await send({ name: '../../my permit\u202E.pdf' })).toMatchObject({ status: 303 })
  expect(await documents()).toMatchObject([
    { kind: 'permit', state: 'waiting', type: 'application/pdf', name: 'my permit.pdf', sentAt: ctx.now() },
  ])
  expect((await page()).value).toMatchObject({
    request: {
      kinds: [
        { kind: 'permit', state: 'waiting' },
        { kind: 'photo_id', state: 'missing' },
      ],
    },
    sent: [{ kind: 'State permit or license', name: 'my permit.pdf', words: 'We are reading it' }],
  })
  expect(await todo()).toEqual([[expect.any(String), 'Upload it']])
  expect(await send({ kind: 'photo_id', content: jpeg, name: 'id.pdf' })).toMatchObject({ status: 303 })
  expect(await todo()).toEqual([[expect.stringContaining('are reading it'), 'See what you sent']])
  expect((await documents()).map(({ type }) => type).toSorted()).toEqual(['application/pdf', 'image/jpeg'])
  expect(stored()).toHaveLength(2)
  for (const file of stored()) {
    expect(file).toContain('/files/private/documents/')
    expect(readFileSync(file).subarray(0, 5).toString('latin1')).not.toMatch(/^%PDF|^\xFF\xD8/)
  }
})

describe('what is not accepted', () => {
  const cases: [string, SentFile, keyof typeof documentRefusalWords][] = [
    ['a script under the name of a PDF', { content: '<script>alert(1)</script>' }, 'wrong_type'],
    ['a program under the name of a picture', { content: 'MZ\x90\0', name: 'id.jpg' }, 'wrong_type'],
    ['an SVG', { content: '<svg onload="alert(1)"/>', name: 'id.png' }, 'wrong_type'],
    ['a PDF that is cut off', { content: pdf.subarray(0, 300) }, 'unreadable'],
    ['a JPEG that is cut off', { content: jpeg.subarray(0, jpeg.length / 2), name: 'id.jpg' }, 'unreadable'],
    ['a PNG that is cut off', { content: png.subarray(0, -200), name: 'id.png' }, 'unreadable'],
    ['11 MB', { content: new Uint8Array(11 * 1024 * 1024) }, 'too_large'],
    ['a HEIC picture', { content: '\0\0\0\u0018ftypheic\0\0\0\0mif1heic', name: 'id.heic' }, 'heic'],
    ['a kind that nobody requested', { kind: 'trust' }, 'not_requested'],
  ]
  test.for(cases)('%s', async ([, sent, why], { ctx }) => {
    const { send, documents, stored } = await requested(ctx)
    expect(await send(sent)).toMatchObject({
      status: why === 'not_requested' ? 409 : 422,
      value: { fieldErrors: { file: [documentRefusalWords[why]] }, given: { kind: sent.kind ?? 'permit' } },
    })
    expect(await documents()).toEqual([])
    expect(stored()).toEqual([])
  })

  test('no file, no kind, and more than a few tries', async ({ ctx }) => {
    const { send, shop, stored } = await requested(ctx)
    expect(await send({ content: null })).toMatchObject({
      status: 422,
      value: { fieldErrors: { file: ['Choose a file.'] } },
    })
    expect(await send({ kind: 'passport' })).toMatchObject({
      status: 422,
      value: { fieldErrors: { kind: ['Choose what this file is'] } },
    })
    shop.refusing.add('orderChange')
    expect(await send()).toMatchObject({ status: 429 })
    expect(stored()).toEqual([])
  })

  test('any other after several files that could not be read', async ({ ctx }) => {
    const { send, shop, stored } = await requested(ctx)
    const counted = () => shop.counted.filter((each) => each.startsWith('unreadableFile')).length
    await send({ content: '<script>alert(1)</script>' })
    expect(counted()).toBe(0)
    await send({ content: pdf.subarray(0, 300) })
    expect(counted()).toBe(1)
    shop.refusing.add('unreadableFile')
    expect(await send()).toMatchObject({ status: 429 })
    expect(stored()).toEqual([])
  })

  test('a third file while two are read, which is answered in words that say when to send it', async ({
    ctx,
  }) => {
    const { send, documents } = await requested(ctx)
    // Each is read in a process of its own, which takes longer than any other needs to get there.
    const scans = await Promise.all([1, 2, 3].map((pages) => scannedLicense(pages)))
    const three = await Promise.all(scans.map((content) => send({ content })))
    expect(three.map(({ status }) => status)).toEqual(expect.arrayContaining([303, 503]))
    expect(three.find(({ status }) => status === 503)).toMatchObject({
      value: { fieldErrors: { file: [documentRefusalWords.busy] }, given: { kind: 'permit' } },
    })
    expect(await documents()).toHaveLength(2)
  })

  test('anything of an order that was refunded in the meantime', async ({ ctx }) => {
    const { send, documents, stored, orderId } = await requested(ctx)
    await ctx.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, orderId))
    expect(await send()).toMatchObject({ status: 409 })
    expect([await documents(), stored()]).toEqual([[], []])
  })

  test('anything from a stranger, or by an ended link', async ({ ctx }) => {
    const { send, page, documents, stored, orderId } = await requested(ctx)
    for (const cookies of [[], [`paco-order-${orderId}=guess`]]) {
      expect(await page(cookies)).toMatchObject({ status: 404 })
      expect(await send({ cookies })).toMatchObject({ status: 404 })
    }
    await transact(ctx, (work) => revokeLinks(work, orderId))
    expect(await page()).toMatchObject({ status: 404 })
    expect(await send()).toMatchObject({ status: 404 })
    expect(await documents()).toEqual([])
    expect(stored()).toEqual([])
  })

  test('anything once the review is decided', async ({ ctx }) => {
    const { send, approve, page, stored } = await requested(ctx)
    await approve()
    expect(await send()).toMatchObject({ status: 409 })
    expect((await page()).value).toMatchObject({ request: null })
    expect(stored()).toEqual([])
  })
})

test('two uploads at once are both taken, and the same file twice is one document', async ({ ctx }) => {
  const { send, documents, stored } = await requested(ctx)
  const both = async (one?: SentFile, other?: SentFile) =>
    (await Promise.all([send(one), send(other)])).map(({ status }) => status)
  expect(await both({}, { kind: 'photo_id', content: jpeg })).toEqual([303, 303])
  expect(await both()).toEqual([303, 303])
  expect((await documents()).map(({ kind }) => kind).toSorted()).toEqual(['permit', 'photo_id'])
  expect(stored()).toHaveLength(2)
})

test('one file is sent for two kinds, and again for a later request', async ({ ctx }) => {
  const { send, ask, documents, page } = await requested(ctx)
  await send()
  await send({ kind: 'photo_id' })
  expect((await documents()).map(({ kind }) => kind).toSorted()).toEqual(['permit', 'photo_id'])
  await ask(['permit'])
  expect((await page()).value).toMatchObject({ request: { kinds: [{ kind: 'permit', state: 'missing' }] } })
  await send()
  expect((await page()).value).toMatchObject({ request: { kinds: [{ kind: 'permit', state: 'waiting' }] } })
  expect(await documents()).toHaveLength(3)
})

test('an order takes a bounded number of files', async ({ ctx, db }) => {
  const { send, documents, stored } = await requested(ctx)
  await send()
  const [first] = await documents()
  if (!first) throw new Error('Nothing was stored')
  for (let n = 1; n < maxDocuments; n++)
    await db.insert(orderDocuments).values({ ...first, id: crypto.randomUUID(), hash: `other ${n}` })
  expect(await send({ content: jpeg })).toMatchObject({
    status: 409,
    value: { fieldErrors: { file: [documentRefusalWords.too_many] } },
  })
  expect(stored()).toHaveLength(1)
})
