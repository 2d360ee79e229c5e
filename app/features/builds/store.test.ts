import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, minute, second } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { partsFor, steps, removeMissingParts } from './rules.ts'
import { drawingInput, invalidateCatalog, readCatalog, readOffers } from './store.server.ts'
import { buildParts, conversions, factoryPackages, platforms } from './tables.ts'

const now = new Date('2026-11-20T12:00:00Z')

test.beforeEach(({ db }) => invalidateCatalog(db))

test('three platforms are available and seven are coming, with their prices and dates', async ({ db }) => {
  await givenSample(db, now)
  const catalog = await readCatalog(db, now)
  const notified = catalog.platforms.map(({ id, startingPriceCents, isAvailable, expected }) => [
    id,
    startingPriceCents / 100,
    isAvailable ? 'available' : expected,
  ])
  expect(notified).toEqual([
    ['ar15', 1899, 'available'],
    ['ar9', 1799, 'available'],
    ['scorpion', 2299, 'available'],
    ['vector', 2599, 'Q2 2024'],
    ['ruger-pc', 1699, 'Q2 2024'],
    ['ak-platform', 1999, 'Q3 2024'],
    ['sig-mpx', 2799, 'Q3 2024'],
    ['bt-apc9', 3299, 'Q4 2024'],
    ['hk-mp5', 2899, 'Q4 2024'],
    ['fn-ps90', 2199, '2025'],
  ])
  for (const { specs, hypeText, isAvailable } of catalog.platforms) {
    expect(specs.length).toBeGreaterThanOrEqual(3)
    expect(isAvailable || hypeText).toBeTruthy()
  }
})

test.for([
  ['ar15', [2, 2, 3, 2, 2, 2, 2, 4]],
  ['ar9', [1, 1, 2, 1, 1, 1, 1, 1]],
  ['scorpion', [1, 1, 2, 1, 1, 1, 1, 1]],
] as const)(
  'the %s has as many parts at each step as the specification counts',
  async ([id, counts], { db }) => {
    await givenSample(db, now)
    const catalog = await readCatalog(db, now)
    expect(steps.map((step) => partsFor(catalog, id, step).length)).toEqual(counts)
  },
)

test('part prices run from $12 to $629, and only optics and accessories are shared', async ({ db }) => {
  await givenSample(db, now)
  const { parts } = await readCatalog(db, now)
  const prices = parts.map((part) => part.priceCents)
  expect([Math.min(...prices), Math.max(...prices)]).toEqual([1_200, 62_900])
  const shared = parts.filter((part) => part.platformId === null)
  expect(shared.map((part) => part.step)).toEqual(['optics', 'accessories'])
  const tagsOf = (id: string) => parts.find((part) => part.id === id)?.tags
  expect(tagsOf('sopmod-stock')).toEqual(['Form 4 SBR only'])
  expect(tagsOf('brace')).toEqual(['Pistol builds'])
})

test('every part of every platform can be drawn', async ({ db }) => {
  await givenSample(db, now)
  for (const { id, platformId, step, outline } of (await readCatalog(db, now)).parts) {
    expect({ id, changes: Object.keys(outline).length }).toEqual({ id, changes: 1 })
    const sheet = renderBlueprint({ ...STARTING_BUILDS[platformId ?? 'ar9'], ...outline })
    expect(sheet.layers.some((layer) => layer.step === step && layer.shapes.length > 0)).toBe(true)
  }
})

test('there are four packages and six conversions, and the packages’ parts are in the catalog', async ({
  db,
}) => {
  await givenSample(db, now)
  const catalog = await readCatalog(db, now)
  const { packages, conversions } = await readOffers(db, now)
  expect(packages.map(({ barrel, priceNote }) => [barrel, priceNote])).toEqual([
    ['8 in', 'Call for current pricing'],
    ['6.9 in', 'Call for current pricing'],
    ['10.3 in', 'Call for current pricing'],
    ['5.5 to 14.5 in', 'Configure pricing'],
  ])
  for (const { selection } of packages)
    if (selection) expect(removeMissingParts(selection, catalog).missing).toEqual([])
  expect(conversions.map(({ timeline }) => timeline)).toEqual([
    '3-4 weeks',
    '3-5 weeks',
    '4-5 weeks',
    '4-6 weeks',
    '5-7 weeks',
    '6-8 weeks',
  ])
})

test('a platform becomes available on time even while the catalog is cached', async ({ db }) => {
  await givenSample(db, now)
  const opens = after(now, 10 * second)
  await db.update(platforms).set({ availableAt: opens }).where(eq(platforms.id, 'vector'))
  const vectorAt = async (moment: Date) =>
    (await readCatalog(db, moment)).platforms.find(({ id }) => id === 'vector')?.isAvailable
  expect(await vectorAt(after(opens, -1))).toBe(false)
  expect(await vectorAt(opens)).toBe(true)
})

test('what cannot be read is left out, the rest stays', async ({ db }) => {
  await givenSample(db, now)
  const idsAt = async (moment: Date) => (await readCatalog(db, moment)).parts.map(({ id }) => id)
  const all = await idsAt(now)
  const before = await readOffers(db, now)
  const [badPackage, badConversion] = [before.packages[0]?.id ?? '', before.conversions[0]?.id ?? '']
  await db
    .update(buildParts)
    .set({ outline: { barrelIn: 'long' } })
    .where(eq(buildParts.id, 'barrel-8'))
  await db
    .update(factoryPackages)
    .set({ drawing: { platform: 'cannon' } })
    .where(eq(factoryPackages.id, badPackage))
  await db
    .update(conversions)
    .set({ drawing: { platform: 'ar15', bayonet: true } })
    .where(eq(conversions.id, badConversion))
  expect(await idsAt(after(now, minute))).toEqual(all.filter((id) => id !== 'barrel-8'))
  const later = await readOffers(db, after(now, minute))
  expect(later.packages).toEqual(before.packages.slice(1))
  expect(later.conversions).toEqual(before.conversions.slice(1))
})

test('an unknown outline is refused', () => {
  expect(() => drawingInput.parse({ platform: 'ar15', bayonet: true })).toThrow('bayonet')
})

test('only optics and accessories can be shared between platforms', async ({ db }) => {
  await givenSample(db, now)
  const share = () => db.update(buildParts).set({ platformId: null }).where(eq(buildParts.id, 'barrel-8'))
  // The driver's own sentence is the query; PostgreSQL's is its cause.
  await expect(share()).rejects.toThrow(/update "build_parts"/)
})
