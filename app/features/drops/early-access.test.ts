import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { autocommit, transact } from '#app/db/db.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { graceMs, holdMs } from '#app/features/orders/rules.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { isEarlyAccess } from './rules.ts'
import { dropUnit } from './store/units.server.ts'
import {
  findPatch,
  listPatches,
  patch,
  patchGood,
  hashEarlyCode,
  makeEarlyCodes,
} from './store/patches.server.ts'
import { heldPieces } from '#app/catalog/tables.ts'
import { dropUnits, earlyAccessCodes, patches } from './tables.ts'

const onSale = { patch, drop_unit: dropUnit } satisfies Sellables
const key = 'a key'

function start(ctx: TestContext, ...lines: Parameters<typeof startOrder>[2]['lines']) {
  return autocommit(ctx, (work) => startOrder(work, onSale, { key: crypto.randomUUID(), lines }))
}

async function comingDrop(ctx: TestContext, hours = 20, availableQuantity = 10, id = crypto.randomUUID()) {
  const drop = await givenDrop(ctx.db, {
    status: 'coming_soon',
    launchDate: after(ctx.now(), hours * hour),
  })
  const [made] = await ctx.db
    .insert(patches)
    .values({ id, dropId: drop.id, name: 'Early', price: 3_500, availableQuantity, grantsEarlyAccess: true })
    .returning()
  return { drop, patchId: made?.id ?? '' }
}

const pieces = (id: string, quantity = 1) => ({ kind: 'patch' as const, ref: { patch: id, quantity } })
const unit = (number: number | null, code?: string) => ({
  kind: 'drop_unit' as const,
  ref: { slug: 'test-drop', number, ...(code && { earlyCode: hashEarlyCode(code) }) },
})

async function bought(ctx: TestContext, id: string, quantity = 1) {
  const started = await start(ctx, pieces(id, quantity))
  if (!started.ok) throw new Error(started.why)
  await ctx.db.execute(patch.fulfill(sql`${started.orderId}`, sql`1`))
  const granted = await transact(ctx, (work) => makeEarlyCodes(work, key, started.orderId))
  return { orderId: started.orderId, codes: granted.flatMap(({ codes }) => codes) }
}

test('a patch in the cart shows its small picture, whatever its id', async ({ ctx }) => {
  const id = '462f480c-3bf1-4807-9771-524ecd26a015'
  await comingDrop(ctx, 20, 10, id)
  const shown = await patchGood.describe(ctx.db, id, ctx.now())
  expect(shown?.picture).toMatch(new RegExp(`^/art/patches/${id}/240.webp\\?v=`))
})

test('a patch is never oversold, and sales are counted', async ({ ctx }) => {
  const { drop, patchId } = await comingDrop(ctx, 20, 3)
  const answers = await Promise.all(Array.from({ length: 50 }, () => start(ctx, pieces(patchId))))
  const started = answers.filter((answer) => answer.ok)
  expect(started).toHaveLength(3)
  await ctx.db.execute(patch.fulfill(sql`${started[0]?.orderId ?? ''}`, sql`1`))
  const [shown] = await listPatches(ctx.db, drop.id, ctx.now())
  expect(shown).toMatchObject({ soldQuantity: 1, availableQuantity: 3, left: 0 })
  expect(await start(ctx, pieces(patchId))).toEqual({ ok: false, why: 'out_of_stock' })
})

test('a hold that is over counts as free, on the page and for the next buyer', async ({ ctx }) => {
  const { drop, patchId } = await comingDrop(ctx, 20, 1)
  const left = async () => (await listPatches(ctx.db, drop.id, ctx.now()))[0]?.left
  await start(ctx, pieces(patchId))
  expect(await left()).toBe(0)
  ctx.setNow(after(ctx.now(), holdMs + graceMs))
  expect(await left()).toBe(1)
  expect((await findPatch(ctx.db, patchId, ctx.now()))?.left).toBe(1)
  expect((await start(ctx, pieces(patchId))).ok).toBe(true)
})

test('quantities sold before this shop had orders are not sold again', async ({ ctx }) => {
  const { patchId } = await comingDrop(ctx)
  await ctx.db.update(patches).set({ soldQuantity: 9 }).where(eq(patches.id, patchId))
  expect(await start(ctx, pieces(patchId, 2))).toEqual({ ok: false, why: 'fewer_left' })
  expect((await start(ctx, pieces(patchId))).ok).toBe(true)
  expect((await findPatch(ctx.db, patchId, ctx.now()))?.left).toBe(0)
})

