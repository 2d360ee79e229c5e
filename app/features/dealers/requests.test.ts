import sharp from 'sharp'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'drizzle-orm'
import { transact } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { type TestContext, test } from '#test/db.ts'
import { scannedLicense } from '#test/pdf.ts'
import { givenPhotoShop } from '#test/photos.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenShop, heldOrder, type TestShop } from '#test/visit.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import { dealerJobs } from './jobs.server.ts'
import {
  answerRequest,
  askDealer,
  chooseForOrder,
  dealerToken,
  expireRequests,
  findOwnRequest,
  findRequest,
  listRequests,
  recordCall,
  remindDealers,
  withdrawOverRequests,
} from './store/requests.server.ts'
import { readPaper, type StoredPaper, storePaper, sweepPapers } from '#app/files/papers.server.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { addDealers } from '#db/sample/load.ts'
import { addUpload, forgetUploads, licenseLimits, listUploads, setDealerEmail } from './store/file.server.ts'
import { dealerUploads } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'paco-uploads-'))
afterAll(() => rmSync(folder, { recursive: true }))

const named = { dealerName: 'Corner Arms', dealerCity: 'Tampa', dealerState: 'FL' }
const accepted = {
  answer: 'accept' as const,
  answeredBy: 'Sam Clerk',
  feeCents: 2500,
  hours: 'Tue to Sat 10 to 6',
  saysNfa: true,
  reason: null,
}
const declined = {
  answer: 'decline' as const,
  answeredBy: 'Sam Clerk',
  feeCents: null,
  hours: null,
  saysNfa: null,
  reason: 'No NFA items',
}

async function paidOrder(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  const { orderId } = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, orderId, reservationForm())
  return { shop, orderId }
}

async function requested(ctx: TestContext, email = 'dealer@example.com') {
  const { shop, orderId } = await paidOrder(ctx)
  await chooseForOrder(shop, ordersOnSale, orderId, named)
  const order = await findOrder(shop.db, orderId)
  const done =
    order && (await transact(shop, (work) => askDealer(work, order, { email, source: 'staff', by: 'sam' })))
  if (!done?.ok) throw new Error('No dealer got a request')
  return { shop, orderId, requestId: done.id }
}

async function workOff(shop: TestShop, ctx: TestContext) {
  for (const { job, payload } of ctx.queued.splice(0))
    await dealerJobs.find(({ name }) => name === job)?.run(shop, payload)
}

const keyIn = (text = '') => /key=([\w-]+)/.exec(text)?.[1] ?? ''

test('the dealer gets a mail with a private link that does not name the buyer', async ({ ctx }) => {
  const { shop, orderId, requestId } = await requested(ctx)
  await workOff(shop, ctx)
  const mail = shop.sent.at(-1)
  expect(mail).toMatchObject({ to: 'dealer@example.com', subject: expect.stringContaining('transfer') })
  expect(mail?.text).not.toContain('Jordan Buyer')
  expect(await findOwnRequest(shop, requestId, keyIn(mail?.text))).toMatchObject({ orderId })
  expect(await findOwnRequest(shop, requestId, 'guess')).toBeUndefined()
  expect(await findOwnRequest(shop, 'ANOTHER234', keyIn(mail?.text))).toBeUndefined()
  expect(await findOrder(shop.db, orderId)).toMatchObject({ dealerAnswer: { is: 'requested' } })
})

test('an acceptance is shown on the order with fee and hours, and mailed to the buyer', async ({ ctx }) => {
  const { shop, orderId, requestId } = await requested(ctx)
  await workOff(shop, ctx)
  expect(await transact(shop, (work) => answerRequest(work, requestId, accepted))).toEqual({ ok: true })
  await workOff(shop, ctx)
  expect(await findOrder(shop.db, orderId)).toMatchObject({
    dealerAnswer: { is: 'accepted', feeCents: 2_500, hours: 'Tue to Sat 10 to 6' },
  })
  const mail = shop.sent.at(-1)
  expect(mail).toMatchObject({ to: 'buyer@example.com', subject: expect.stringContaining('accepted') })
  expect(mail?.text).toContain('$25')
  expect(mail?.text).not.toContain('isn’t confirmed')
  expect(mail?.text).toContain('We’ll confirm that they can receive NFA items.')
  const events = await listEvents(shop.db, orderId)
  expect(events.find(({ kind }) => kind === 'dealer_requested')?.data.by).toEqual(expect.any(String))
  expect(events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['dealer', 'dealer_requested', 'dealer_accepted']),
  )
  expect(JSON.stringify(events)).not.toMatch(/Corner|Sam|example\.com/)
})

