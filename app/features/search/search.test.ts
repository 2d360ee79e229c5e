import { expect } from 'vitest'
import { savedBuilds } from '#app/features/builds/tables.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { drops, dropUnits } from '#app/features/drops/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { addDealers } from '#db/sample/load.ts'
import { givenManyOrders } from '#bench/lib/many.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { givenSubmittedBuild } from '#test/world.ts'
import type { StaffRole } from '#app/features/staff/rules.ts'

async function givenSearch(ctx: TestContext, role: StaffRole = 'owner') {
  await givenManyOrders(ctx.db, 60, ctx.now())
  const { ask, shop } = await givenSite(ctx)
  const searchAs = async (who: StaffRole) => {
    const { cookie } = await givenStaff(ctx, who, { email: `${who}@example.com` })
    return async (typed: string) =>
      (await ask(`/staff/search?q=${encodeURIComponent(typed)}`, { headers: { Cookie: cookie } })).text()
  }
  return {
    shop,
    search: await searchAs(role),
    searchAs,
    groups: (html: string) =>
      [...html.matchAll(/role="group" aria-label="([^"]+)"/g)].map(([, title]) => title),
  }
}

test('an order is found with what may be done with it', async ({ ctx }) => {
  const { search, groups } = await givenSearch(ctx)
  const html = await search('M000000006')
  expect(groups(html)).toEqual(['Numbers and orders', 'Do, with M000000006'])
  expect(html).toMatch(/href="\/staff\/orders\/M000000006"/)
  expect(html).toMatch(/href="\/staff\/orders\/M000000006\?do=refund"/)
})

test('words are marked, numbers find units, and places are found by their names', async ({ ctx }) => {
  const { search, groups } = await givenSearch(ctx)
  expect(await search('noir 7')).toMatch(/<mark>Noir<\/mark>/)
  const places = await search('orders')
  expect(groups(places)).toEqual(['Go to'])
  expect(places).toMatch(/href="\/staff\/orders\?stage=review"/)
  expect(await search('nobody at all')).toContain('Nothing begins like')
})

test('nobody finds what their role may not see', async ({ ctx }) => {
  const bench = await givenSearch(ctx, 'bench')
  const html = await bench.search('M000000006')
  expect(bench.groups(html)).toEqual(['Numbers and orders'])
})

test('an instructor finds no order', async ({ ctx }) => {
  const { search } = await givenSearch(ctx, 'instructor')
  expect(await search('M000000006')).toContain('Nothing begins like')
})

test('a certificate links to the order of its unit', async ({ ctx, db }) => {
  const { shop, search } = await givenSearch(ctx)
  await givenDrop(db)
  expect((await db.select().from(drops)).length).toBe(1)
  await db.update(dropUnits).set({ state: 'taken', orderId: 'M000000008' })
  const html = await search(shop.certify('test-drop', 2))
  expect(html).toMatch(/aria-label="Certificate".*M000000008/s)
})

test('nobody finds a certificate, a build or a dealer that their role may not see', async ({ ctx, db }) => {
  const { shop, search, searchAs } = await givenSearch(ctx)
  await givenSubmittedBuild(ctx)
  await db.transaction((tx) => addDealers(tx, ctx.now()))
  await givenDrop(db)
  await db.update(dropUnits).set({ state: 'taken', orderId: 'M000000008' })
  const [build] = await db.select().from(savedBuilds)
  const [dealer] = await db.select().from(dealers).limit(1)
  const searchAsInstructor = await searchAs('instructor')
  for (const typed of [shop.certify('test-drop', 2), build?.code ?? '', dealer?.key ?? '']) {
    expect(await search(typed), typed).not.toContain('Nothing begins like')
    expect(await searchAsInstructor(typed), typed).toContain('Nothing begins like')
  }
})

test('a state is found by its name and its code, with its rules', async ({ ctx }) => {
  const { search, groups } = await givenSearch(ctx)
  for (const typed of ['Texas', 'tex', 'TX']) {
    const html = await search(typed)
    expect(groups(html), typed).toContain('State rules')
    expect(html).toMatch(/href="\/staff\/rules\/TX"/)
  }
  expect(groups(await search('T'))).not.toContain('State rules')
})