test('a code opens one reservation from 24 hours before the launch, once', async ({ ctx }) => {
  const { patchId } = await comingDrop(ctx, 30)
  const { codes } = await bought(ctx, patchId)
  const [code = ''] = codes
  expect(await start(ctx, unit(2, code))).toEqual({ ok: false, why: 'coming_soon' })
  ctx.setNow(after(ctx.now(), 6 * hour))
  expect(await start(ctx, unit(2))).toEqual({ ok: false, why: 'code_needed' })
  expect(await start(ctx, unit(2, 'WRONG'))).toEqual({ ok: false, why: 'code_unknown' })
  const started = await start(ctx, unit(2, `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`))
  expect(started.ok).toBe(true)
  expect(await start(ctx, unit(3, code))).toEqual({ ok: false, why: 'code_used' })
})

test('one code used concurrently holds one number', async ({ ctx }) => {
  const { patchId } = await comingDrop(ctx)
  const { codes } = await bought(ctx, patchId)
  const answers = await Promise.allSettled(
    [1, 2, 3, null, 1, 2, 3].map((number) => start(ctx, unit(number, codes[0]))),
  )
  const held = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.ok)
  expect(held).toHaveLength(1)
  expect(await ctx.db.$count(dropUnits, eq(dropUnits.state, 'held'))).toBe(1)
})

test('releasing a reservation frees its code; a reservation that stays does not', async ({ ctx }) => {
  const { patchId } = await comingDrop(ctx)
  const { codes } = await bought(ctx, patchId)
  const started = await start(ctx, unit(1, codes[0]))
  if (!started.ok) throw new Error(started.why)
  await transact(ctx, (work) => cancelHold(work, onSale, started.orderId))
  expect((await start(ctx, unit(3, codes[0]))).ok).toBe(true)
})

test('returning a patch removes its unused codes', async ({ ctx }) => {
  const { patchId } = await comingDrop(ctx)
  const { orderId, codes } = await bought(ctx, patchId, 2)
  expect(new Set(codes).size).toBe(2)
  await ctx.db.execute(patch.release(sql`${orderId}`))
  expect(await start(ctx, unit(1, codes[0]))).toEqual({ ok: false, why: 'code_unknown' })
  expect(await transact(ctx, (work) => makeEarlyCodes(work, key, orderId))).toEqual([])
})

test('a code is that of its own patch, whatever else its order has bought', async ({ ctx }) => {
  const { drop, patchId } = await comingDrop(ctx)
  const early = { dropId: drop.id, price: 3_500, availableQuantity: 9, grantsEarlyAccess: true }
  const [second] = await ctx.db
    .insert(patches)
    .values({ ...early, name: 'Second' })
    .returning()
  const started = await start(ctx, pieces(patchId), pieces(second?.id ?? ''))
  if (!started.ok) throw new Error(started.why)
  await ctx.db.execute(patch.fulfill(sql`${started.orderId}`, sql`1`))
  const granted = await transact(ctx, (work) => makeEarlyCodes(work, key, started.orderId))
  const codeOf = (id: string | undefined) => granted.find((access) => access.patchId === id)?.codes[0]
  await ctx.db.update(heldPieces).set({ isReturning: true }).where(eq(heldPieces.item, patchId))
  expect(await start(ctx, unit(1, codeOf(patchId)))).toEqual({ ok: false, why: 'code_unknown' })
  expect(await start(ctx, unit(1, codeOf(second?.id)))).toMatchObject({ ok: true })
})

test('two orders of one patch have codes of their own', async ({ ctx }) => {
  const { patchId } = await comingDrop(ctx)
  const [one, other] = [await bought(ctx, patchId), await bought(ctx, patchId)]
  expect([one.codes.length, other.codes.length]).toEqual([1, 1])
  expect(one.codes).not.toEqual(other.codes)
})

test('a patch that staff hid is not sold, in no cart and on no page', async ({ ctx }) => {
  const { drop, patchId } = await comingDrop(ctx)
  await ctx.db.update(patches).set({ state: 'hidden' }).where(eq(patches.id, patchId))
  expect(await start(ctx, pieces(patchId))).toEqual({ ok: false, why: 'patch_not_found' })
  expect(await patchGood.describe(ctx.db, patchId, ctx.now())).toBeUndefined()
  expect(await listPatches(ctx.db, drop.id, ctx.now())).toEqual([])
})

