import { expect } from 'vitest'
import { listAuditEntriesOf } from '#app/access/audit.server.ts'
import { listStockEntries } from '#app/catalog/stock.server.ts'
import { findAccessory } from '#app/features/accessories/store.server.ts'
import { findShippingMethods } from '#app/features/delivery/store.server.ts'
import { listTrustPackages } from '#app/features/trust/packs.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { findItem } from './items.server.ts'
import { forms } from './item-forms.server.ts'
import { runForm } from '#test/staff.ts'
import type { CatalogKind } from './rules/kinds.ts'

const timeZone = 'America/New_York'
const desk = (ctx: TestContext) => ({ ctx, by: 'R. Desk', actor: 'R. Desk <desk@example.com>', timeZone })
type Typed = Record<string, string>

function make(ctx: TestContext, kind: CatalogKind, typed: Typed, price = '89.00', onShelf = '0') {
  const input = { key: secretToken(), price, onShelf, ...typed }
  return runForm(forms.make, desk(ctx), { params: { kind }, input })
}

const change = (ctx: TestContext, kind: CatalogKind, key: string, seen: number, typed: Typed) =>
  runForm(forms.save, desk(ctx), { params: { kind, key }, input: { revision: seen, ...typed } })

const lightItem = { kind: 'accessories', key: 'weapon-light' } as const

const price = (ctx: TestContext, params: { kind: CatalogKind; key: string }, cents: number, startsAt: Date) =>
  runForm(forms.price, desk(ctx), { params, input: { key: secretToken(), cents, startsAt } })

type Entry = { seen: number; reason: 'damaged' | 'received'; typed: number; note: string }
const stock = (ctx: TestContext, input: Entry) =>
  runForm(forms.stock, desk(ctx), { params: lightItem, input })

const gear = { slug: 'gear', name: 'Gear', taxClass: 'goods', position: '1' }
const light = {
  id: 'weapon-light',
  name: 'Weapon light',
  description: '1,000 lumen',
  specs: 'Rail mount\n2 hours',
  category: 'gear',
  image: 'light',
  caAb1263: 'covered',
  statesBarred: 'ny ca',
  position: '1',
}

test('from an empty shop: a category, an accessory with price and stock, on its page at once', async ({
  ctx,
}) => {
  expect(await make(ctx, 'accessories', light)).toMatchObject({
    ok: false,
    why: 'invalid',
    faults: { category: 'There is none to choose yet' },
  })
  expect(await make(ctx, 'categories', gear)).toMatchObject({ ok: true, key: 'gear' })
  expect(await make(ctx, 'accessories', { ...light, category: 'lights' })).toMatchObject({
    faults: { category: 'Choose one of gear' },
  })
  expect(await make(ctx, 'accessories', light, '89', '12')).toMatchObject({ ok: true, key: 'weapon-light' })
  expect(await findAccessory(ctx.db, 'weapon-light', ctx.now())).toMatchObject({
    priceCents: 8_900,
    left: 12,
    specs: ['Rail mount', '2 hours'],
  })
  expect((await findItem(ctx.db, 'accessories', 'weapon-light', ctx.now()))?.row.statesBarred).toEqual([
    'CA',
    'NY',
  ])
  expect(await make(ctx, 'accessories', light)).toEqual({ ok: false, why: 'key_taken' })
})

test('a second editor reads what the first did; the log has each change before and after', async ({
  ctx,
}) => {
  await make(ctx, 'categories', gear)
  await make(ctx, 'accessories', light)
  expect(await change(ctx, 'accessories', 'weapon-light', 1, { ...light, name: 'Light A' })).toMatchObject({
    ok: true,
  })
  const late = await change(ctx, 'accessories', 'weapon-light', 1, {
    ...light,
    name: 'Light B',
    description: 'Mine',
  })
  expect(late).toEqual({
    ok: false,
    why: 'changed',
    now: { name: 'Light A', description: '1,000 lumen', statesBarred: 'CA NY' },
  })
  expect(await change(ctx, 'accessories', 'weapon-light', 2, { ...light, name: 'Light B' })).toMatchObject({
    ok: true,
  })
  const log = await listAuditEntriesOf(ctx.db, 'accessories/weapon-light')
  expect(log.map(({ verb }) => verb)).toEqual(['catalog-change', 'catalog-change', 'catalog-create'])
  expect(log[0]?.data).toEqual({
    before: { name: 'Light A', revision: 2 },
    after: { name: 'Light B', revision: 3 },
  })
  await change(ctx, 'accessories', 'weapon-light', 3, { ...light, name: 'Light B' })
  expect(await listAuditEntriesOf(ctx.db, 'accessories/weapon-light')).toHaveLength(3)
})

