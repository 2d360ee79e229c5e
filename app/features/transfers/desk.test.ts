import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/work.server.ts'
import {
  addStaffUpload,
  addUpload,
  forgetUploads,
  licenseLimits,
  listDealerUploads,
} from '#app/features/dealers/store/uploads.server.ts'
import { storePaper } from '#app/files/papers.server.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { askDealer } from '#app/features/dealers/store/requests.server.ts'
import { findDealerFile } from '#app/features/dealers/store/file.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { publicCode, secretToken } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPhotoShop, picture } from '#test/photos.ts'
import { scannedLicense } from '#test/pdf.ts'
import { givenReservation, stagesUpTo } from '#test/world.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff, staffVisit } from '#test/staff.ts'
import { answerOf, givenShop } from '#test/visit.ts'
import { loader as copyLoader } from './routes/copy.ts'
import { action as change, loader as fileLoader } from './routes/dealer.tsx'
import { findBoard, listDealerRows } from './store.server.ts'
import { staffUploadWords } from './rules.ts'
import { reserve } from '#test/buyer-steps.ts'
import { textOf, visitor } from '#test/visitor.ts'
import { dealerJobs } from '#app/features/dealers/jobs.server.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { ordersOnSale } from '#test/shop.ts'
import { action, loader } from './routes/slip.tsx'

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

test('every form of a dealer’s file is stored and audited, and refused at an old revision and for a lesser role', async ({
  ctx,
}) => {
  const { file, key } = await givenBoard(ctx)
  let revision = (await findDealerFile(ctx.db, key))?.stored?.revision ?? 0
  const press = async (role: 'bench' | 'desk', form: Record<string, string>) => {
    const args = await file(role, form)
    return answerOf(() => change(args))
  }
  const forms = [
    { verb: 'copy', expiresOn: '2028-01-31', file: 'not-theirs.pdf' },
    { verb: 'ez-check', onDay: '2026-11-19' },
    { verb: 'tax', taxClass: '2', yearEnds: '2027', copyOn: '' },
    { verb: 'terms', fee: '25.50', notes: 'closed Mondays' },
    { verb: 'block', reason: 'lost a rifle' },
    { verb: 'unblock' },
  ]
  for (const form of forms) {
    expect(await press('bench', { ...form, revision: String(revision) })).toMatchObject({ status: 403 })
    expect(await press('desk', { ...form, revision: String(revision) })).toMatchObject({ status: 303 })
    revision += 1
    expect((await findDealerFile(ctx.db, key))?.stored?.revision).toBe(revision)
  }
  expect(await press('desk', { verb: 'email', revision: '0', email: 'a@example.com' })).toMatchObject({
    status: 409,
  })
  const email = { verb: 'email', revision: String(revision), email: 'Dealer@Example.com' }
  expect(await press('desk', email)).toMatchObject({ status: 303 })
  expect(await press('desk', { verb: 'x', revision: '0' })).toMatchObject({ status: 422 })
  expect(await press('desk', { verb: 'block', revision: String(revision), reason: '' })).toMatchObject({
    status: 422,
  })
  const found = await findDealerFile(ctx.db, key)
  expect(found?.dealer.email).toBe('dealer@example.com')
  expect(found?.stored).toMatchObject({
    licenseExpiresOn: '2028-01-31',
    copyFile: null,
    ezCheckedOn: '2026-11-19',
    specialTaxClass: '2',
    specialTaxCopyOn: null,
    feeCents: 2550,
    notes: 'closed Mondays',
    blockedReason: null,
  })
  const entries = await listAuditEntries(ctx.db)
  expect(entries).toHaveLength(forms.length + 1)
  expect(JSON.stringify(entries)).not.toMatch(/closed Mondays|dealer@example/)
})

test('what was typed in a dealer’s file stays when it was changed meanwhile, beside what it says now', async ({
  ctx,
}) => {
  const { key, file } = await givenBoard(ctx)
  const { ask } = await givenSite(ctx)
  const { cookie: Cookie } = await givenStaff(ctx, 'desk')
  const { revision } = (await fileLoader(await file('desk'))).file
  const send = (notes: string) => {
    const form = { verb: 'terms', revision: String(revision), fee: '25', notes }
    return ask(`/staff/dealers/${key}`, { form, headers: { Cookie } })
  }
  expect((await send('Closed Mondays')).status).toBe(303)
  const refused = await send('Rings first')
  expect(refused.status).toBe(409)
  expect(await refused.text()).toMatch(/>Rings first<\/textarea>.*In the file now: Closed Mondays/s)
})