test('an acceptance may be corrected, a refusal is final', async ({ ctx }) => {
  const { shop, orderId, requestId } = await requested(ctx)
  const answer = (said: typeof accepted | typeof declined) =>
    transact(shop, (work) => answerRequest(work, requestId, said))
  await answer(accepted)
  await answer({ ...accepted, feeCents: 4_000 })
  expect(await findOrder(shop.db, orderId)).toMatchObject({ dealerAnswer: { feeCents: 4_000 } })
  await answer(declined)
  expect(await findOrder(shop.db, orderId)).toMatchObject({
    dealerAnswer: { is: 'declined', feeCents: null },
  })
  expect(await answer(accepted)).toEqual({ ok: false, why: 'declined' })
})

test('a refusal asks the buyer for another dealer, and keeps the reason to ourselves', async ({ ctx }) => {
  const { shop, requestId } = await requested(ctx)
  await workOff(shop, ctx)
  await transact(shop, (work) => answerRequest(work, requestId, declined))
  await workOff(shop, ctx)
  const mail = shop.sent.at(-1)
  expect(mail?.text).toMatch(/declined\. Choose another dealer/)
  expect(mail?.text).not.toContain('No NFA items')
})

test('choosing somebody else takes the question back, and its link opens nothing', async ({ ctx }) => {
  const { shop, orderId, requestId } = await requested(ctx)
  await workOff(shop, ctx)
  const key = keyIn(shop.sent.at(-1)?.text)
  await chooseForOrder(shop, ordersOnSale, orderId, { ...named, dealerName: 'Second Range' })
  expect(await findOwnRequest(shop, requestId, key)).toBeUndefined()
  expect(await transact(shop, (work) => answerRequest(work, requestId, accepted))).toEqual({
    ok: false,
    why: 'withdrawn',
  })
  expect(await findOrder(shop.db, orderId)).toMatchObject({ dealerName: 'Second Range', dealerAnswer: null })
})

test('silence is reminded of once, then ends, and the buyer hears of it', async ({ ctx }) => {
  const { shop, orderId, requestId } = await requested(ctx)
  await workOff(shop, ctx)
  const key = keyIn(shop.sent.at(-1)?.text)
  const start = ctx.now()
  const round = () => transact(shop, remindDealers)
  expect(await round()).toBe(0)
  ctx.setNow(after(start, 5 * day))
  expect([await round(), await round()]).toEqual([1, 0])
  await workOff(shop, ctx)
  expect(shop.sent.at(-1)?.subject).toMatch(/^Reminder/)
  ctx.setNow(after(start, 15 * day))
  expect(await transact(shop, (work) => answerRequest(work, requestId, accepted))).toMatchObject({
    why: 'expired',
  })
  expect(await findOwnRequest(shop, requestId, key)).toBeDefined()
  expect(await transact(shop, expireRequests)).toBe(1)
  expect(await findOwnRequest(shop, requestId, key)).toBeUndefined()
  await workOff(shop, ctx)
  expect(shop.sent.at(-1)).toMatchObject({ to: 'buyer@example.com' })
  expect(await findOrder(shop.db, orderId)).toMatchObject({ dealerAnswer: { is: 'expired' } })
})

test('an order that was given back needs no dealer', async ({ ctx }) => {
  const { shop, requestId } = await requested(ctx)
  expect(await transact(shop, withdrawOverRequests)).toBe(0)
  await ctx.db.execute(`update orders set state = 'refunded', refunded_cents = captured_cents`)
  expect(await transact(shop, withdrawOverRequests)).toBe(1)
  expect(await findRequest(shop.db, requestId)).toMatchObject({ state: 'withdrawn' })
})

function givenFiles(ctx: TestContext) {
  const shop = givenPhotoShop(ctx, join(folder, publicCode()))
  const licenses = join(shop.dataDir, 'files', 'private', 'papers')
  return { shop, licenses, stored: () => (existsSync(licenses) ? readdirSync(licenses) : []) }
}

const sweep = (shop: Pick<Shop, 'files' | 'db' | 'now'>) => sweepPapers(shop, [dealerUploads.file])