test('hidden is off the page; price and stock act, and leave their entries', async ({ ctx }) => {
  await make(ctx, 'categories', gear)
  await make(ctx, 'accessories', light, '89', '3')
  const set = (state: 'hidden' | 'visible', seen: number) =>
    runForm(forms.state, desk(ctx), { params: lightItem, input: { revision: seen, state } })
  expect(await set('hidden', 1)).toMatchObject({ ok: true })
  expect(await findAccessory(ctx.db, 'weapon-light', ctx.now())).toBeUndefined()
  expect(await set('visible', 1)).toMatchObject({ ok: false, why: 'changed' })
  expect(await set('visible', 2)).toMatchObject({ ok: true })
  const begins = after(ctx.now(), day)
  await price(ctx, lightItem, 9_400, begins)
  const id = (await findItem(ctx.db, 'accessories', 'weapon-light', ctx.now()))?.prices?.at(-1)?.id ?? 0
  expect(await runForm(forms.withdraw, desk(ctx), { params: lightItem, input: { id } })).toMatchObject({
    ok: true,
  })
  const [first] = await listStockEntries(ctx.db, 'accessory', 'weapon-light')
  const broken = { seen: first?.id ?? 0, reason: 'damaged' as const, typed: 4, note: '' }
  expect(await stock(ctx, broken)).toEqual({
    ok: false,
    why: 'below_held',
  })
  expect(await stock(ctx, { ...broken, typed: 1 })).toMatchObject({
    ok: true,
  })
  expect((await listAuditEntriesOf(ctx.db, 'accessories/weapon-light')).map(({ verb }) => verb)).toEqual([
    'catalog-stock',
    'catalog-price-withdraw',
    'catalog-price',
    'catalog-state',
    'catalog-state',
    'catalog-create',
  ])
})

test('a delivery that is entered twice, also in two tabs at once, adds its pieces once', async ({ ctx }) => {
  await make(ctx, 'categories', gear)
  await make(ctx, 'accessories', light)
  const came = { seen: 0, reason: 'received' as const, typed: 10, note: 'Invoice 7' }
  const enter = () => stock(ctx, came)
  const pressed = await Promise.all([enter(), enter(), enter()])
  expect(pressed.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await enter()).toEqual({ ok: false, why: 'stock_changed' })
  const entries = await listStockEntries(ctx.db, 'accessory', 'weapon-light')
  expect(entries.map(({ quantity, after: left }) => [quantity, left])).toEqual([[10, 10]])
  const next = { ...came, seen: entries[0]?.id ?? 0 }
  expect(await stock(ctx, next)).toMatchObject({ ok: true })
})

test('shipping ways and trust editions cost what holds at the moment', async ({ ctx }) => {
  const way = { code: 'courier', name: 'Courier', text: 'By hand', position: '1' }
  await make(ctx, 'shipping', way, '9.95')
  await make(ctx, 'trust', { slug: 'alone', name: 'Pack', contents: 'Trust', position: '1' }, '99')
  const begins = after(ctx.now(), minute)
  await price(ctx, { kind: 'shipping', key: 'courier' }, 1_295, begins)
  await price(ctx, { kind: 'trust', key: 'alone' }, 12_900, begins)
  const costs = async (at: Date) => [
    (await findShippingMethods(ctx.db, at))[0]?.priceCents,
    (await listTrustPackages(ctx.db, at))[0]?.priceCents,
  ]
  expect(await costs(after(begins, -1))).toEqual([995, 9_900])
  expect(await costs(begins)).toEqual([1_295, 12_900])
})

test('fields that belong together are refused apart, each beside itself', async ({ ctx }) => {
  await make(ctx, 'categories', gear)
  expect(await make(ctx, 'accessories', { ...light, capacity: '30' })).toMatchObject({
    faults: { capacity: 'Rounds and what it fits go together' },
  })
  const part = { id: 'b', step: 'barrel', name: 'B', description: 'B', position: '1' }
  expect(await make(ctx, 'parts', part)).toMatchObject({
    faults: { platformId: expect.stringContaining('Only optics') },
  })
  const optic = { ...part, step: 'optics', 'outline.handguard.lengthIn': '9' }
  expect(await make(ctx, 'parts', optic)).toMatchObject({
    faults: { 'outline.handguard.style': expect.any(String) },
  })
  expect(
    await make(ctx, 'platforms', { id: 'ar15', name: 'AR', description: 'A', position: '1' }),
  ).toMatchObject({
    faults: { expected: expect.any(String), hypeText: expect.any(String) },
  })
  const dates = { effectiveFrom: '2027-01-01', effectiveTo: '2026-01-01', source: 'x' }
  expect(await make(ctx, 'tax', { state: 'FL', rateMillionths: '6', ...dates })).toMatchObject({
    faults: { effectiveTo: expect.any(String) },
  })
  expect(
    await make(ctx, 'tax', { state: 'FL', rateMillionths: '6', ...dates, effectiveTo: '' }),
  ).toMatchObject({ ok: true })
})
