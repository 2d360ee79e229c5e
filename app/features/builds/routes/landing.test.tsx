import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { after, minute } from '#app/kit/clock.ts'
import { askArt, givenShop, visit } from '#test/visit.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { photos, photoUses } from '../../photos/tables.ts'
import { invalidateCatalog } from '../store.server.ts'
import { platforms } from '../tables.ts'
import * as build from './build.tsx'

test.beforeEach(({ db }) => invalidateCatalog(db))

async function pageOf(ctx: TestContext, search = '') {
  const Page = build.default as unknown as (props: { loaderData: unknown }) => ReactElement
  const loaderData = await build.loader(visit(givenShop(ctx), { path: `/build${search}` }))
  const Stub = createRoutesStub([{ path: '*', Component: () => <Page loaderData={loaderData} /> }])
  return renderToString(<Stub initialEntries={[`/build${search}`]} />).replaceAll('<!-- -->', '')
}

const given = (ctx: TestContext) => givenSample(ctx.db, ctx.now())
const count = (html: string, found: RegExp) => html.match(found)?.length ?? 0

test('the platforms come right below the hero, the other sections in the order of the specification', async ({
  ctx,
}) => {
  await given(ctx)
  const html = await pageOf(ctx)
  const titles = [
    'Get notified',
    'Start Your Build',
    'Reserve a Slot',
    'Miami, FL',
    'Choose Your Platform',
    'Why Choose PACo',
    'Why Choose an SBR',
    'Factory SBR Packages',
    'Factory-Grade Conversions',
    'Get Conversion Quote',
    'Coming Soon',
    'How It Works',
    'Download Process Guide',
    'Suppressor Add-On',
    '100% compliant manufacturing',
  ]
  const places = titles.map((title) => html.indexOf(title))
  expect(places.every((index) => index > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('four packages, six conversions, three platforms and seven that are coming', async ({ ctx }) => {
  await given(ctx)
  const html = await pageOf(ctx)
  expect(count(html, /aria-labelledby="package-/g)).toBe(4)
  expect(count(html, /aria-labelledby="conversion-/g)).toBe(6)
  expect(count(html, /aria-labelledby="platform-/g)).toBe(3)
  expect(count(html, />Notify Me<span class="sr-only">: /g)).toBe(7)
  expect(count(html, /Call for current pricing/g)).toBe(3)
  expect(html).toContain('href="/contact?item=9mm%20PCC%2C%208%20in%20barrel#write"')
  expect(html).toContain('href="/build?platform=scorpion#configurator"')
  expect(html).toContain('/subscriptions?topic=platform%3Avector')
})

test('a platform’s price is its base price, and what it includes is said', async ({ ctx }) => {
  await given(ctx)
  const html = await pageOf(ctx)
  expect(html).toContain('base price</small> $1,899')
  expect(html).toContain('The parts you choose are added to it.')
})

test('the tax is shown with both figures and their dates, and no countdown once it holds', async ({
  ctx,
}) => {
  await given(ctx)
  const html = await pageOf(ctx)
  expect(html).toContain('The <b>$0</b> federal tax on these items has been in effect since Jan 1, 2026.')
  expect(html).toContain('$200 until Dec 31, 2025; $0 since Jan 1, 2026')
  expect(html).not.toContain('role="timer"')
})

test('the countdown runs until the tax change and is gone afterwards', async ({ ctx }) => {
  ctx.setNow(new Date('2025-12-31T04:58:58Z'))
  await given(ctx)
  const html = await pageOf(ctx)
  expect(html).toContain('A <b>$0</b> federal tax on these items starts Jan 1, 2026.')
  expect(html).toMatch(/>01<\/b><span[^>]*>DAYS<\/span>.*>00<\/b><span[^>]*>HRS<\/span>.*>01<\/b>.*>02<\/b>/)
  ctx.setNow(new Date('2026-01-01T05:00:00Z'))
  const then = await pageOf(ctx)
  expect(then).toContain('in effect since Jan 1, 2026.')
  expect(then).not.toContain('role="timer"')
})

test('a platform that cannot be configured is not passed over in silence', async ({ ctx }) => {
  await given(ctx)
  const words = 'This platform can’t be configured.'
  expect(await pageOf(ctx, '?platform=vector')).toContain(words)
  expect(await pageOf(ctx)).not.toContain(words)
  expect(await pageOf(ctx, '?platform=ar9')).not.toContain(words)
})

test('the configurator and its parts load only with a platform', async ({ ctx }) => {
  await given(ctx)
  const shop = givenShop(ctx)
  const plain = await build.loader(visit(shop, { path: '/build' }))
  expect(plain.sheet).toBeNull()
  expect(await pageOf(ctx)).not.toContain('id="configurator"')
  const html = await pageOf(ctx, '?platform=ar9')
  expect(html).toMatch(/<a[^>]*href="\/build\?platform=ar9#configurator" aria-current="true"/)
  // The drawing is the page, and the forms of a short-barreled rifle are not those of a handgun.
  for (const absent of ['Drawn first.', 'Get notified', 'Why Choose PACo', 'Coming Soon', 'How It Works'])
    expect(html).not.toContain(absent)
  expect(await pageOf(ctx, '?platform=ar15')).toContain('How It Works')
  expect(await pageOf(ctx, '?platform=made-up')).not.toContain('id="configurator"')
})

test('a suppressor-optimized build shows today’s transfer tax', async ({ ctx }) => {
  await given(ctx)
  const html = await pageOf(ctx, '?platform=ar9&suppressor=yes')
  const configurator = html.slice(html.indexOf('id="configurator"'), html.indexOf('id="compliance"'))
  expect(configurator).toContain('A suppressor is a separate transfer')
  expect(configurator).toContain('$0 since Jan 1, 2026')
})

test('what a platform can be built as is said on its card, and what a build is before its steps', async ({
  ctx,
}) => {
  await given(ctx)
  const landing = await pageOf(ctx)
  expect(count(landing, /Built as a handgun/g)).toBe(2)
  expect(count(landing, /Built as a short-barreled rifle/g)).toBe(1)
  const html = await pageOf(ctx, '?platform=ar9&stock=brace')
  const said = html.indexOf('This build is a handgun.')
  expect(said).toBeGreaterThan(0)
  expect(said).toBeLessThan(html.indexOf('Build steps'))
  expect(await pageOf(ctx, '?platform=ar15')).toContain('As drawn, this build is a short-barreled rifle.')
})

test('the photograph of a package replaces its drawing', async ({ ctx }) => {
  await given(ctx)
  const hash = 'a'.repeat(32)
  const size = { width: 1280, height: 720 }
  await ctx.db.insert(photos).values({
    hash,
    ...size,
    color: '#101010',
    alt: 'The finished rifle',
    addedAt: ctx.now(),
    addedBy: 'D. Sample',
  })
  await ctx.db
    .insert(photoUses)
    .values({ kind: 'package', key: 'clone-10-3', hash, role: 'cover', position: 1 })
  const html = await pageOf(ctx)
  expect(html).toContain(`/photos/${hash}/1280.jpg`)
  expect(html).not.toContain('package-clone-10-3.svg')
})

test('an opened platform leaves the coming list; one without a drawing links to a quote', async ({ ctx }) => {
  await given(ctx)
  await ctx.db.update(platforms).set({ availableAt: ctx.now() }).where(eq(platforms.id, 'vector'))
  ctx.setNow(after(ctx.now(), minute))
  const html = await pageOf(ctx)
  expect(count(html, />Notify Me<span class="sr-only">: /g)).toBe(6)
  expect(html).toContain('href="/contact?item=Vector%20build#write"')
})

test('the page renders without a catalog', async ({ ctx }) => {
  ctx.setNow(after(ctx.now(), 60 * minute))
  const html = await pageOf(ctx)
  expect(html).toContain('No platforms are available right now.')
  for (const absent of ['Coming Soon', 'Factory SBR Packages', 'Federal tax'])
    expect(html).not.toContain(absent)
})

test('every image of the page exists and is cached permanently under its versioned address', async ({
  ctx,
}) => {
  await given(ctx)
  const shop = givenShop(ctx)
  const html = await pageOf(ctx)
  const addresses = [...html.matchAll(/\/art\/builds\/([a-z0-9-]+\.svg)\?v=([\w-]+)/g)]
  expect(new Set(addresses.map(([, file]) => file)).size).toBe(2 + 4 + 6 + 3 + 1)
  for (const [path, file = ''] of addresses) {
    const answer = await askArt(shop, path.replace('/art/', ''))
    expect([file, answer.status]).toEqual([file, 200])
    expect(answer.headers.get('Cache-Control')).toContain('immutable')
  }
  const unknown = await askArt(shop, 'builds/platform-vector.svg')
  expect(unknown.status).toBe(404)
})
