import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { sampleTrustPackages } from '#db/sample/data/trust-packages.ts'
import { loadReference } from '#db/sample/load.ts'
import { type Bench, test } from '#test/db.ts'
import { givenDrop, givenTill, reservationForm } from '#test/shop.ts'
import { dropUnit } from '../../drops/store.server.ts'
import { payOrder } from '../../orders/flows.server.ts'
import { cancelHold, findOrder, type Sellables, startOrder } from '../../orders/store.server.ts'
import { requestOwnRefund } from '../../orders/store/refund.server.ts'
import { settleRefund } from '../../orders/store/settle-refund.server.ts'
import { noAnswers } from '../rules.ts'
import { trustPackages, trustPacks } from '../tables.ts'
import { codeOf, grantBesideBuild, grantFree, isPackTaken, listEarned } from './grants.server.ts'
import { packIdOf, trustPack } from './packs.server.ts'
import { countDownload, deleteAnswers, findPack, forgetWorksheets, saveAnswers } from './worksheet.server.ts'

const onSale = { drop_unit: dropUnit, trust_pack: trustPack } as unknown as Sellables
const sign = (subject: string, number: number) => `A${number}-${subject.replaceAll(' ', '')}`

async function givenPackages({ db }: Bench) {
  await loadReference(db)
  await db.insert(trustPackages).values(sampleTrustPackages)
}

const start = (place: Bench, ref: object, key = crypto.randomUUID()) =>
  transact(place, (work) => startOrder(work, onSale, { key, lines: [{ kind: 'trust_pack', ref }] }))

async function started(place: Bench, ref: object): Promise<string> {
  const order = await start(place, ref)
  if (!order.ok) throw new Error(`Not started: ${order.why}`)
  return order.orderId
}

async function bought(place: Bench, orderId: string) {
  const order = await findOrder(place.db, orderId)
  const paid = await payOrder(givenTill(place), onSale, orderId, reservationForm(), {
    lines: order?.lines ?? [],
  })
  expect(paid).toMatchObject({ ok: true, isPaid: true })
}

/** A paid reservation of a drop's unit, and the code it earned. */
async function reserved(place: Bench) {
  await givenDrop(place.db)
  const lines = [{ kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 2 } }]
  const order = await transact(place, (work) => startOrder(work, onSale, { key: crypto.randomUUID(), lines }))
  if (!order.ok) throw new Error(`Not reserved: ${order.why}`)
  await bought(place, order.orderId)
  const [code = ''] = await transact(place, (work) => grantFree(work, sign, order.orderId, [0]))
  return { orderId: order.orderId, code }
}

async function givenBack(place: Bench, orderId: string) {
  const asked = await transact(place, (work) => requestOwnRefund(work, onSale, orderId, [0]))
  if (!asked.ok || !asked.refund) throw new Error('Not given back')
  const { id } = asked.refund
  await transact(place, (work) =>
    settleRefund(work, onSale, id, { outcome: 'refunded', refundRef: 'r' }, 'a lease'),
  )
}

test('each way to a pack costs what its package says at that moment', async ({ place }) => {
  await givenPackages(place)
  await transact(place, (work) => grantBesideBuild(work, 'BUILD23456'))
  const price = async (ref: object) => {
    const order = await findOrder(place.db, await started(place, ref))
    return [order?.totalCents, order?.lines[0]?.detail]
  }
  expect(await price({ package: 'trust-only' })).toEqual([2_900, 'Trust Pack Only'])
  expect(await price({ package: 'with-build', submission: 'BUILD23456' })).toEqual([
    1_900,
    'Trust + Build Bundle',
  ])
  await place.db.update(trustPackages).set({ priceCents: 3_450 }).where(eq(trustPackages.slug, 'trust-pack'))
  expect(await price({ package: 'trust-only' })).toEqual([3_450, 'Trust Pack Only'])
})

test('a shop without packages sells none, and a price from outside counts for nothing', async ({ place }) => {
  expect(await start(place, { package: 'trust-only', unit_cents: 1 })).toMatchObject({ why: 'pack_not_sold' })
  await givenPackages(place)
  const order = await findOrder(place.db, await started(place, { package: 'trust-only', priceCents: 1 }))
  expect(order?.totalCents).toBe(2_900)
})

test('a paid pack has a worksheet, and an order given back has neither pack nor answers', async ({
  place,
}) => {
  await givenPackages(place)
  const orderId = await started(place, { package: 'trust-only' })
  expect(await findPack(place.db, orderId)).toBeUndefined()
  await bought(place, orderId)
  const pack = await findPack(place.db, orderId)
  expect(pack).toMatchObject({ answers: noAnswers, savedAt: null, downloaded: [] })
  const order = await findOrder(place.db, orderId)
  expect(packIdOf(order?.lines[0]?.ref)).toBe(pack?.id)
  await transact(place, (work) => saveAnswers(work, pack?.id ?? '', { ...noAnswers, trustName: 'Elm Trust' }))
  await givenBack(place, orderId)
  expect(await findPack(place.db, orderId)).toBeUndefined()
  expect(await place.db.select({ answers: trustPacks.answers }).from(trustPacks)).toEqual([{ answers: null }])
})

