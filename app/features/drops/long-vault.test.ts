import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { givenManyAccessories, givenManyDrops, unitsPerDrop } from '#bench/lib/many.ts'
import { rowsRead } from '#test/rows-read.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { findAccessoryPage } from '../accessories/store.server.ts'
import { dropStatuses, noFilter } from './rules.ts'
import {
  findCurrentDrop,
  findDropPage,
  findNextLaunch,
  listDrops,
  listNewestDrops,
  listSoldOutArchives,
  nextStatusChange,
} from './store/drops.server.ts'
import { type drops, dropUnits } from './tables.ts'

const many = 10_000
const some = 2_000
/** Seen in the browser: what a page of 24 cards with its head, its bar and its data comes to, compressed. */
const maxDocumentBytes = 40_000

test('a page of ten thousand drops reads the units of its own and no others', { timeout: 60_000 }, async ({
  db,
  ctx,
}) => {
  const now = ctx.now()
  await givenManyDrops(db, many, now)
  const filters = [
    {},
    { status: 'archived' },
    { status: 'coming_soon' },
    { category: 'grail' },
    { search: 'hill' },
  ] as const
  for (const filter of filters)
    for (const wanted of [1, 100_000]) {
      const read = (tx: Db) => findDropPage(tx, now, { filter: { ...noFilter, ...filter }, wanted, size: 24 })
      expect((await rowsRead(db, read)).get('drop_units')).toBeLessThanOrEqual(2 * 24 * unitsPerDrop)
    }
  for (const read of [
    (tx: Db) => findCurrentDrop(tx, now),
    (tx: Db) => findNextLaunch(tx, now),
    (tx: Db) => listSoldOutArchives(tx, now, 2),
    (tx: Db) => listNewestDrops(tx, now, { max: 24 }),
  ])
    expect((await rowsRead(db, read)).get('drop_units')).toBeLessThanOrEqual(2 * 31 * unitsPerDrop)

  const page = await findDropPage(db, now, { filter: noFilter, wanted: 1, size: 24 })
  expect(page).toMatchObject({ page: 1, pages: Math.ceil(many / 24), found: many, total: many })
  expect(page.drops.map(({ dropNumber }) => dropNumber)).toEqual(
    Array.from({ length: 24 }, (_, index) => many - index),
  )
  const hills = await findDropPage(db, now, { filter: { ...noFilter, search: ' HILL' }, wanted: 2, size: 24 })
  expect(hills).toMatchObject({ page: 2, pages: 5, found: 100, total: many })
})

test('documents of long lists stay small, and their pages lead on', {
  timeout: 120_000,
}, async ({ db, ctx }) => {
  await givenManyDrops(db, some, ctx.now())
  await givenManyAccessories(db, some)
  const { ask } = await givenSite(ctx)
  for (const path of [
    '/',
    '/drops',
    '/drops/vault',
    '/vault',
    '/accessories',
    '/api/drops',
    '/sitemap.xml',
  ]) {
    const response = await ask(path)
    const body = await response.text()
    expect([path, response.status]).toEqual([path, 200])
    expect([path, gzipSync(body).length < (path === '/sitemap.xml' ? 100_000 : maxDocumentBytes)]).toEqual([
      path,
      true,
    ])
  }
  for (const [path, last] of [
    ['/drops/vault', 84],
    ['/accessories', 84],
  ] as const) {
    const first = await (await ask(path)).text()
    expect(first).toContain(`<link rel="next" href="http://localhost:3000${path}?page=2"/>`)
    expect(first).not.toContain('rel="prev"')
    const end = await (await ask(`${path}?page=${last}`)).text()
    expect(end).toContain(`<link rel="prev" href="http://localhost:3000${path}?page=${last - 1}"/>`)
    expect(end).not.toContain('rel="next"')
    expect(end).toContain(`aria-current="page"`)
  }
  const found = await (await ask('/drops/vault?q=run&page=2')).text()
  expect(found).toContain('1,980 of 2,000 drops')
  expect(found).toContain('/drops/vault?q=run&amp;page=3')
  expect(await (await ask('/accessories?category=few')).text()).toContain('40 of 2,000 accessories')
  const api = await ask('/api/drops?limit=10&below=51')
  expect(((await api.json()) as { drop_number: number }[]).map((drop) => drop.drop_number)).toEqual(
    Array.from({ length: 10 }, (_, index) => 50 - index),
  )
  expect(api.headers.get('Link')).toBe('<http://localhost:3000/api/drops?limit=10&below=41>; rel="next"')
  expect((await ask('/api/drops?limit=10&below=11')).headers.get('Link')).toBeNull()
  expect((await ask('/api/drops?limit=500')).status).toBe(400)
})

