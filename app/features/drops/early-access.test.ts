import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { atOnce, transact } from '#app/db/work.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { type Bench, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { cancelHold, type Sellables, startOrder } from '../orders/store.server.ts'
import { isEarlyAccess } from './rules.ts'
import {
  dropUnit,
  findPatch,
  hashEarlyCode,
  listPatches,
  makeEarlyCodes,
  patch,
  patchGood,
  restockPatch,
} from './store.server.ts'
import { dropUnits, earlyAccessCodes, patches } from './tables.ts'

const onSale = { patch, drop_unit: dropUnit } as unknown as Sellables
const key = 'a key'

function start(place: Bench, ...lines: Parameters<typeof startOrder>[2]['lines']) {
  return atOnce(place, (work) => startOrder(work, onSale, { key: crypto.randomUUID(), lines }))
}

/** A drop that opens in `hours`, with a patch of ten that grants early access. */
async function comingDrop(place: Bench, hours = 20, availableQuantity = 10, id = crypto.randomUUID()) {
  const drop = await givenDrop(place.db, {
    status: 'coming_soon',
    launchDate: after(place.now(), hours * hour),
  })
  const [made] = await place.db
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

/** An order that has bought patches, and the codes it earned. */
async function bought(place: Bench, id: string, quantity = 1) {
  const started = await start(place, pieces(id, quantity))
  if (!started.ok) throw new Error(started.why)
  await place.db.execute(patch.fulfil(sql`${started.orderId}`, sql`1`))
  const granted = await transact(place, (work) => makeEarlyCodes(work, key, started.orderId))
  return { orderId: started.orderId, codes: granted.flatMap(({ codes }) => codes) }
}

test('a patch in the cart shows its small picture, whatever its id', async ({ place }) => {
  const id = '462f480c-3bf1-4807-9771-524ecd26a015'
  await comingDrop(place, 20, 10, id)
  const shown = await patchGood.describe(place.db, id, place.now())
  expect(shown?.picture).toMatch(new RegExp(`^/art/patches/${id}/240.webp\\?v=`))
})

test('a patch is never sold beyond its quantity, and what is sold counts', async ({ place }) => {
  const { drop, patchId } = await comingDrop(place, 20, 3)
  const answers = await Promise.all(Array.from({ length: 50 }, () => start(place, pieces(patchId))))
  const started = answers.filter((answer) => answer.ok)
  expect(started).toHaveLength(3)
  await place.db.execute(patch.fulfil(sql`${started[0]?.orderId ?? ''}`, sql`1`))
  const [shown] = await listPatches(place.db, drop.id, place.now())
  expect(shown).toMatchObject({ soldQuantity: 1, availableQuantity: 3, left: 0 })
  expect(await start(place, pieces(patchId))).toEqual({ ok: false, why: 'out_of_stock' })
})

test('what was sold before this shop kept orders is not sold again', async ({ place }) => {
  const { patchId } = await comingDrop(place)
  await place.db.update(patches).set({ soldQuantity: 9 }).where(eq(patches.id, patchId))
  expect(await start(place, pieces(patchId, 2))).toEqual({ ok: false, why: 'fewer_left' })
  expect((await start(place, pieces(patchId))).ok).toBe(true)
  expect((await findPatch(place.db, patchId, place.now()))?.left).toBe(0)
})

test('a code opens one reservation from 24 hours before the launch, once', async ({ place }) => {
  const { patchId } = await comingDrop(place, 30)
  const { codes } = await bought(place, patchId)
  const [code = ''] = codes
  expect(await start(place, unit(2, code))).toEqual({ ok: false, why: 'coming_soon' })
  place.setNow(after(place.now(), 6 * hour))
  expect(await start(place, unit(2))).toEqual({ ok: false, why: 'code_needed' })
  expect(await start(place, unit(2, 'WRONG'))).toEqual({ ok: false, why: 'code_unknown' })
  const started = await start(place, unit(2, `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`))
  expect(started.ok).toBe(true)
  expect(await start(place, unit(3, code))).toEqual({ ok: false, why: 'code_used' })
})

test('one code pressed in many places at once holds one number', async ({ place }) => {
  const { patchId } = await comingDrop(place)
  const { codes } = await bought(place, patchId)
  const answers = await Promise.allSettled(
    [1, 2, 3, null, 1, 2, 3].map((number) => start(place, unit(number, codes[0]))),
  )
  const held = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.ok)
  expect(held).toHaveLength(1)
  expect(await place.db.$count(dropUnits, eq(dropUnits.state, 'held'))).toBe(1)
})

