import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { sampleTrustPackages } from '#db/sample/data/goods.ts'
import { recordClaim } from '#app/features/claims/store.server.ts'
import { givenReference } from '#test/reference.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, givenPaymentContext, reservationForm, startLines } from '#test/shop.ts'
import { dropUnit } from '#app/features/drops/store/units.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { requestOwnRefund } from '#app/features/refunds/store/refund.server.ts'
import { settleRefund } from '#app/features/refunds/flows.server.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import {
  packIdOf,
  trustPack,
  withFreePack,
  countDownload,
  findPack,
  deleteOldWorksheets,
  deleteWorksheetsOf,
  listWorksheetsOf,
  openPack,
  saveAnswers,
} from './packs.server.ts'
import { trustPackages, trustPacks } from './tables.ts'
import { linkIn, textOf, type Visitor, visitor } from '#test/visitor.ts'

const onSale = { drop_unit: dropUnit, trust_pack: trustPack } satisfies Sellables
async function givenPackages({ db }: TestContext) {
  await givenReference(db)
  await db.insert(trustPackages).values(sampleTrustPackages)
}

const start = (ctx: TestContext, ref: object, key = crypto.randomUUID()) =>
  transact(ctx, (work) => startOrder(work, onSale, { key, lines: [{ kind: 'trust_pack', ref }] }))

async function started(ctx: TestContext, ref: object): Promise<string> {
  const order = await start(ctx, ref)
  if (!order.ok) throw new Error(`Not started: ${order.why}`)
  return order.orderId
}

async function bought(ctx: TestContext, orderId: string) {
  const paid = await payOrder(givenPaymentContext(ctx), onSale, orderId, reservationForm())
  expect(paid).toMatchObject({ ok: true, isPaid: true })
}

const setStage = (ctx: TestContext, orderId: string, stage: Stage) =>
  ctx.db.update(orderLines).set({ stage }).where(eq(orderLines.orderId, orderId))

async function reserved(ctx: TestContext) {
  await givenDrop(ctx.db)
  const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 2 } }]
  const order = await startLines(ctx, lines, onSale)
  if (!order.ok) throw new Error(`Not reserved: ${order.why}`)
  await bought(ctx, order.orderId)
  await setStage(ctx, order.orderId, 'form3_filed')
  return order.orderId
}

async function givenBack(ctx: TestContext, orderId: string) {
  const requested = await transact(ctx, (work) => requestOwnRefund(work, onSale, orderId, [0]))
  if (!requested.ok || !requested.refund) throw new Error('Not given back')
  const { refund } = requested
  await transact(ctx, (work) => settleRefund(work, onSale, refund, { outcome: 'refunded', refundRef: 'r' }))
}

test('a pack costs its package’s current price', async ({ ctx }) => {
  await givenPackages(ctx)
  const price = async (ref: object) => {
    const order = await findOrder(ctx.db, await started(ctx, ref))
    return [order?.totalCents, order?.lines[0]?.detail]
  }
  expect(await price({ package: 'trust-only' })).toEqual([2_900, 'Trust Pack Only'])
  await ctx.db.update(trustPackages).set({ priceCents: 3_450 }).where(eq(trustPackages.slug, 'trust-pack'))
  expect(await price({ package: 'trust-only' })).toEqual([3_450, 'Trust Pack Only'])
})

test('a shop without packages sells none, and a submitted price is ignored', async ({ ctx }) => {
  expect(await start(ctx, { package: 'trust-only', unit_cents: 1 })).toMatchObject({ why: 'pack_not_sold' })
  await givenPackages(ctx)
  const order = await findOrder(ctx.db, await started(ctx, { package: 'trust-only', priceCents: 1 }))
  expect(order?.totalCents).toBe(2_900)
})

test('a package that staff hid is not sold', async ({ ctx }) => {
  await givenPackages(ctx)
  await ctx.db.update(trustPackages).set({ state: 'hidden' }).where(eq(trustPackages.slug, 'trust-pack'))
  expect(await start(ctx, { package: 'trust-only' })).toEqual({ ok: false, why: 'pack_not_sold' })
})

