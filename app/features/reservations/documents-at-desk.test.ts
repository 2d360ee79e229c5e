import { afterAll, expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/work.server.ts'
import { loader as staffDocument } from '#app/features/order-desk/routes/document.ts'
import { action as staffAction, loader as staffSheet } from '#app/features/order-desk/routes/order.tsx'
import { deleteHoldings, readHoldings } from '#app/features/inbox/store/holdings.server.ts'
import type { StaffRole } from '#app/features/staff/rules.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenRequested, jpeg, pdf } from '#test/documents.ts'
import { givenFolder } from '#test/photos.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf } from '#test/visit.ts'
import { documentJobs } from './jobs.server.ts'
import { deleteDocumentsOf, findDocument, forgetDocuments } from './store/documents.server.ts'
import { documentRefusalWords } from './words/documents.ts'

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
    'cache-control': 'no-store',
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
    mail: { text: expect.stringContaining('Both, please') },
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
  expect(shown.value).toMatchObject({ mail: { text: expect.stringContaining(reason) } })
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
  expect((await sheet()).sheet.verdict?.rows.at(-1)).toMatchObject({
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
  const { send, documents, stored, approve, runJobs } = await requested(ctx)
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
  expect(await run()).toBe(1)
  await runJobs()
  expect([(await documents()).length, stored().length]).toEqual([0, 0])
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
  await shop.files.private.put('documents/11111111-0000-4000-8000-000000000000', pdf, 'application/pdf')
  const nightly = documentJobs.find(({ name }) => name === 'document-retention')
  await nightly?.run(shop, {})
  expect(stored()).toHaveLength(2)
  ctx.setNow(after(new Date(), 2 * hour))
  await nightly?.run(shop, {})
  expect(stored()).toHaveLength(1)
})

test('documents are exported with a data request, and deleted by one unless a review needs them', async ({
  ctx,
}) => {
  const { send, documents, stored, approve, runJobs, orderId } = await requested(ctx)
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
  await runJobs()
  expect([(await documents()).length, stored().length]).toEqual([0, 0])
})
