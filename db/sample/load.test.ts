import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { minimumAge } from '#app/features/compliance/rules.ts'
import { listLocalRules, listPurchaseAges } from '#app/features/compliance/store/state-rules.server.ts'
import { searchDealers } from '#app/features/dealers/store/search.server.ts'
import { dropCategories, dropStatuses, dropThemes, statusAt } from '#app/features/drops/rules.ts'
import { drops, dropUnits, dropVariants, patches } from '#app/features/drops/tables.ts'
import { day } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { loadSample, firstHourAfter } from './load.ts'

const now = new Date('2026-11-20T23:52:00Z')

const everything = async (db: Db) => ({
  drops: await db.select().from(drops).orderBy(asc(drops.dropNumber)),
  units: await db.select().from(dropUnits).orderBy(asc(dropUnits.dropId), asc(dropUnits.number)),
  variants: await db.select().from(dropVariants).orderBy(asc(dropVariants.id)),
  patches: await db.select().from(patches).orderBy(asc(patches.id)),
})

const unitsOf = (db: Db, slug: string) =>
  db
    .select({ number: dropUnits.number, state: dropUnits.state })
    .from(dropUnits)
    .innerJoin(drops, eq(drops.id, dropUnits.dropId))
    .where(eq(drops.slug, slug))
    .orderBy(asc(dropUnits.number))

test('loading twice changes nothing', async ({ db }) => {
  expect(await loadSample(db, now)).toBe('loaded')
  const first = await everything(db)
  expect(await loadSample(db, new Date('2026-12-24T12:00:00Z'))).toBe('already there')
  expect(await everything(db)).toEqual(first)
})

test('concurrent processes load it once', async ({ db }) => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => loadSample(db, now)))
  expect(answers.filter((answer) => answer === 'loaded')).toHaveLength(1)
  expect(await db.$count(drops)).toBe(9)
})

test('a shop with any drop is not changed', async ({ db }) => {
  const own = { slug: 'own', name: 'Own', dropNumber: 1, totalUnits: 5, basePrice: 100_000 }
  await db.insert(drops).values({ ...own, status: 'live', category: 'hype', theme: 'noir' })
  expect(await loadSample(db, now)).toBe('already there')
  expect(await db.$count(drops)).toBe(1)
})

test('every status, category and theme appears, and several drops are archived', async ({ db }) => {
  await loadSample(db, now)
  const rows = await db.select().from(drops)
  expect(new Set(rows.map((drop) => drop.status))).toEqual(new Set(dropStatuses))
  expect(new Set(rows.map((drop) => drop.category))).toEqual(new Set(dropCategories))
  expect(new Set(rows.map((drop) => drop.theme))).toEqual(new Set(dropThemes))
  expect(rows.filter((drop) => drop.status === 'archived').length).toBeGreaterThanOrEqual(3)
})

test('the stored status of every drop matches its dates', async ({ db }) => {
  await loadSample(db, now)
  for (const drop of await db.select().from(drops)) {
    const remaining = (await unitsOf(db, drop.slug)).filter((unit) => unit.state !== 'taken').length
    expect({ slug: drop.slug, status: statusAt({ ...drop, remaining }, now) }).toEqual({
      slug: drop.slug,
      status: drop.status,
    })
  }
})

