import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect } from 'vitest'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenShop, type TestShop, visit } from '#test/visit.ts'
import { drops, dropUnits, dropVariants } from '../tables.ts'
import Current, { loader as current } from './current.tsx'
import Detail, { loader as detail, meta } from './detail.tsx'
import Details, { loader as details } from './details.tsx'
import Vault, { loader as vault } from './vault.tsx'

const slug = 'test-drop'
type Values = Parameters<typeof givenDrop>[1]

async function given(ctx: TestContext, values: Values = {}): Promise<TestShop> {
  const shop = givenShop(ctx)
  await givenDrop(shop.db, { name: 'Test Drop', tagline: 'A test.', theme: 'cyber', ...values })
  return shop
}

function words(page: ReactElement, address = '/'): string {
  const Stub = createRoutesStub([{ path: '*', Component: () => page }])
  return renderToString(<Stub initialEntries={[address]} />)
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")
}

async function pageOf<Data>(
  Page: (props: never) => ReactElement,
  loaded: Promise<Data>,
  address?: string,
): Promise<string> {
  const Loose = Page as unknown as (props: { loaderData: Data }) => ReactElement
  return words(<Loose loaderData={await loaded} />, address)
}

const photo = {
  hash: 'a'.repeat(32),
  base: '',
  width: 640,
  height: 480,
  widths: [320, 640],
  color: '#333333',
  focus: { x: 50, y: 50 },
  alt: 'The rifle on a bench',
}

const detailPage = (shop: TestShop) =>
  pageOf(Detail, detail(visit(shop, { path: `/drops/${slug}`, params: { slug } })))

describe('the page of a drop', () => {
  test('that is live leads to its numbers and counts down to its end', async ({ ctx }) => {
    const html = await detailPage(await given(ctx, { endDate: new Date('2026-12-01T00:00:00Z') }))
    for (const text of [
      'LIVE NOW',
      'Drop № 001',
      'Ends in:',
      'Join Drop',
      'Pick your number',
      'Number 3, open',
      'data-live="drop:test-drop"',
      'data-units="ooo"',
      'Hold № {}',
      'data-d1="3"',
    ])
      expect(html).toContain(text)
    for (const text of ['Get Notified', 'Buy Patch for Early Access', 'Patch Presale'])
      expect(html).not.toContain(text)
  })

  test('shows the receiver with its lowest open number, until photographs take its place', async ({
    ctx,
  }) => {
    const shop = await given(ctx)
    const html = await detailPage(shop)
    expect(html).toMatch(/receiver-0-1280\.avif\?v=/)
    expect(html).toMatch(/part-0-upright\.svg\?v=/)
    expect(html).toContain('--d1:1')
    const loaded = await detail(visit(shop, { path: `/drops/${slug}`, params: { slug } }))
    const photographed = await pageOf(
      Detail,
      Promise.resolve({ ...loaded, photos: { cover: null, gallery: [photo] } }),
    )
    expect(photographed).toContain('The Rifle')
    expect(photographed).not.toContain('part-0')
  })

  test('whose reservations are paused says so in its first view', async ({ ctx }) => {
    const html = await detailPage(await given(ctx, { pausedAt: ctx.now() }))
    expect(html.slice(0, html.indexOf('id="units"'))).toContain('Reservations are paused.')
  })

  test('that is coming soon says when it opens, and offers no number', async ({ ctx }) => {
    const html = await detailPage(
      await given(ctx, { status: 'coming_soon', launchDate: new Date('2026-12-01T17:00:00Z') }),
    )
    for (const text of ['COMING SOON', 'Launches in:', 'How a drop works', 'topic=drop%3Atest-drop'])
      expect(html).toContain(text)
    expect(html).toMatch(/Numbers open <time [^>]+>December 1, 2026, 12:00 PM EST<\/time>\./)
    for (const text of ['Join Drop<', 'Hold №', 'Number 3']) expect(html).not.toContain(text)
  })

  test('that is sold out or closed leads to the vault, without a countdown', async ({ db, ctx }) => {
    const shop = await given(ctx)
    await db.update(dropUnits).set({ state: 'taken' })
    const soldOut = await detailPage(shop)
    for (const text of ['SOLD OUT', 'All 3 units are taken', 'Explore the Vault', '0 of 3'])
      expect(soldOut).toContain(text)
    for (const text of ['Get Notified', 'A returned number', 'topic=returned-units%3Atest-drop'])
      expect(soldOut).toContain(text)
    expect(soldOut).not.toContain('Ends in:')
    await db.update(drops).set({ status: 'archived' })
    const closed = await detailPage(shop)
    expect(closed).toContain('href="/subscriptions?topic=newsletter"')
    for (const text of ['What was made', 'The run is closed', '$2,499']) expect(closed).toContain(text)
    for (const text of ['What you are buying', 'Due now', 'Balance', '$2,399', 'Starting price'])
      expect(closed).not.toContain(text)
  })

  test('names each variant with caliber, barrel, finish and price, the deposit and the balance', async ({
    db,
    ctx,
  }) => {
    const shop = await given(ctx, { caliber: '5.56 NATO', barrel: '10.3 in' })
    const plain = await detailPage(shop)
    for (const text of ['What you are buying', '$2,499', 'Due now', '$100', 'Balance', '$2,399'])
      expect(plain).toContain(text)
    expect(plain).not.toContain('Final price')
    const [drop] = await db.select({ id: drops.id }).from(drops)
    await db.insert(dropVariants).values([
      { dropId: drop?.id ?? '', name: 'Field', finish: 'Matte green-gray' },
      { dropId: drop?.id ?? '', name: 'Night', finish: 'Black', barrel: '11.5 in', price: 269_900 },
    ])
    const html = await detailPage(shop)
    for (const text of ['Field', '5.56 NATO', '10.3 in', '11.5 in', 'Matte green-gray', '$2,399 to $2,599'])
      expect(html).toContain(text)
  })

  test('shows its story, else its description, else the default', async ({ ctx }) => {
    const shop = givenShop(ctx)
    const page = async (values: Values, at: string, dropNumber: number) => {
      await givenDrop(shop.db, { slug: at, dropNumber, ...values })
      return pageOf(Detail, detail(visit(shop, { path: `/drops/${at}`, params: { slug: at } })))
    }
    expect(await page({ story: 'First.\n\nSecond.', description: 'Short.' }, 'a', 1)).toContain(
      '<p>First.</p><p>Second.</p>',
    )
    expect(await page({ description: 'Short.' }, 'b', 2)).toContain('<p>Short.</p>')
    expect(await page({}, 'c', 3)).toContain('Every drop is a numbered run that is made once.')
  })

  test('is the same for everybody, and names itself to search engines', async ({ ctx }) => {
    const shop = await given(ctx)
    const load = (cookies: string[]) =>
      detail(visit(shop, { path: `/drops/${slug}`, params: { slug }, cookies }))
    const [one, other] = [await load([]), await load(['paco-order-1=secret'])]
    expect(other).toEqual(one)
    expect(meta({ loaderData: one } as never)).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: 'http://shop.test/drops/test-drop',
    })
  })
})

