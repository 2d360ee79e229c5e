import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/db.server.ts'
import {
  addStaffUpload,
  addUpload,
  forgetUploads,
  licenseLimits,
  listDealerUploads,
} from '#app/features/dealers/store/file.server.ts'
import { storePaper } from '#app/files/papers.server.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { askDealer } from '#app/features/dealers/store/requests.server.ts'
import { findDealerFile } from '#app/features/dealers/store/search.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { publicCode, secretToken } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPhotoShop, picture } from '#test/photos.ts'
import { scannedLicense } from '#test/pdf.ts'
import { givenReservation } from '#test/world.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf } from '#test/visit.ts'
import { loader as copyLoader } from './routes/copy.ts'
import { action as change, loader as fileLoader } from './routes/dealer.tsx'
import { findBoard, listDealerRows } from './store.server.ts'
import { staffUploadWords } from './rules.ts'
import { reserve } from '#test/buyer-steps.ts'
import { textOf, visitor } from '#test/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'paco-copies-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function givenBoard(ctx: TestContext) {
  const given = await givenReservation(ctx)
  const shop = givenPhotoShop(ctx, folder)

  const [order] = await ctx.db.select().from(orders)
  const key = order?.dealerKey ?? ''
  const clock = { now: ctx.now(), timeZone: 'America/New_York' }
  const visitAs = async (
    role: 'bench' | 'desk',
    path: string,
    params: Record<string, string>,
    form?: Record<string, string>,
  ) =>
    staffVisit(shop, await givenStaff(ctx, role, { email: `${publicCode().toLowerCase()}@example.com` }), {
      path,
      params,
      ...(form && { form }),
    })
  const file = (role: 'bench' | 'desk', form?: Record<string, string>) =>
    visitAs(role, `/staff/dealers/${key}`, { key }, form)
  return {
    ...given,
    shop,
    key,
    file,
    visitAs,
    board: () => findBoard(ctx.db, clock),
    rows: (search = '') => listDealerRows(ctx.db, search, clock),
  }
}

const emptyFile = {
  ezCheckedOn: '',
  specialTaxClass: '',
  specialTaxYearEnds: '',
  specialTaxCopyOn: '',
  feeCents: '',
  email: '',
  notes: '',
  blockedReason: '',
}

test('the board shows a firearm under its dealer, at its stage, with its days and the median', async ({
  ctx,
}) => {
  const { board, move: moveOn, orderId, key } = await givenBoard(ctx)
  await moveOn('agreed')
  expect((await board()).rows).toMatchObject([
    {
      dealerKey: key,
      missing: [],
      slips: [{ orderId, position: 0, stage: 'agreed', label: '1/2', days: 0, median: null, isLong: false }],
    },
  ])
  await moveOn('balance_paid')
  expect((await board()).medians).toEqual({ agreed: 0 })
})