test('an order always gets the same codes, and only hashes are stored', async ({ ctx }) => {
  const { patchId } = await comingDrop(ctx)
  const { orderId, codes } = await bought(ctx, patchId)
  const again = await transact(ctx, (work) => makeEarlyCodes(work, key, orderId))
  expect(again.flatMap((access) => access.codes)).toEqual(codes)
  const stored = await ctx.db.select().from(earlyAccessCodes)
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(codes[0])
})

test('a patch that is not paid brings no codes', async ({ ctx }) => {
  const { patchId } = await comingDrop(ctx)
  const started = await start(ctx, pieces(patchId))
  if (!started.ok) throw new Error(started.why)
  const { orderId } = started
  expect(await transact(ctx, (work) => makeEarlyCodes(work, key, orderId))).toEqual([])
  const codeHash = hashEarlyCode('GUESSED')
  await ctx.db.insert(earlyAccessCodes).values({ codeHash, orderId, patchId, madeAt: ctx.now() })
  expect(await start(ctx, unit(1, 'GUESSED'))).toEqual({ ok: false, why: 'code_unknown' })
})

test('a patch without early access brings no codes', async ({ ctx }) => {
  const { patchId } = await comingDrop(ctx)
  await ctx.db.update(patches).set({ grantsEarlyAccess: false })
  expect((await bought(ctx, patchId)).codes).toEqual([])
})

test('codes of other drops and codes on paused drops are refused', async ({ ctx }) => {
  const { drop, patchId } = await comingDrop(ctx)
  const { codes } = await bought(ctx, patchId)
  await givenDrop(ctx.db, {
    slug: 'other-drop',
    dropNumber: 2,
    status: 'coming_soon',
    launchDate: after(ctx.now(), hour),
  })
  const other = { kind: 'drop_unit' as const, ref: { ...unit(1, codes[0]).ref, slug: 'other-drop' } }
  expect(await start(ctx, other)).toEqual({ ok: false, why: 'code_unknown' })
  await ctx.db.execute(sql`update drops set paused_at = ${ctx.now()} where id = ${drop.id}`)
  expect(await start(ctx, unit(1, codes[0]))).toEqual({ ok: false, why: 'coming_soon' })
})

test('after the launch no code is needed, and a submitted one is not used up', async ({ ctx }) => {
  const { patchId } = await comingDrop(ctx, 1)
  const { codes } = await bought(ctx, patchId)
  ctx.setNow(after(ctx.now(), 2 * hour))
  expect((await start(ctx, unit(1, codes[0]))).ok).toBe(true)
  expect(await ctx.db.$count(dropUnits, eq(dropUnits.earlyCode, hashEarlyCode(codes[0] ?? '')))).toBe(0)
})

test('a patch bought once its drop has launched brings no codes, and its line promises none', async ({
  ctx,
}) => {
  const { patchId } = await comingDrop(ctx, 1)
  const before = await bought(ctx, patchId)
  expect(before.codes).toHaveLength(1)
  ctx.setNow(after(ctx.now(), 2 * hour))
  const late = await bought(ctx, patchId)
  expect(late.codes).toEqual([])
  const detailOf = async (orderId: string) =>
    (await ctx.db.select().from(orderLines).where(eq(orderLines.orderId, orderId)))[0]?.detail
  expect(await detailOf(before.orderId)).toMatch(/^Patch with early access, /)
  expect(await detailOf(late.orderId)).toMatch(/^Patch, /)
})

test('early access begins a day before the launch and ends with it', () => {
  const launchDate = new Date('2026-11-25T18:00:00Z')
  const life = { status: 'coming_soon', remaining: 5, launchDate, endDate: null, pausedAt: null } as const
  const at = (ms: number) => isEarlyAccess(life, after(launchDate, ms))
  expect([at(-day - 1), at(-day), at(-1), at(0)]).toEqual([false, true, true, false])
  expect(isEarlyAccess({ ...life, pausedAt: launchDate }, after(launchDate, -1))).toBe(false)
  expect(isEarlyAccess({ ...life, launchDate: null }, launchDate)).toBe(false)
})