test('of two packs of one order only the one that is given back ends', async ({ ctx }) => {
  await givenPackages(ctx)
  const lines = [1, 2].map(() => ({ kind: 'trust_pack' as const, ref: { package: 'trust-only' } }))
  const order = await startLines(ctx, lines, onSale)
  if (!order.ok) throw new Error(order.why)
  await bought(ctx, order.orderId)
  await givenBack(ctx, order.orderId)
  const packs = await ctx.db.select({ state: trustPacks.state }).from(trustPacks)
  expect(packs.map(({ state }) => state).toSorted()).toEqual(['taken', 'void'])
})

test('a paid pack has a worksheet, a refunded one neither pack nor answers', async ({ ctx }) => {
  await givenPackages(ctx)
  const orderId = await started(ctx, { package: 'trust-only' })
  expect(await findPack(ctx.db, orderId)).toBeUndefined()
  await bought(ctx, orderId)
  const pack = await findPack(ctx.db, orderId)
  expect(pack).toMatchObject({ answers: {}, savedAt: null, downloaded: [] })
  const order = await findOrder(ctx.db, orderId)
  expect(packIdOf(order?.lines[0]?.ref)).toBe(pack?.id)
  await transact(ctx, (work) => saveAnswers(work, pack?.id ?? '', { trustName: 'Elm Trust' }))
  await givenBack(ctx, orderId)
  expect(await findPack(ctx.db, orderId)).toBeUndefined()
  expect(await ctx.db.select({ answers: trustPacks.answers }).from(trustPacks)).toEqual([{ answers: null }])
})

test('the free pack of an order opens with its filed form, once however often, and closes while that is taken back', async ({
  ctx,
}) => {
  await givenPackages(ctx)
  const orderId = await reserved(ctx)
  const open = async () => {
    const order = await findOrder(ctx.db, orderId)
    return order && openPack(ctx, order)
  }
  await setStage(ctx, orderId, 'built')
  expect(await open()).toBeUndefined()
  await setStage(ctx, orderId, 'form3_filed')
  expect(await transact(ctx, (work) => requestOwnRefund(work, onSale, orderId, [0]))).toMatchObject({
    ok: false,
  })
  const opened = await Promise.all(Array.from({ length: 4 }, open))
  expect(new Set(opened.map((pack) => pack?.id)).size).toBe(1)
  expect(opened[0]).toMatchObject({ isFree: true, answers: {} })
  expect(await ctx.db.$count(trustPacks)).toBe(1)
  await transact(ctx, (work) => saveAnswers(work, orderId, { trustName: 'Elm Trust' }))
  await setStage(ctx, orderId, 'built')
  expect(await open()).toBeUndefined()
  await setStage(ctx, orderId, 'form3_filed')
  expect(await open()).toMatchObject({ answers: { trustName: 'Elm Trust' } })
  for (const [itemClass, isTheirs] of [
    ['rifle', false],
    ['sbr', true],
    [null, true],
  ] as const) {
    await ctx.db.update(orderLines).set({ itemClass }).where(eq(orderLines.orderId, orderId))
    expect((await findPack(ctx.db, orderId)) !== undefined, `${itemClass}`).toBe(isTheirs)
  }
})

test('only NFA items earn a pack and its page: no trust files anything for a handgun or a rifle', async ({
  ctx,
}) => {
  const orderId = await reserved(ctx)
  const { enclosure, page, hasPage } = withFreePack(dropUnit)
  const enclosed = (itemClass: 'sbr' | 'handgun' | 'rifle') =>
    enclosure.section(orderId, [{ position: 0, itemClass, stage: 'form3_filed' }])
  for (const itemClass of ['handgun', 'rifle'] as const) {
    expect(enclosed(itemClass)).toBeUndefined()
    expect(page(orderId, {}, itemClass, 'form3_filed')).toBeNull()
  }
  expect(enclosed('sbr')).toMatchObject({ title: expect.any(String) })
  expect(await enclosure.isEarned(ctx.db, orderId)).toBe(false)
  await givenPackages(ctx)
  expect(await enclosure.isEarned(ctx.db, orderId)).toBe(true)
  expect(await hasPage(ctx.db, orderId)).toBe(true)
  expect(page(orderId, {}, 'sbr', 'form3_filed')).toMatchObject({ to: `/orders/${orderId}/trust` })
})