test('the list has the dealers of open transfers, and a search the rest', async ({ ctx }) => {
  const { rows, key } = await givenBoard(ctx)
  expect(await rows()).toMatchObject([{ key, open: 1, missing: [] }])
  expect(
    (await rows('Tampa')).every(({ open, missing }) => open === 0 && missing.includes('copy_missing')),
  ).toBe(true)
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
    (
      (await answerOf(async () => fileLoader(await file('desk')))).value as Awaited<
        ReturnType<typeof fileLoader>
      >
    ).file
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
      value: { verb: 'upload', errors: { license: [why] } },
    })
  expect(await send('desk', scan, '1-59-086-01-00099')).toMatchObject({ status: 409 })
  expect(stored()).toBe(before)
  const [copy] = (await shown()).copies
  expect(copy?.words).toContain('uploaded Nov 20, 2026 by D. Sample')
  const form = {
    verb: 'copy',
    revision: String((await shown()).revision),
    expiresOn: '2028-01-31',
    file: copy?.file ?? '',
  }
  const args = await file('desk', form)
  expect(await answerOf(() => change(args))).toMatchObject({ status: 303 })
  expect((await findDealerFile(ctx.db, key))?.stored?.copyFile).toBe(copy?.file)
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
    ['dealer-copy', key],
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
  expect(await add(other?.key ?? '')).toEqual({ ok: true })
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
  expect(shown.value).toMatchObject({ mayWrite: false, file: { copies: [{ file: laid.file }] } })
})

test('a reservation is on the board, its slip leads to the move, which names the gates, and its dealer’s file is filled in', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const { orderId } = await reserve(buyer, 'guerrilla-vol-1', 7)
  const staff = buyer.another()
  await staff.signIn('desk', { name: 'D. Sample' })
  await staff.open('/staff/transfers')
  const slip = staff
    .parts('link')
    .find((link) => link.getAttribute('href')?.startsWith(`/staff/transfers/${orderId}/0`))
  await staff.open(slip?.getAttribute('href') ?? '')
  await staff.open(staff.page.getByRole('link', { name: 'Move the stage' }).getAttribute('href') ?? '')
  expect(staff.text).toContain('The buyer has not accepted the final price and terms.')

  await staff.open('/staff/dealers?q=Tampa')
  await staff.follow(/Sample Arms 00016/, staff.part('table'))
  const missing = () => textOf(staff.page.queryByLabelText('Missing for an NFA item today'))
  expect(missing()).toContain('license copy')
  const copy = staff.part('form', 'Accept a license copy')
  staff.fillOne(/^Last day/, '2029-01-31', copy)
  await staff.press('Accept copy')
  expect(staff.text).toContain('Jan 31, 2029')
  expect(missing()).toContain('eZ Check')
  await staff.press('Record eZ Check')
  expect(missing()).not.toContain('eZ Check')
})

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
  const correct = async (form: Record<string, string>) => {
    const { revision } = await shown()
    const args = await visit({ revision: String(revision), ...form })
    return answerOf(() => action(args))
  }
  return { ...given, shop, shown, correct }
}

test('a wrong number is corrected in its place, with a reason: the stage stays, and buyer and dealer are mailed the right one', async ({
  ctx,
}) => {
  const { shop, shown, move, correct, stageNow, orderId } = await givenSlip(ctx)
  const right = { carrier: 'fedex', tracking: '7700 1', reason: 'Two labels were mixed up' }
  expect(await correct(right)).toMatchObject({ status: 409 })
  await move('shipped', { carrier: 'ups', tracking: '1Z999' })
  const old = String((await shown()).revision)
  ctx.queued.length = 0
  expect(await correct({ ...right, reason: ' ' })).toMatchObject({
    status: 422,
    value: { fieldErrors: { reason: ['Say what was wrong'] }, given: { tracking: '7700 1' } },
  })
  expect(await correct({ ...right, tracking: '' })).toMatchObject({
    status: 409,
    value: { fieldErrors: { tracking: ['Enter the tracking number.'] } },
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
  const { correct, move } = await givenSlip(ctx)
  await move('shipped', { carrier: 'ups', tracking: '1Z999' })
  await move('at_dealer')
  const right = { carrier: 'ups', tracking: '1Z998', reason: 'Mistyped' }
  expect(await correct(right)).toMatchObject({ status: 303 })
  await move('form4_filed')
  expect(await correct({ ...right, tracking: '1Z997' })).toMatchObject({
    status: 409,
    value: {
      fieldErrors: { form: ['It is not on its way to its dealer, or its shipment was not recorded.'] },
    },
  })
})