test('a dealer’s file is one form: stored and audited without notes and address, refused for a lesser role, and nothing typed is lost to a change meanwhile', async ({
  ctx,
}) => {
  const { key } = await givenBoard(ctx)
  const { ask } = await givenSite(ctx)
  const { cookie: bench } = await givenStaff(ctx, 'bench', { email: 'bench@example.com' })
  const { cookie: desk } = await givenStaff(ctx, 'desk')
  const typed = {
    copyFile: 'not-theirs.pdf',
    licenseExpiresOn: '2028-01-31',
    ezCheckedOn: '2026-11-19',
    specialTaxClass: '2',
    specialTaxYearEnds: '2027',
    specialTaxCopyOn: '',
    feeCents: '25.50',
    email: 'Dealer@Example.com',
    notes: 'Closed Mondays',
    blockedReason: 'lost a rifle',
  }
  const { revision = 0 } = (await findDealerFile(ctx.db, key))?.file ?? {}
  const send = (form: Record<string, string>, Cookie = desk) =>
    ask(`/staff/dealers/${key}`, {
      form: { ...typed, revision: String(revision), ...form },
      headers: { Cookie },
    })
  expect((await send({}, bench)).status).toBe(403)
  for (const wrong of [
    { feeCents: 'a lot' },
    { specialTaxYearEnds: '' },
    { licenseExpiresOn: '' },
    { email: 'nowhere' },
  ])
    expect((await send(wrong)).status, JSON.stringify(wrong)).toBe(422)
  expect((await send({})).status).toBe(303)
  const found = await findDealerFile(ctx.db, key)
  expect(found?.dealer.email).toBe('dealer@example.com')
  expect(found?.file).toMatchObject({
    licenseExpiresOn: '2028-01-31',
    copyFile: null,
    ezCheckedOn: '2026-11-19',
    specialTaxClass: '2',
    specialTaxCopyOn: null,
    feeCents: 2550,
    notes: 'Closed Mondays',
    blockedReason: 'lost a rifle',
  })
  const [entry] = await listAuditEntries(ctx.db)
  expect(entry).toMatchObject({ verb: 'dealer-file', subject: key, data: { after: { feeCents: 2550 } } })
  expect(JSON.stringify(entry)).not.toMatch(/Closed Mondays|dealer@example/)
  const refused = await send({ notes: 'Rings first' })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toMatch(/>Rings first<\/textarea>.*Stored now: Closed Mondays/s)
})

test('a copy that came by mail is uploaded, listed, accepted and opened like one that the dealer sent', async ({
  ctx,
}) => {
  const { key, file, visitAs } = await givenBoard(ctx)
  const send = async (role: 'bench' | 'desk', content: Uint8Array | string | null, of = key) => {
    const args = await visitAs(role, `/staff/dealers/${of}`, { key: of })
    const body = new FormData()
    body.set('key', secretToken())
    if (content !== null) body.set('license', new File([content as BlobPart], 'license.pdf'))
    else body.set('verb', 'upload')
    const { headers } = args.request
    const request = new Request(args.url, {
      method: 'POST',
      body,
      headers: { Cookie: headers.get('Cookie') ?? '' },
    })
    return answerOf(() => change({ ...args, request }))
  }
  const shown = async () =>
    (await answerOf(async () => fileLoader(await file('desk')))).value as Awaited<
      ReturnType<typeof fileLoader>
    >
  const scan = await scannedLicense()
  const stored = () => readdirSync(join(folder, 'files', 'private', 'papers')).length
  expect(await send('bench', scan)).toMatchObject({ status: 403 })
  expect(await send('desk', scan)).toMatchObject({ status: 303, location: `/staff/dealers/${key}` })
  const before = stored()
  for (const [content, why] of [
    ['<script>', staffUploadWords.wrong_type],
    [scan.subarray(0, 300), staffUploadWords.unreadable],
    [new Uint8Array(5 * 1024 * 1024 + 1), staffUploadWords.too_large],
    [null, 'Choose the file of the copy.'],
  ] as const)
    expect(await send('desk', content)).toMatchObject({
      status: 422,
      value: { fieldErrors: { license: [why] } },
    })
  expect(await send('desk', scan, '1-59-086-01-00099')).toMatchObject({ status: 409 })
  expect(stored()).toBe(before)
  const [copy] = (await shown()).copies
  expect(copy?.words).toContain('uploaded Nov 20, 2026 by D. Sample')
  const form = {
    ...emptyFile,
    revision: String((await shown()).file.revision ?? 0),
    licenseExpiresOn: '2028-01-31',
    copyFile: copy?.file ?? '',
  }
  const args = await file('desk', form)
  expect(await answerOf(() => change(args))).toMatchObject({ status: 303 })
  expect((await findDealerFile(ctx.db, key))?.file.copyFile).toBe(copy?.file)
  const at = { key, file: copy?.file ?? '' }
  const opened = await copyLoader(await visitAs('desk', `/staff/dealers/${key}/copies/${at.file}`, at))
  expect(opened.headers.get('Content-Disposition')).toContain('attachment')
  await send('desk', await picture(600, 400).png().toBuffer())
  const forget = () => applyRetention(ctx, 'license_copies', forgetUploads)
  expect(await forget()).toBe(0)
  ctx.setNow(after(ctx.now(), 31 * day))
  expect(await forget()).toBe(1)
  expect((await shown()).copies).toMatchObject([{ file: copy?.file }])
  const entries = (await listAuditEntries(ctx.db)).map(({ verb, subject }) => [verb, subject])
  expect(entries).toEqual([
    ['retention-delete', 'license_copies'],
    ['license-copy-upload', key],
    ['license-copy', key],
    ['dealer-file', key],
    ['license-copy-upload', key],
  ])
})