test('beside a build there is one pack, and one that is let go of can be had again', async ({ place }) => {
  await givenPackages(place)
  const ref = { package: 'with-build', submission: 'BUILD23456' }
  expect(await start(place, ref)).toMatchObject({ why: 'code_unknown' })
  await transact(place, (work) => grantBesideBuild(work, 'BUILD23456'))
  const first = await started(place, ref)
  expect(await start(place, ref)).toMatchObject({ why: 'code_held' })
  await transact(place, (work) => cancelHold(work, onSale, first))
  expect(await start(place, ref)).toMatchObject({ why: 'code_void' })
  await transact(place, (work) => grantBesideBuild(work, 'BUILD23456'))
  await bought(place, await started(place, ref))
  await transact(place, (work) => grantBesideBuild(work, 'BUILD23456'))
  expect(await start(place, ref)).toMatchObject({ why: 'code_used' })
  expect(await isPackTaken(place.db, 'BUILD23456')).toBe(true)
})

test('of two orders at the same moment one gets the free pack of a code', async ({ place }) => {
  await givenPackages(place)
  const { code } = await reserved(place)
  const both = await Promise.all(
    Array.from({ length: 8 }, () => start(place, { package: 'free', code: code.toLowerCase() })),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  for (const answer of both) if (!answer.ok) expect(['code_held', 'try_again']).toContain(answer.why)
  const [held] = await place.db.select().from(trustPacks)
  expect(held).toMatchObject({ package: 'free', state: 'held' })
})

test('a free pack costs nothing, and its code is used up when the order is paid', async ({ place }) => {
  await givenPackages(place)
  const { orderId: reservation, code } = await reserved(place)
  expect(code).toBe(codeOf(sign, reservation, 0))
  expect(await listEarned(place.db, sign, reservation)).toEqual([{ code, state: 'open' }])
  const orderId = await started(place, { package: 'free', code })
  expect(await findOrder(place.db, orderId)).toMatchObject({ totalCents: 0 })
  await bought(place, orderId)
  expect(await start(place, { package: 'free', code })).toMatchObject({ why: 'code_used' })
  expect(await listEarned(place.db, sign, reservation)).toEqual([{ code, state: 'taken' }])
  expect(await start(place, { package: 'free', code: 'A000-NOSU-CHCO' })).toMatchObject({
    why: 'code_unknown',
  })
})

test('an overdue hold lets the next one have the code', async ({ place }) => {
  await givenPackages(place)
  const { code } = await reserved(place)
  await started(place, { package: 'free', code })
  expect(await start(place, { package: 'free', code })).toMatchObject({ why: 'code_held' })
  place.setNow(after(place.now(), 11 * minute))
  expect(await start(place, { package: 'free', code })).toMatchObject({ ok: true })
})

test('a refund of the reservation makes its code worthless', async ({ place }) => {
  await givenPackages(place)
  const { orderId, code } = await reserved(place)
  await givenBack(place, orderId)
  expect(await start(place, { package: 'free', code })).toMatchObject({ why: 'code_void' })
  expect(await listEarned(place.db, sign, orderId)).toEqual([])
})

test('the code itself is stored nowhere, and granting twice grants once', async ({ place }) => {
  const { orderId, code } = await reserved(place)
  expect(await transact(place, (work) => grantFree(work, sign, orderId, [0]))).toEqual([code])
  const rows = await place.db.select().from(trustPacks)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('a window that has not seen the last save overwrites nothing unless told to', async ({ place }) => {
  await givenPackages(place)
  const orderId = await started(place, { package: 'trust-only' })
  await bought(place, orderId)
  const { id = '' } = (await findPack(place.db, orderId)) ?? {}
  const save = (trustName: string, known?: number) =>
    transact(place, (work) => saveAnswers(work, id, { ...noAnswers, trustName }, known))
  expect(await save('First', 0)).toBe(1)
  expect(await save('Second', 0)).toBeUndefined()
  expect((await findPack(place.db, orderId))?.answers.trustName).toBe('First')
  expect(await save('Second')).toBe(2)
  await transact(place, (work) => deleteAnswers(work, id))
  expect(await findPack(place.db, orderId)).toMatchObject({ answers: noAnswers, savedAt: null, version: 3 })
})

test('downloads are counted by file, and worksheets are forgotten a year after the last save', async ({
  place,
}) => {
  await givenPackages(place)
  const orderId = await started(place, { package: 'trust-only' })
  await bought(place, orderId)
  const { id = '' } = (await findPack(place.db, orderId)) ?? {}
  await transact(place, (work) => saveAnswers(work, id, { ...noAnswers, trustName: 'Elm Trust' }))
  for (const file of ['trust.pdf', 'trust.docx', 'trust.pdf'] as const)
    await transact(place, (work) => countDownload(work, id, file))
  expect((await findPack(place.db, orderId))?.downloaded.toSorted()).toEqual(['trust.docx', 'trust.pdf'])
  expect(await transact(place, forgetWorksheets)).toBe(0)
  place.setNow(after(place.now(), 366 * 24 * 60 * minute))
  expect(await transact(place, forgetWorksheets)).toBe(1)
  expect(await findPack(place.db, orderId)).toMatchObject({ answers: noAnswers, savedAt: null })
})