async function laidAway(shop: Pick<Shop, 'files'>, given: Uint8Array) {
  const noted: StoredPaper[] = []
  const done = await storePaper(shop, { given, limits: licenseLimits }, async (upload) => {
    noted.push(upload)
    return allowed
  })
  const content = noted[0] && (await readPaper(shop, noted[0].file))
  return { done, upload: noted[0], content }
}

test('a picture is encoded again under a random name, without the file’s metadata', async ({ ctx }) => {
  const { shop, licenses, stored } = givenFiles(ctx)
  const secret = 'GPS and other words'
  const sent = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888888' } })
    .png()
    .withExif({ IFD0: { ImageDescription: secret } })
    .toBuffer()
  const { upload, content } = await laidAway(shop, sent)
  expect(upload).toEqual({
    type: 'image/jpeg',
    file: expect.stringMatching(/^[\da-f-]{36}$/),
    bytes: content?.length,
  })
  expect((await sharp(content).metadata()).exif).toBeUndefined()
  expect(stored()).toEqual([upload?.file])
  expect(statSync(join(licenses, upload?.file ?? '')).mode & 0o777).toBe(0o600)
})

test('of a PDF only the pages are stored; one with actions is refused, and so is every other type', async ({
  ctx,
}) => {
  const { shop, stored } = givenFiles(ctx)
  const scan = await scannedLicense()
  const { upload, content } = await laidAway(shop, scan)
  expect(upload).toMatchObject({ type: 'application/pdf' })
  expect(content).not.toEqual(scan)
  expect((await PDFDocument.load(content ?? new Uint8Array())).getPageCount()).toBe(1)
  const lay = async (bytes: Uint8Array) => (await laidAway(shop, bytes)).done
  expect(await lay(Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject({ why: 'too_large' })
  expect(stored()).toHaveLength(1)
})

test('a copy without a record leaves no file, and files left by a crash are removed after an hour', async ({
  ctx,
}) => {
  const { requestId } = await requested(ctx)
  const { shop, licenses, stored } = givenFiles(ctx)
  const scan = await scannedLicense()
  const sent = { given: scan, limits: licenseLimits }
  expect(await storePaper(shop, sent, async () => refuse('too_many'))).toMatchObject({ why: 'too_many' })
  const crash = storePaper(shop, sent, () => Promise.reject(new Error('The database went away')))
  await expect(crash).rejects.toThrow('went away')
  expect(stored()).toEqual([])
  const { upload: stray } = await laidAway(shop, scan)
  const { upload: noted } = await laidAway(shop, scan)
  if (!stray || !noted) throw new Error('Nothing was stored')
  await transact(shop, (work) => addUpload(work, requestId, noted))
  for (const file of stored()) utimesSync(join(licenses, file), shop.now(), shop.now())
  await sweep(shop)
  expect(stored().toSorted()).toEqual([stray.file, noted.file].toSorted())
  ctx.setNow(after(ctx.now(), hour + 1))
  await sweep(shop)
  expect(stored()).toEqual([noted.file])
})

test('a copy goes with its file when the transfer has been done for a while, and not before', async ({
  ctx,
}) => {
  const { orderId, requestId } = await requested(ctx)
  const { shop, stored } = givenFiles(ctx)
  await storePaper(shop, { given: await scannedLicense(), limits: licenseLimits }, (upload) =>
    transact(shop, (work) => addUpload(work, requestId, upload)),
  )
  const round = async () => {
    const deleted = await applyRetention(shop, 'license_copies', forgetUploads)
    await sweepPapers({ ...shop, now: () => after(new Date(), 2 * hour) }, [dealerUploads.file])
    return [deleted, (await listUploads(shop.db, [requestId])).length, stored().length === 1]
  }
  const stage = async (to: string) => {
    await shop.db.execute(sql`update order_lines set stage = ${to} where order_id = ${orderId}`)
    await transact(shop, (work) => addEvent(work, orderId, 'stage', { stage: to }))
  }
  ctx.setNow(after(ctx.now(), 400 * day))
  expect(await round()).toEqual([0, 1, true])
  await stage('picked_up')
  expect(await round()).toEqual([0, 1, true])
  ctx.setNow(after(ctx.now(), 30 * day - 1))
  expect(await round()).toEqual([0, 1, true])
  await stage('at_dealer')
  expect(await round()).toEqual([0, 1, true])
  ctx.setNow(after(ctx.now(), 1))
  await stage('picked_up')
  expect(await round()).toEqual([0, 1, true])
  ctx.setNow(after(ctx.now(), 30 * day))
  expect(await round()).toEqual([1, 0, false])
  expect(await round()).toEqual([0, 0, false])
})

test('a dealer who accepted is told that the order has ended or goes elsewhere, once, and nobody else is', async ({
  ctx,
}) => {
  const { shop, orderId, requestId } = await requested(ctx)
  await transact(shop, (work) => answerRequest(work, requestId, accepted))
  await workOff(shop, ctx)
  await ctx.db.execute(`update orders set state = 'refunded', refunded_cents = captured_cents`)
  await transact(shop, withdrawOverRequests)
  await transact(shop, withdrawOverRequests)
  const before = shop.sent.length
  await workOff(shop, ctx)
  expect(shop.sent.slice(before)).toMatchObject([
    { to: 'dealer@example.com', subject: `Transfer canceled: our order ${orderId}` },
  ])
  expect(shop.sent.at(-1)?.text).not.toMatch(/Jordan|buyer@/)
})

test('a dealer who accepted is told when the buyer chooses another one; one who only was asked is not', async ({
  ctx,
}) => {
  const { shop, orderId, requestId } = await requested(ctx)
  const mailsAboutEnd = () => ctx.queued.filter(({ job }) => job === 'mail-dealer-over')
  await transact(shop, (work) => answerRequest(work, requestId, accepted))
  await chooseForOrder(shop, ordersOnSale, orderId, { ...named, dealerName: 'Second Range' })
  expect(mailsAboutEnd()).toMatchObject([{ payload: { requestId } }])
  const order = await findOrder(shop.db, orderId)
  if (order)
    await transact(shop, (work) =>
      askDealer(work, order, { email: 'b@example.com', source: 'staff', by: 'sam' }),
    )
  await chooseForOrder(shop, ordersOnSale, orderId, named)
  expect(mailsAboutEnd()).toHaveLength(1)
})

test('what staff heard on the phone counts at once, with who spoke to whom, and the buyer is mailed', async ({
  ctx,
}) => {
  const { shop, orderId } = await paidOrder(ctx)
  await chooseForOrder(shop, ordersOnSale, orderId, named)
  ctx.queued.length = 0
  expect(await transact(shop, (work) => recordCall(work, orderId, accepted, 'Pat'))).toEqual({ ok: true })
  const { dealerAnswer } = (await findOrder(shop.db, orderId)) ?? {}
  expect(dealerAnswer).toMatchObject({ is: 'accepted', isConfirmed: true, feeCents: 2500 })
  expect(await listRequests(shop.db, orderId)).toMatchObject([
    { email: null, state: 'accepted', answeredBy: 'Sam Clerk', confirmedBy: 'Pat' },
  ])
  expect(ctx.queued.map(({ job }) => job)).toEqual(['mail-dealer-answer'])
  expect((await listEvents(shop.db, orderId)).at(-1)).toMatchObject({
    kind: 'dealer_accepted',
    data: { by: 'Pat' },
  })
  await transact(shop, (work) => recordCall(work, orderId, declined, 'Pat'))
  expect(await listRequests(shop.db, orderId)).toMatchObject([{ state: 'declined', reason: 'No NFA items' }])
  expect(await findOrder(shop.db, orderId)).toMatchObject({ dealerAnswer: { is: 'declined' } })
})

test('an address that staff confirm counts for the request that the buyer sent there before, and for one sent later', async ({
  ctx,
}) => {
  const { shop, orderId } = await paidOrder(ctx)
  await ctx.db.transaction((tx) => addDealers(tx, ctx.now()))
  const key = '1-59-086-01-00001'
  const typed = { email: 'desk@dealer.example', source: 'buyer' as const }
  await chooseForOrder(shop, ordersOnSale, orderId, { ...named, dealerKey: key })
  const ask = async () => {
    const order = await findOrder(shop.db, orderId)
    if (order) await transact(shop, (work) => askDealer(work, order, typed))
  }
  await ask()
  const isConfirmed = async () => (await findOrder(shop.db, orderId))?.dealerAnswer?.isConfirmed
  expect(await isConfirmed()).toBe(false)
  await transact(shop, (work) => setDealerEmail(work, key, 'other@dealer.example', 'Pat'))
  expect(await isConfirmed()).toBe(false)
  await ask()
  expect(await isConfirmed()).toBe(false)
  await transact(shop, (work) => setDealerEmail(work, key, typed.email, 'Pat'))
  expect(await isConfirmed()).toBe(true)
  await ask()
  expect(await isConfirmed()).toBe(true)
  const open = (await listRequests(shop.db, orderId)).find(({ state }) => state === 'requested')
  expect(open).toMatchObject({ source: 'buyer', confirmedBy: 'Pat' })
})

const email = 'dealer@example.com'
async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  await ctx.db.transaction((tx) => addDealers(tx, ctx.now()))
  const orderIds: string[] = []
  for (const number of [1, 2]) {
    const { orderId } = await heldOrder(shop, number)
    await payOrder(shop, ordersOnSale, orderId, reservationForm())
    orderIds.push(orderId)
  }
  const ask = async (at: 0 | 1, by: 'buyer' | 'staff') => {
    const orderId = orderIds[at] ?? ''
    await chooseForOrder(shop, ordersOnSale, orderId, { ...named, dealerKey: '1-59-086-01-00001' })
    const order = await findOrder(shop.db, orderId)
    if (!order) throw new Error('There is no order')
    const address =
      by === 'buyer' ? { email, source: 'buyer' as const } : { email, source: 'staff' as const, by: 'sam' }
    return transact(shop, (work) => askDealer(work, order, address))
  }
  return { ask }
}

test('what staff send does not count as one of the three, and is not bounded by them', async ({ ctx }) => {
  const { ask } = await given(ctx)
  for (let turn = 0; turn < 4; turn++) expect(await ask(0, 'staff')).toMatchObject({ ok: true })
  for (let turn = 0; turn < 3; turn++) expect(await ask(0, 'buyer')).toMatchObject({ ok: true })
  expect(await ask(0, 'buyer')).toEqual({ ok: false, why: 'asked_enough' })
  expect(await ask(0, 'staff')).toMatchObject({ ok: true })
})

test('a question that names no whole dealer takes none back', async ({ ctx }) => {
  const { shop, orderId, requestId } = await requested(ctx)
  const order = await findOrder(shop.db, orderId)
  const address = { email: 'other@example.com', source: 'staff', by: 'sam' } as const
  const asked = await transact(
    shop,
    async (work) => order && askDealer(work, { ...order, dealerCity: null }, address),
  )
  expect(asked).toEqual({ ok: false, why: 'no_dealer' })
  expect(await findRequest(shop.db, requestId)).toMatchObject({ state: 'requested' })
})

test('another choice of a dealer ends the links of its own order', async ({ ctx }) => {
  const { ask } = await given(ctx)
  const [own, other] = [await ask(0, 'staff'), await ask(1, 'staff')]
  if (!own.ok || !other.ok) throw new Error('No dealer got a request')
  const [ended, open] = [own, other].map(({ id }) => dealerToken({ sign: ctx.sign, now: ctx.now() }, id))
  await ask(0, 'staff')
  expect(await findOwnRequest(ctx, own.id, ended ?? '')).toBeUndefined()
  expect(await findOwnRequest(ctx, other.id, open ?? '')).toBeDefined()
})

test('a dealer who has answered is not reminded, and cannot answer for an order that was refunded', async ({
  ctx,
}) => {
  const { ask } = await given(ctx)
  const [own, other] = [await ask(0, 'staff'), await ask(1, 'staff')]
  if (!own.ok || !other.ok) throw new Error('No dealer got a request')
  const answerOf = (id: string) => transact(ctx, (work) => answerRequest(work, id, accepted))
  expect(await answerOf(own.id)).toEqual({ ok: true })
  await ctx.db.execute(
    `update orders set state = 'refunded', refunded_cents = captured_cents
      where id = (select order_id from dealer_requests where id = '${other.id}')`,
  )
  expect(await answerOf(other.id)).toEqual({ ok: false, why: 'withdrawn' })
  await transact(ctx, withdrawOverRequests)
  ctx.setNow(after(ctx.now(), 5 * day))
  expect(await transact(ctx, remindDealers)).toBe(0)
})

test('an acceptance outlasts the time that there was to answer', async ({ db, ctx }) => {
  const { ask } = await given(ctx)
  const sent = await ask(0, 'staff')
  if (!sent.ok) throw new Error('No dealer got a request')
  await transact(ctx, (work) => answerRequest(work, sent.id, accepted))
  ctx.setNow(after(ctx.now(), 60 * day))
  expect(await transact(ctx, expireRequests)).toBe(0)
  expect(await findRequest(db, sent.id)).toMatchObject({ state: 'accepted' })
})