test('a dealer’s file holds twelve copies of staff, and those of another dealer do not count', async ({
  ctx,
}) => {
  const { key, rows } = await givenBoard(ctx)
  const add = (of: string) => {
    const copy = { file: secretToken(), type: 'application/pdf' as const, bytes: 1 }
    return transact(ctx, (work) => addStaffUpload(work, of, copy, 'D. Sample'))
  }
  const [other] = await rows('Tampa')
  for (let copies = 0; copies < 12; copies++) expect(await add(key)).toEqual({ ok: true })
  expect(await add(key)).toMatchObject({ why: 'too_many' })
  expect(await add(other?.dealer.key ?? '')).toEqual({ ok: true })
})

test('a license copy opens for staff, in a sandbox and recorded; no other file does', async ({ ctx }) => {
  const { shop, key, orderId, visitAs, file } = await givenBoard(ctx)
  const order = await findOrder(ctx.db, orderId)
  if (!order) throw new Error('No order')
  await storePaper(shop, { given: await scannedLicense(), limits: licenseLimits }, (upload) =>
    transact(ctx, async (work) => {
      const requested = await askDealer(work, order, { email: 'd@example.com', source: 'staff', by: 'sam' })
      if (requested.ok) await addUpload(work, requested.id, upload)
      return requested
    }),
  )
  const [laid] = await listDealerUploads(ctx.db, key)
  if (!laid) throw new Error('No copy')
  const open = async (params: { key: string; file: string }) => {
    const args = await visitAs('desk', `/staff/dealers/${params.key}/copies/${params.file}`, params)
    return copyLoader(args)
  }
  const answer = await open({ key, file: laid.file })
  expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
  expect(answer.headers.get('Content-Disposition')).toContain('attachment')
  expect((await answer.arrayBuffer()).byteLength).toBe(laid.bytes)
  expect(await listAuditEntries(ctx.db)).toMatchObject([{ verb: 'license-copy', subject: key }])
  for (const params of [
    { key, file: '../../secrets' },
    { key: '1-59-086-01-00072', file: laid.file },
  ])
    await expect(open(params)).rejects.toMatchObject({ init: { status: 404 } })
  const shown = await answerOf(async () => fileLoader(await file('bench')))
  expect(shown.value).toMatchObject({ mayWrite: false, copies: [{ file: laid.file }] })
})

test('a reservation is on the board, its slip leads to its sheet, and its dealer’s file is filled in', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId } = await reserve(buyer, 'guerrilla-vol-1', 7)
  const staff = buyer.another()
  await staff.signIn('desk', { name: 'D. Sample' })
  await staff.open('/staff/transfers')
  const slip = staff.parts('link').find((link) => link.getAttribute('href') === `/staff/orders/${orderId}`)
  await staff.open(slip?.getAttribute('href') ?? '')
  expect(staff.text).toContain('The buyer has not accepted the final price and terms.')

  await staff.open('/staff/dealers?q=Tampa')
  await staff.follow(/Sample Arms 00016/, staff.part('table'))
  const missing = () => textOf(staff.page.queryByLabelText('Missing for an NFA item today'))
  expect(missing()).toContain('license copy')
  staff.fillOne(/^Last day/, '2029-01-31')
  await staff.press('Save the file')
  expect(staff.text).toContain('Jan 31, 2029')
  expect(missing()).toContain('eZ Check')
  staff.fillOne(/^Day of the eZ Check/, '2026-11-20')
  await staff.press('Save the file')
  expect(missing()).not.toContain('eZ Check')
})