test('the live drop has 23 of 50 units left, none held, and number 7 open', async ({ db }) => {
  await loadSample(db, now)
  const units = await unitsOf(db, 'guerrilla-vol-1')
  expect(units.map((unit) => unit.number)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  expect(units.filter((unit) => unit.state === 'open')).toHaveLength(23)
  expect(units.filter((unit) => unit.state === 'taken')).toHaveLength(27)
  expect(units[6]).toEqual({ number: 7, state: 'open' })
})

test('the live drop is number 4, costs $2,499 and takes $100 as a deposit', async ({ db }) => {
  await loadSample(db, now)
  const [live] = await db.select().from(drops).where(eq(drops.status, 'live'))
  expect(live).toMatchObject({
    slug: 'guerrilla-vol-1',
    dropNumber: 4,
    basePrice: 249_900,
    depositPrice: 10_000,
  })
})

test.for([
  '2026-11-20T04:00:00Z',
  '2026-11-20T16:30:00Z',
  '2026-11-20T23:00:00Z',
  '2026-11-20T23:52:00Z',
  '2027-03-10T12:00:00Z', // clocks go forward within the week
  '2026-10-28T12:00:00Z', // clocks go back within the week
])(
  'the live drop ends at six in the evening of the shop, seven days after an installation at %s',
  async (at, { db }) => {
    const installed = new Date(at)
    await loadSample(db, installed)
    const [live] = await db.select().from(drops).where(eq(drops.status, 'live'))
    const days = ((live?.endDate?.getTime() ?? 0) - installed.getTime()) / day
    expect(Math.floor(days)).toBe(7)
    expect(live?.endDate?.toLocaleTimeString('en-GB', { timeZone: 'America/New_York' })).toBe('18:00:00')
    expect(live?.launchDate?.getTime()).toBeLessThan(installed.getTime())
  },
)

test('the live drop has a patch that grants early access, and one that is sold out', async ({ db }) => {
  await loadSample(db, now)
  const rows = await db
    .select({ patch: patches })
    .from(patches)
    .innerJoin(drops, eq(drops.id, patches.dropId))
    .where(eq(drops.status, 'live'))
  const of = (early: boolean) => rows.find(({ patch }) => patch.grantsEarlyAccess === early)?.patch
  expect(rows).toHaveLength(2)
  expect(of(true)).toMatchObject({ price: 3_500, availableQuantity: 100, soldQuantity: 38 })
  expect(of(false)).toMatchObject({ availableQuantity: 60, soldQuantity: 60 })
})

test('the upcoming drop opens in about nine days, with all units open and an early-access patch', async ({
  db,
}) => {
  await loadSample(db, now)
  const [coming] = await db.select().from(drops).where(eq(drops.status, 'coming_soon'))
  const days = ((coming?.launchDate?.getTime() ?? 0) - now.getTime()) / day
  expect(days).toBeGreaterThanOrEqual(9)
  expect(days).toBeLessThan(10)
  expect((await unitsOf(db, coming?.slug ?? '')).every((unit) => unit.state === 'open')).toBe(true)
  const itsPatches = await db
    .select()
    .from(patches)
    .where(eq(patches.dropId, coming?.id ?? ''))
  expect(
    itsPatches.some((patch) => patch.grantsEarlyAccess && patch.soldQuantity < patch.availableQuantity),
  ).toBe(true)
})

test('a drop is dated as sold out when, and only when, no unit of it is open', async ({ db }) => {
  await loadSample(db, now)
  for (const drop of await db.select().from(drops)) {
    const units = await unitsOf(db, drop.slug)
    const { slug, soldOutAt, launchDate, endDate } = drop
    const isDated =
      soldOutAt !== null && launchDate !== null && soldOutAt > launchDate && soldOutAt < (endDate ?? now)
    expect({ slug, isDated, units: units.length }).toEqual({
      slug,
      isDated: units.every((unit) => unit.state === 'taken'),
      units: drop.totalUnits,
    })
  }
})

test('the vault begins with a limited drop of 25 units', async ({ db }) => {
  await loadSample(db, now)
  const [first] = await db.select().from(drops).orderBy(asc(drops.dropNumber)).limit(1)
  expect(first).toMatchObject({ dropNumber: 1, totalUnits: 25, status: 'archived' })
})

test('every drop has a story, and those of the vault at least two variants', async ({ db }) => {
  await loadSample(db, now)
  for (const drop of await db.select().from(drops)) {
    const isWindow = drop.smallBatch !== null
    expect(drop.story?.split('\n\n').length).toBeGreaterThanOrEqual(isWindow ? 1 : 3)
    expect(drop.tagline).toBeTruthy()
    expect(drop.description).toBeTruthy()
    expect(await db.$count(dropVariants, eq(dropVariants.dropId, drop.id))).toBeGreaterThanOrEqual(
      isWindow ? 1 : 2,
    )
  }
})

test('a fresh sample has dealers to search, named as samples', async ({ db }) => {
  await loadSample(db, now)
  const found = await searchDealers(db, '33101', now)
  expect(found.length).toBeGreaterThan(5)
  for (const { name } of found) expect(name).toMatch(/^Sample /)
})

test('every shop has purchase ages and local rules, and keeps changes by staff', async ({ db }) => {
  await loadSample(db, now)
  const ages = await listPurchaseAges(db)
  expect(minimumAge('sbr', 'FL', ages)).toBe(21)
  expect(minimumAge('training', 'FL', ages)).toBe(18)
  expect(await listLocalRules(db)).not.toHaveLength(0)
})

test('an hour later today is today', () => {
  const from = new Date('2026-11-20T12:00:00Z')
  expect(firstHourAfter(from, 18, 'America/New_York')).toEqual(new Date('2026-11-20T23:00:00Z'))
})

test('an hour earlier today is tomorrow', () => {
  const from = new Date('2026-11-20T23:00:01Z')
  expect(firstHourAfter(from, 18, 'America/New_York')).toEqual(new Date('2026-11-21T23:00:00Z'))
})

test('the exact instant counts', () => {
  const from = new Date('2026-11-20T23:00:00Z')
  expect(firstHourAfter(from, 18, 'America/New_York')).toEqual(from)
})

test('an hour skipped by a clock change is found the next day', () => {
  const from = new Date('2027-03-14T06:30:00Z')
  expect(firstHourAfter(from, 2, 'America/New_York')).toEqual(new Date('2027-03-15T06:00:00Z'))
})

test('zones with odd offsets work', () => {
  const from = new Date('2026-11-20T12:00:00Z')
  expect(firstHourAfter(from, 18, 'Asia/Kathmandu')).toEqual(new Date('2026-11-20T12:15:00Z'))
})

test('an invalid hour is refused', () => {
  expect(() => firstHourAfter(new Date('2026-11-20T12:00:00Z'), 24, 'America/New_York')).toThrow(RangeError)
})
