import { afterAll, expect, describe } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/db.server.ts'
import { loader as staffDocument } from '#app/features/order-desk/routes/document.ts'
import { action as staffAction, loader as staffSheet } from '#app/features/order-desk/routes/order.tsx'
import { deleteHoldings, readHoldings } from '#app/features/inbox/store/holdings.server.ts'
import type { StaffRole } from '#app/features/staff/rules.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { sweepPapers } from '#app/files/papers.server.ts'
import { upkeepJobs } from '#app/jobs.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenFolder, givenPhotoShop, picture } from '#test/photos.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, visit } from '#test/visit.ts'
import { reservationJobs } from './jobs.server.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { endLinks, makeLink } from '#app/features/orders/store/links.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { scannedLicense } from '#test/pdf.ts'
import { orderDocuments } from './tables.ts'
import { join } from 'node:path'
import { action, loader } from './routes/documents.tsx'
import { loader as progressLoader } from './routes/progress.tsx'
import {
  approveReview,
  deleteDocumentsOf,
  documentRefusalWords,
  findDocument,
  forgetDocuments,
  listDocuments,
  maxDocuments,
  requestDocument,
} from './store/documents.server.ts'
import { listWorkItems } from '#app/features/today/store/items.server.ts'
import { shopZone } from '#test/moment.ts'
import { givenReservation } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'

const pdf = await scannedLicense()
const jpeg = new Uint8Array(await picture(900, 600).jpeg().toBuffer())
const png = new Uint8Array(await picture(900, 600).png().toBuffer())

type SentFile = {
  kind?: string
  content?: Uint8Array | string | null
  name?: string
  cookies?: string[]
}

async function givenRequested(ctx: TestContext, folder: string) {
  const dataDir = join(folder, publicCode())
  const shop = givenPhotoShop(ctx, dataDir)
  const reserved = await givenReservation(ctx)
  await reserved.gates.review.close()
  const { orderId } = reserved
  const ask = (documents: ('permit' | 'photo_id' | 'trust')[] = ['permit', 'photo_id']) =>
    transact(ctx, (work) =>
      requestDocument(work, ordersOnSale, {
        orderId,
        note: 'Your Maryland permit.',
        by: 'sam',
        dueOn: '2026-12-01',
        today: '2026-11-20',
        documents,
      }),
    )
  await ask()
  const token = await transact(ctx, (work) => makeLink(work, orderId))
  const own = [`paco-order-${orderId}=${token}`]
  const at = { path: `/orders/${orderId}/documents`, params: { order: orderId } }
  const args = ({ kind = 'permit', content = pdf, name = 'permit.pdf', cookies = own }: SentFile) => {
    const body = new FormData()
    body.set('kind', kind)
    if (content !== null) body.set('file', new File([content as BlobPart], name))
    const seen = visit(shop, { ...at, cookies })
    return {
      ...seen,
      request: new Request(seen.url, { method: 'POST', body, headers: { Cookie: cookies.join('; ') } }),
    }
  }
  return {
    ...reserved,
    shop,
    ask,
    own,
    page: (cookies = own) => answerOf(() => loader(visit(shop, { ...at, cookies }))),
    todo: async () =>
      (await progressLoader(visit(shop, { ...at, cookies: own }))).todo.map(({ text, label }) => [
        text,
        label,
      ]),
    send: (sent: SentFile = {}) => answerOf(() => action(args(sent))),
    documents: () => listDocuments(ctx.db, orderId),
    stored: () => storedIn(dataDir),
    storedTomorrow: async () => {
      await sweepPapers({ ...shop, now: () => after(new Date(), 2 * hour) }, [orderDocuments.id])
      return storedIn(dataDir)
    },
    dataDir,
    approve: () =>
      transact(ctx, (work) => approveReview(work, ordersOnSale, { orderId, note: 'Seen', by: 'sam' })),
    runJobs: async () => {
      await ctx.handOn()
      for (const { job, payload } of ctx.queued.splice(0)) {
        const found = reservationJobs(ordersOnSale).find(({ name }) => name === job)
        if (found) await found.run(shop, found.payload.parse(payload))
      }
    },
    work: async () =>
      (await listWorkItems({ db: ctx.db, now: ctx.now(), timeZone: shopZone }))
        .filter(({ group }) => group === 'decide')
        .map(({ key, kind, detail }) => [key.split(' ')[0], kind, detail]),
  }
}

function storedIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

const { folder, remove } = givenFolder('documents')
afterAll(remove)
const requested = (ctx: TestContext) => givenRequested(ctx, folder)