test('a page of ten thousand accessories counts the stock of its own', { timeout: 60_000 }, async ({
  db,
  ctx,
}) => {
  await givenManyAccessories(db, many)
  const now = ctx.now()
  const page = (search: string, wanted = 1) =>
    findAccessoryPage(db, now, { filter: { search, category: 'all' }, wanted, size: 24 })
  expect(await page('sling', 2)).toMatchObject({ page: 2, pages: 139, found: 3_333, total: many })
  expect((await page('', 3)).products.map(({ id }) => id)[0]).toBe('item-49')
  expect((await page('%')).found).toBe(0)
  const read = (tx: Db) =>
    findAccessoryPage(tx, now, { filter: { search: '', category: 'all' }, wanted: 1, size: 24 })
  expect((await rowsRead(db, read)).get('held_pieces')).toBe(0)
})

test('the database knows the status of a drop as the rules do', async ({ db, ctx }) => {
  const now = ctx.now()
  const dates = [null, after(now, -day), now, after(now, day)]
  let dropNumber = 0
  for (const status of dropStatuses)
    for (const launchDate of dates)
      for (const endDate of [null, now, after(now, 2 * day)])
        for (const left of [true, false]) {
          if (endDate && launchDate && endDate <= launchDate) continue
          dropNumber += 1
          const slug = `drop-${dropNumber}`
          const drop = await givenDrop(db, {
            slug,
            name: slug,
            dropNumber,
            status,
            launchDate,
            endDate,
            totalUnits: 1,
          })
          if (!left) await db.update(dropUnits).set({ state: 'taken' }).where(sql`drop_id = ${drop.id}`)
        }
  const all = await listDrops(db, now)
  for (const status of dropStatuses) {
    const { drops: found } = await findDropPage(db, now, {
      filter: { ...noFilter, status },
      wanted: 1,
      size: 1_000,
    })
    expect([status, found.map(({ slug }) => slug)]).toEqual([
      status,
      all.filter((drop) => drop.status === status).map(({ slug }) => slug),
    ])
  }
})

test('the shop finds what leads, what comes next and what is over', async ({ db, ctx }) => {
  const now = ctx.now()
  expect([await findCurrentDrop(db, now), await nextStatusChange(db, now)]).toEqual([undefined, null])
  const at = (hours: number) => after(now, hours * hour)
  const give = (slug: string, dropNumber: number, values: Partial<typeof drops.$inferInsert>) =>
    givenDrop(db, { slug, name: `Run ${slug}`, dropNumber, ...values })
  await give('older', 1, { launchDate: at(-90) })
  await give('newer', 2, { launchDate: at(-2), endDate: at(50) })
  await give('undated', 3, { status: 'coming_soon' })
  await give('later', 4, { status: 'coming_soon', launchDate: at(99) })
  await give('soon', 5, { status: 'coming_soon', launchDate: at(9) })
  const sold = await give('sold', 6, { status: 'archived' })
  await give('unsold', 7, { status: 'archived' })
  await db.update(dropUnits).set({ state: 'taken' }).where(sql`drop_id = ${sold.id}`)
  expect((await findCurrentDrop(db, now))?.slug).toBe('newer')
  expect((await findNextLaunch(db, now))?.slug).toBe('soon')
  expect((await listSoldOutArchives(db, now, 2)).map(({ slug }) => slug)).toEqual(['sold'])
  expect(await nextStatusChange(db, now)).toEqual(at(9))
  await give('by-hand', 8, { launchDate: null })
  expect((await findCurrentDrop(db, now))?.slug).toBe('by-hand')
})