test('the worksheets of some orders are deleted, those of others stay, and their packs are usable', async ({
  ctx,
}) => {
  await givenPackages(ctx)
  const filled = async (trustName: string) => {
    const orderId = await started(ctx, { package: 'trust-only' })
    await bought(ctx, orderId)
    const { id = '' } = (await findPack(ctx.db, orderId)) ?? {}
    await transact(ctx, (work) => saveAnswers(work, id, { trustName }))
    return orderId
  }
  const [own, other] = [await filled('Elm Trust'), await filled('Oak Trust')]
  const forget = (...orderIds: string[]) => transact(ctx, (work) => deleteWorksheetsOf(work, orderIds))
  expect(await forget()).toBe(0)
  expect(await forget(own, 'NOSUCHCODE')).toBe(1)
  expect(await listWorksheetsOf(ctx.db, [own, other])).toMatchObject([{ orderId: other }])
  expect(await findPack(ctx.db, own)).toMatchObject({ answers: {}, savedAt: null })
  expect(await forget(own)).toBe(0)
})

test('a pack that was given back before its payment is forgotten after a day', async ({ ctx }) => {
  await givenPackages(ctx)
  const orderId = await started(ctx, { package: 'trust-only' })
  await transact(ctx, (work) => cancelHold(work, onSale, orderId))
  await ctx.db.update(trustPacks).set({ createdAt: ctx.now() })
  await applyRetention(ctx, 'worksheets', deleteOldWorksheets)
  expect(await ctx.db.$count(trustPacks)).toBe(1)
  ctx.setNow(after(ctx.now(), 24 * 60 * minute))
  await applyRetention(ctx, 'worksheets', deleteOldWorksheets)
  expect(await ctx.db.$count(trustPacks)).toBe(0)
})

test('downloads are counted per file, and worksheets are deleted a year after the last save', async ({
  ctx,
}) => {
  await givenPackages(ctx)
  const orderId = await started(ctx, { package: 'trust-only' })
  await bought(ctx, orderId)
  const { id = '' } = (await findPack(ctx.db, orderId)) ?? {}
  await transact(ctx, (work) => saveAnswers(work, id, { trustName: 'Elm Trust' }))
  for (const file of ['trust.pdf', 'trust.docx', 'trust.pdf'] as const)
    await transact(ctx, (work) => countDownload(work, id, file))
  expect((await findPack(ctx.db, orderId))?.downloaded.toSorted()).toEqual(['trust.docx', 'trust.pdf'])
  expect(await applyRetention(ctx, 'worksheets', deleteOldWorksheets)).toBe(0)
  ctx.setNow(after(ctx.now(), 366 * 24 * 60 * minute))
  expect(await applyRetention(ctx, 'worksheets', deleteOldWorksheets)).toBe(1)
  expect(await findPack(ctx.db, orderId)).toMatchObject({ answers: {}, savedAt: null })
})

function fillIn(buyer: Visitor, more: Record<string, string> = {}) {
  buyer.fill({ 'Full name': 'Jordan Buyer', Email: 'buyer@example.com', ...more })
  buyer.fillOne(/^I am (18|21) or older/, true)
  buyer.fillOne(/^Test card: approved(?!,)/, true)
}

test('the page explains the pack, its packages, its contents and its limits', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/trust')
  expect(reader.heading).toBe('Trust Pack')
  expect(reader.text).toContain('(digital download)')
  for (const title of [
    'Editable trust template',
    'Engraving formatting guide',
    'Form 4 walkthrough PDF',
    'Compliance checklist',
    'Video tutorial access',
    'Not legal advice',
  ])
    reader.part('heading', title)
  const bundle = textOf(reader.part('article', 'Trust + Build Bundle'))
  for (const words of [
    'Best Value',
    'Save $10 when bundled',
    '$19',
    '+ build price',
    'Priority phone support',
  ])
    expect(bundle).toContain(words)
  expect(textOf(reader.part('article', 'Trust Pack Only'))).toMatch(/\$29.*State-specific template/)
  expect(reader.field('Verify state law').isChecked).toBe(false)
  expect(reader.parts('checkbox')).toHaveLength(8)
  expect(reader.parts('button', 'Download Now')).toHaveLength(2)
  for (const name of ['Add to My Build', 'Build Custom + Add Trust'])
    expect(reader.part('link', name).getAttribute('href')).toBe('/build?trust=yes#platforms')
  expect(bundle).toContain(
    'Free when you reserve your build’s slot: it comes once your transfer form is filed.',
  )
  expect(reader.text).toContain('Its pack is free')
})