async function atDesk(
  ctx: TestContext,
  given: Awaited<ReturnType<typeof givenRequested>>,
  role: StaffRole = 'desk',
) {
  const { shop, orderId } = given
  const signedIn = await givenStaff(ctx, role, { email: `${publicCode().toLowerCase()}@example.com` })
  const path = `/staff/orders/${orderId}`
  const params = { order: orderId }
  const sheet = async (query = '') => {
    const args = await staffVisit(shop, signedIn, { path: path + query, params })
    return (await answerOf(() => staffSheet(args))).value as Awaited<ReturnType<typeof staffSheet>>
  }
  return {
    sheet,
    press: async (form: Record<string, string>, ...more: [name: string, value: string][]) => {
      const { revision } = (await sheet()).sheet
      const args = await staffVisit(shop, signedIn, {
        path,
        params,
        form: [['revision', String(revision)], ...Object.entries(form), ...more],
      })
      return answerOf(() => staffAction(args))
    },
    open: async (document: string) => {
      const at = { path: `${path}/documents/${document}`, params: { ...params, document } }
      const args = await staffVisit(shop, signedIn, at)
      return staffDocument(args)
    },
  }
}

test('staff open a document as a file to save, and who opened which is recorded', async ({ ctx }) => {
  const given = await requested(ctx)
  await given.send()
  const id = (await given.documents())[0]?.id ?? ''
  const { open, sheet } = await atDesk(ctx, given)
  expect((await sheet()).sheet.documents).toMatchObject([{ id, state: 'waiting' }])
  const answer = await open(id)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${given.orderId}-permit.pdf"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(await listAuditEntries(ctx.db)).toMatchObject([
    {
      actor: expect.stringContaining('D. Sample'),
      verb: 'document-open',
      subject: given.orderId,
      data: { document: id },
    },
  ])
  expect(await answerOf(() => open('00000000-0000-4000-8000-000000000000'))).toMatchObject({ status: 404 })
  expect(await findDocument(ctx.db, 'ANOTHER234', id)).toBeUndefined()
})

test.for(['bench', 'instructor'] as const)(
  '%s opens no document and decides about none',
  async (role, { ctx }) => {
    const given = await requested(ctx)
    await given.send()
    const id = (await given.documents())[0]?.id ?? ''
    const { open, press, sheet } = await atDesk(ctx, given, role)
    expect(await answerOf(() => open(id))).toMatchObject({ status: 403 })
    for (const form of [
      { verb: 'accept_document', document: id },
      { verb: 'refuse_document', document: id, reason: 'No' },
    ])
      expect(await press(form)).toMatchObject({ status: 403 })
    expect(JSON.stringify((await sheet()).sheet.documents)).not.toContain('permit.pdf')
    expect(await given.documents()).toMatchObject([{ state: 'waiting' }])
  },
)

test('a look at the email leaves every document ticked', async ({ ctx }) => {
  const { press } = await atDesk(ctx, await requested(ctx))
  const form = { verb: 'ask_document', note: 'Both, please', dueOn: '2026-12-24', preview: 'yes' }
  const ticked = [
    ['documents', 'permit'],
    ['documents', 'residence'],
  ] satisfies [string, string][]
  const { value } = await press(form, ...ticked)
  expect(value).toMatchObject({
    given: { documents: ['permit', 'residence'] },
    mails: [{ text: expect.stringContaining('Both, please') }],
  })
})

test('a refused document is mailed with its reason and is missing again; an accepted one waits for the decision', async ({
  ctx,
}) => {
  const given = await requested(ctx)
  const { send, documents, page, work, shop, runJobs, approve } = given
  await given.ask(['permit'])
  await runJobs()
  const request = shop.sent.at(-1)
  expect(request?.text).toContain(`/orders/${given.orderId}?key=`)
  expect(request?.text).toContain(`&to=/orders/${given.orderId}/documents`)
  await send()
  expect(await work()).toEqual([['document', 'todo', 'A document waits to be read: State permit or license']])
  const id = (await documents())[0]?.id ?? ''
  const { press, sheet } = await atDesk(ctx, given)
  const reason = 'It ended in May. Send the one that is in force.'
  const shown = await press({ verb: 'refuse_document', document: id, reason, preview: 'yes' })
  expect(shown.value).toMatchObject({ mails: [{ text: expect.stringContaining(reason) }] })
  expect(await press({ verb: 'refuse_document', document: id, reason: '' })).toMatchObject({ status: 422 })
  expect(await press({ verb: 'refuse_document', document: id, reason })).toMatchObject({ status: 303 })
  expect(await press({ verb: 'accept_document', document: id })).toMatchObject({ status: 409 })
  await runJobs()
  expect(shop.sent.at(-1)).toMatchObject({ to: 'buyer@example.com', text: expect.stringContaining(reason) })
  expect((await page()).value).toMatchObject({
    request: { kinds: [{ state: 'missing' }] },
    sent: [{ state: 'refused', reason }],
  })
  expect(await work()).toEqual([['review', 'wait', 'A document was requested']])
  expect(await send()).toMatchObject({
    status: 409,
    value: { fieldErrors: { file: [documentRefusalWords.refused_before] } },
  })
  await send({ content: jpeg })
  const another = (await documents()).find(({ state }) => state === 'waiting')?.id ?? ''
  expect(await press({ verb: 'accept_document', document: another })).toMatchObject({ status: 303 })
  expect(await work()).toEqual([['documents-complete', 'review', 'Its documents are accepted: decide']])
  expect((await sheet()).sheet.verdict?.at(-1)).toMatchObject({
    kind: 'done',
    words: 'State permit or license: accepted',
  })
  await approve()
  expect(await work()).toEqual([])
  const verbs = (await listAuditEntries(ctx.db)).map(({ verb }) => verb)
  expect(verbs).toEqual(['accept-document', 'refuse-document'])
  expect(JSON.stringify(await listAuditEntries(ctx.db))).not.toContain('ended in May')
})