test('a reservation that is let go frees its code, one that stands does not', async ({ place }) => {
  const { patchId } = await comingDrop(place)
  const { codes } = await bought(place, patchId)
  const started = await start(place, unit(1, codes[0]))
  if (!started.ok) throw new Error(started.why)
  await transact(place, (work) => cancelHold(work, onSale, started.orderId))
  expect((await start(place, unit(3, codes[0]))).ok).toBe(true)
})

test('a patch that is given back takes its unused codes along', async ({ place }) => {
  const { patchId } = await comingDrop(place)
  const { orderId, codes } = await bought(place, patchId, 2)
  expect(new Set(codes).size).toBe(2)
  await place.db.execute(patch.release(sql`${orderId}`))
  expect(await start(place, unit(1, codes[0]))).toEqual({ ok: false, why: 'code_unknown' })
  expect(await transact(place, (work) => makeEarlyCodes(work, key, orderId))).toEqual([])
})

test('the same order gives the same codes however often it is asked, and only hashes are kept', async ({
  place,
}) => {
  const { patchId } = await comingDrop(place)
  const { orderId, codes } = await bought(place, patchId)
  const again = await transact(place, (work) => makeEarlyCodes(work, key, orderId))
  expect(again.flatMap((access) => access.codes)).toEqual(codes)
  const kept = await place.db.select().from(earlyAccessCodes)
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(codes[0])
})

test('a code of another drop opens nothing, and neither does one on a drop that is paused', async ({
  place,
}) => {
  const { drop, patchId } = await comingDrop(place)
  const { codes } = await bought(place, patchId)
  await givenDrop(place.db, {
    slug: 'other-drop',
    dropNumber: 2,
    status: 'coming_soon',
    launchDate: after(place.now(), hour),
  })
  const other = { kind: 'drop_unit' as const, ref: { ...unit(1, codes[0]).ref, slug: 'other-drop' } }
  expect(await start(place, other)).toEqual({ ok: false, why: 'code_unknown' })
  await place.db.execute(sql`update drops set paused_at = ${place.now()} where id = ${drop.id}`)
  expect(await start(place, unit(1, codes[0]))).toEqual({ ok: false, why: 'coming_soon' })
})

test('after the launch no code is asked for, and one that is sent along is not used up', async ({
  place,
}) => {
  const { patchId } = await comingDrop(place, 1)
  const { codes } = await bought(place, patchId)
  place.setNow(after(place.now(), 2 * hour))
  expect((await start(place, unit(1, codes[0]))).ok).toBe(true)
  expect(await place.db.$count(dropUnits, eq(dropUnits.earlyCode, hashEarlyCode(codes[0] ?? '')))).toBe(0)
})

test('early access begins a day before the launch and ends with it', () => {
  const launchDate = new Date('2026-11-25T18:00:00Z')
  const life = { status: 'coming_soon', remaining: 5, launchDate, endDate: null, pausedAt: null } as const
  const at = (ms: number) => isEarlyAccess(life, after(launchDate, ms))
  expect([at(-day - 1), at(-day), at(-1), at(0)]).toEqual([false, true, true, false])
  expect(isEarlyAccess({ ...life, pausedAt: launchDate }, after(launchDate, -1))).toBe(false)
  expect(isEarlyAccess({ ...life, launchDate: null }, launchDate)).toBe(false)
})

test('counting patches anew sets what can be had, beside what orders hold and bought', async ({ place }) => {
  const { patchId } = await comingDrop(place, 20, 5)
  await bought(place, patchId, 2)
  await start(place, pieces(patchId, 1))
  await transact(place, (work) => restockPatch(work, patchId, 6))
  expect(await findPatch(place.db, patchId, place.now())).toMatchObject({
    left: 6,
    soldQuantity: 2,
    availableQuantity: 9,
  })
})