test('packages are shown as stored, and what the page says of the law has the day of its last check', async ({
  ctx,
}) => {
  await givenPackages(ctx)
  await ctx.db.update(trustPackages).set({ priceCents: 3_450 })
  await recordClaim(ctx.db, {
    key: 'marking.maker',
    text: 'The maker marks the metal.',
    figure: 'maker',
    source: 'https://example.org/keep',
    reviewedOn: '2026-11-18',
    effectiveFrom: null,
    effectiveTo: null,
    period: '',
  })
  const reader = await visitor(ctx)
  await reader.open('/trust')
  expect(textOf(reader.part('article', 'Trust Pack Only'))).toContain('$34.50')
  expect(reader.text).toContain('The maker marks the metal.')
  expect(reader.html).toContain('dateTime="2026-11-18">Nov 18, 2026</time>')
})

test('a pack is bought, its worksheet saved and deleted, and its first download ends the refund', async ({
  ctx,
}) => {
  const buyer = await visitor(ctx, { sample: true })
  await buyer.open('/trust')
  await buyer.press('Download Now', buyer.part('article', 'Trust Pack Only'))
  expect(buyer.path).toMatch(/^\/checkout\//)
  fillIn(buyer)
  await buyer.press('Pay $29')
  expect(buyer.path).toMatch(/^\/orders\//)
  expect(buyer.text).toContain('Refundable in full until the first download')
  await buyer.follow('Worksheet and documents')
  expect(buyer.heading).toBe('Your trust pack')
  const page = buyer.path

  const sheet = () => buyer.part('form', 'Worksheet')
  buyer.fill({ Name: 'Elm <Street> Trust', 'State whose law governs': 'Florida' }, sheet())
  await buyer.press('Save', sheet())
  expect(textOf(buyer.part('status', undefined, sheet()))).toContain('Saved')
  expect(buyer.field('Name', sheet()).value).toBe('Elm <Street> Trust')
  buyer.fill({ Name: 'x'.repeat(91) }, sheet())
  await buyer.press('Save', sheet())
  expect(buyer.status).toBe(422)
  expect(buyer.field('Name', sheet())).toMatchObject({
    value: 'x'.repeat(91),
    isInvalid: true,
    words: expect.stringContaining('Keep this under 90 characters'),
  })
  await buyer.open(page)
  expect(buyer.field('Name', sheet()).value).toBe('Elm <Street> Trust')
  buyer.part('heading', 'Florida version')

  await buyer.follow(/^Your trust, fillable PDF/)
  expect(buyer.headers.get('Content-Type')).toBe('application/pdf')
  await buyer.open(page)
  expect(buyer.text).toContain('no longer refundable. It stays')
  await buyer.press('Delete my answers')
  expect(buyer.text).toContain('Your answers are deleted.')
  expect(buyer.field('Name', sheet()).value).toBe('')
  expect(JSON.stringify(await ctx.db.select().from(trustPacks))).not.toContain('Elm')
  await buyer.follow(/^Order /)
  expect(buyer.text).toContain('Downloaded: no longer refundable here')
  expect(buyer.parts('link', /give back|refund/i, buyer.part('main'))).toEqual([])
})

test('a reserved firearm promises one pack for once its form is filed', async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  await buyer.open('/drops/guerrilla-vol-1/reserve')
  await buyer.press(/^Hold/)
  fillIn(buyer, { 'State you live in': 'Florida', 'Home ZIP code': '33139' })
  await buyer.press('Pay the $100 deposit')
  const mail = await buyer.mail('buyer@example.com', /is reserved for you/)
  expect(mail.text).toContain('It opens once your transfer form, Form 3, is filed.')
  await buyer.open(linkIn(mail, /\/orders\//))
  await buyer.follow('Free trust pack, once your form is filed')
  expect(buyer.text).toContain('Your trust pack comes with your reservation once we file')
})