test('a document goes with its file 90 days after the decision, and not before', async ({ ctx }) => {
  const { send, documents, storedTomorrow, approve } = await requested(ctx)
  await send()
  const from = ctx.now()
  const run = () => applyRetention(ctx, 'documents', forgetDocuments)
  ctx.setNow(after(from, 400 * day))
  expect(await run()).toBe(0)
  await approve()
  const decided = ctx.now()
  ctx.setNow(after(decided, 90 * day - hour))
  expect(await run()).toBe(0)
  ctx.setNow(after(decided, 90 * day))
  expect((await storedTomorrow()).length).toBe(1)
  expect(await run()).toBe(1)
  expect([(await documents()).length, (await storedTomorrow()).length]).toEqual([0, 0])
  expect(await listAuditEntries(ctx.db)).toMatchObject([{ verb: 'retention-delete', subject: 'documents' }])
})

test('a decision before the request does not end what was requested after it', async ({ ctx }) => {
  const { ask, approve, send, documents } = await requested(ctx)
  await approve()
  await ask(['permit'])
  await send()
  ctx.setNow(after(ctx.now(), 400 * day))
  expect(await applyRetention(ctx, 'documents', forgetDocuments)).toBe(0)
  expect(await documents()).toHaveLength(1)
})

test('what a crash left without a row is removed by the nightly job, and nothing else', async ({ ctx }) => {
  const { send, stored, shop } = await requested(ctx)
  await send()
  await shop.files.private.put('papers/11111111-0000-4000-8000-000000000000', pdf, 'application/pdf')
  const nightly = upkeepJobs(() => []).find(({ name }) => name === 'clean-up')
  await nightly?.run(shop, {})
  expect(stored()).toHaveLength(2)
  ctx.setNow(after(new Date(), 2 * hour))
  await nightly?.run(shop, {})
  expect(stored()).toHaveLength(1)
})

test('documents are exported with a data request, and deleted by one unless a review needs them', async ({
  ctx,
}) => {
  const { send, documents, storedTomorrow, approve, orderId } = await requested(ctx)
  await send()
  expect((await readHoldings(ctx.db, 'buyer@example.com')).documents).toMatchObject([
    { kind: 'permit', orderId },
  ])
  await transact(ctx, (work) => deleteHoldings(work, 'buyer@example.com'))
  expect(await documents()).toHaveLength(1)
  await approve()
  for (const others of [[], ['ANOTHER234']])
    expect(await transact(ctx, (work) => deleteDocumentsOf(work, others))).toBe(0)
  expect(await transact(ctx, (work) => deleteHoldings(work, 'buyer@example.com'))).toMatchObject({
    documents: 1,
  })
  expect([(await documents()).length, (await storedTomorrow()).length]).toEqual([0, 0])
})

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
    sent: [{ kind: 'State permit or license', name: 'my permit.pdf', state: 'waiting' }],
  })
  expect(await todo()).toEqual([[expect.any(String), 'Upload it']])
  expect(await send({ kind: 'photo_id', content: jpeg, name: 'id.pdf' })).toMatchObject({ status: 303 })
  expect(await todo()).toEqual([[expect.stringContaining('are reading it'), 'See what you sent']])
  expect((await documents()).map(({ type }) => type).toSorted()).toEqual(['application/pdf', 'image/jpeg'])
  expect(stored()).toHaveLength(2)
  for (const file of stored()) {
    expect(file).toContain('/files/private/papers/')
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
    await transact(ctx, (work) => endLinks(work, orderId))
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