describe('the current drop', () => {
  const page = (shop: TestShop) => pageOf(Current, current(visit(shop, { path: '/drops' })))

  test('is the newest live one, with the ways on', async ({ ctx }) => {
    const html = await page(await given(ctx))
    for (const text of [
      'LIVE NOW',
      'Test Drop',
      'A test.',
      '3/3',
      '$2,499',
      'Join the Drop',
      'Explore Vault',
      'Explore Archive',
    ])
      expect(html).toContain(text)
    expect(html).toContain('href="/drops/test-drop"')
  })

  test('is missing in the words of the specification', async ({ ctx }) => {
    const html = await page(givenShop(ctx))
    expect(html).toContain('No Active Drops')
    expect(html).toContain(
      'Check back soon for the next limited drop release, or explore our vault of past drops.',
    )
    for (const to of ['/drops/vault', '/build']) expect(html).toContain(`href="${to}"`)
  })
})

describe('the vault', () => {
  const page = async (shop: TestShop, query = '') =>
    pageOf(Vault as never, vault(visit(shop, { path: `/drops/vault${query}` })), `/drops/vault${query}`)

  test('shows each drop with its number, units, price and the right way in', async ({ ctx }) => {
    const shop = await given(ctx)
    await givenDrop(shop.db, {
      slug: 'old',
      name: 'Old One',
      dropNumber: 2,
      status: 'archived',
      category: 'grail',
    })
    const html = await page(shop)
    for (const text of [
      'LIVE<',
      '#001',
      'From',
      '$2,499',
      '3 units',
      'Join Drop',
      'View Details',
      'ARCHIVED',
      '2 of 2 drops',
    ])
      expect(html).toContain(text)
    expect(html.indexOf('Old One')).toBeLessThan(html.indexOf('Test Drop'))
  })
})

test('Drop Details name the deposit of the current drop, and no amount without one', async ({ ctx }) => {
  const page = async (shop: TestShop) => pageOf(Details, details(visit(shop, { path: '/drops/details' })))
  const html = await page(await given(ctx, { depositPrice: 12_500 }))
  expect(html).toContain('The deposit is $125 for each number, and it reserves the number.')
  await ctx.db.update(drops).set({ status: 'archived' })
  expect(await page(givenShop(ctx))).toContain('Each drop sets its deposit per number, and')
})
