import { unsetFacts } from '#app/facts/facts.ts'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createArtCache } from '#app/art/art-cache.server.ts'
import * as raster from '#app/art/raster.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { findCurrentDrop } from '../../drops/store.server.ts'
import { test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import Home, { loader, meta } from './home.tsx'
import { loader as homeArt } from './home-art.ts'
import { heroLightPaths } from './hero-light.server.ts'

// Drawing pixels takes seconds, and what they look like is the artwork's own test.
beforeEach(() => void vi.spyOn(raster, 'rasterize').mockImplementation(async () => Buffer.from('pixels')))
afterEach(() => vi.restoreAllMocks())

const artwork = createArtCache(mkdtempSync(join(tmpdir(), 'paco-test-home-')))
const now = new Date('2026-11-20T17:00:00Z')
const publicUrl = 'https://paco.example'

/** What a loader is handed. Its generated type names one route, and these are two. */
function visit(db: Db, path: string, params: Record<string, string> = {}, at = now): never {
  const request = new Request(publicUrl + path)
  const context = new RouterContextProvider()
  const shop = {
    db,
    now: () => at,
    publicUrl,
    timeZone: 'America/New_York',
    facts: () => unsetFacts(),
    artwork,
  } as Shop
  context.set(shopContext, shop)
  const args: LoaderFunctionArgs = { request, context, params, url: new URL(request.url), pattern: path }
  return args as never
}

async function render(db: Db, at = now) {
  const data = await loader(visit(db, '/', {}, at))
  const Stub = createRoutesStub([{ id: 'home', path: '/', Component: Home as unknown as ComponentType }])
  const html = renderToStaticMarkup(
    <Stub initialEntries={['/']} hydrationData={{ loaderData: { home: data } }} />,
  )
  return { html, head: meta({ loaderData: data } as never) }
}

function lightNamed(db: Db, file: string, query = '', slug = 'guerrilla-vol-1') {
  return homeArt(visit(db, `/art/home/${slug}/${file}${query}`, { slug, file }))
}

test('home leads to the live drop and shows its numbers', async ({ db }) => {
  await givenSample(db, now)
  const { html, head } = await render(db)
  expect(html).toMatch(
    /<a [^>]*class="btn btn-primary" href="\/subscriptions\?topic=returned-units%3Aguerrilla-vol-1"[^>]*>Join Current Drop/,
  )
  expect(html).toMatch(/href="\/courses"[^>]*>Explore CCW Courses/)
  expect(html).toMatch(/<a class="btn btn-primary [^"]*" href="\/drops\/guerrilla-vol-1"[^>]*>Join the Drop/)
  expect(html).toMatch(/<b [^>]*>23<\/b> of 50 units remain/)
  expect(html).toContain('LIVE NOW')
  expect(html).toContain('$100 reservation, refundable')
  expect(html.match(/SOLD OUT/g)).toHaveLength(2)
  expect(html).toMatch(/href="\/drops\/founders"[\s\S]*href="\/drops\/outlaw-vol-1"[\s\S]*View All Archives/)
  expect(head).toContainEqual({
    property: 'og:image',
    content: `${publicUrl}/art/drops/guerrilla-vol-1/share.jpg`,
  })
})

test('home shows the build windows with the slots that are left', async ({ db }) => {
  await givenSample(db, now)
  const { html } = await render(db)
  expect(html).toContain('Small-Batch Specs')
  for (const window of ['15-unit window', '10-unit window', '8-unit window']) expect(html).toContain(window)
  expect(html).toContain('6 of 15 slots left, open until Dec 13, 2026.')
  expect(html.match(/>Join Build Window</g)).toHaveLength(3)
})

test('home shows three courses with their next free date', async ({ db }) => {
  await givenSample(db, now)
  const { html } = await render(db)
  expect(html).toMatch(/Basic Pistol<\/a>[\s\S]*4 hours[\s\S]*5 of 12 seats left[\s\S]*\$150/)
  expect(html).toMatch(/CCW Certification<\/a>[\s\S]*8 hours[\s\S]*\$200/)
  expect(html).toMatch(/Advanced Tactics<\/a>[\s\S]*6 hours[\s\S]*\$175/)
  expect(html.match(/>Enroll Now</g)).toHaveLength(3)
})

test('the sections of the home page follow the order of the specification', async ({ db }) => {
  await givenSample(db, now)
  const { html } = await render(db)
  const titles = [...html.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, title]) => title)
  expect(titles.slice(0, 5)).toEqual([
    'Current Drop',
    'Small-Batch Specs',
    'CCW Training',
    'The Vault',
    'Stay in the Loop',
  ])
})

test('home without a live drop shows the next one, and without that the way to the vault', async ({ db }) => {
  await givenSample(db, now)
  const eightDaysLater = await render(db, new Date('2026-11-28T20:00:00Z'))
  expect(eightDaysLater.html).toContain('Next Drop')
  expect(eightDaysLater.html).toContain('Cyber Vol. 1')
  expect(eightDaysLater.html).toContain('Launches in:')
  expect(eightDaysLater.html).not.toContain('LIVE NOW')

  const nextYear = await render(db, new Date('2027-06-01T12:00:00Z'))
  expect(nextYear.html).toContain('No Active Drops')
  expect(nextYear.html).toContain(
    'Check back soon for the next limited drop release, or explore our vault of past drops.',
  )
  expect(nextYear.html).toMatch(/href="\/drops\/vault"[^>]*>Explore Vault/)
})

test('home of an empty shop still opens', async ({ db }) => {
  const { html } = await render(db)
  expect(html).toContain('No Active Drops')
  expect(html).toContain('View All Archives')
})

test('the light of the first screen has one slat for each unit, and keeps only under its own name', async ({
  db,
}) => {
  await givenSample(db, now)
  const plain = await lightNamed(db, 'wide.svg')
  const svg = await plain.text()
  expect(svg.match(/data-u="/g)).toHaveLength(50)
  expect(svg.match(/class="u open"/g)).toHaveLength(23)
  expect(plain.headers.get('Cache-Control')).toBe('public, max-age=10')

  const { html } = await render(db)
  const [, query = ''] = /wide\.(?:svg|avif)(\?v=[^"]+)"/.exec(html) ?? []
  expect((await lightNamed(db, 'wide.svg', query)).headers.get('Cache-Control')).toContain('immutable')
  expect((await lightNamed(db, 'wide.svg', '?v=1-open-ooo')).headers.get('Cache-Control')).toBe(
    'public, max-age=10',
  )
  expect((await lightNamed(db, 'tall.svg')).status).toBe(404)
})

test('there is no light of a drop that does not exist', async ({ db }) => {
  expect((await lightNamed(db, 'wide.svg', '', 'gone')).status).toBe(404)
})

test('the light comes as pixels once the drop has rested, and only for the state it shows', async ({
  db,
}) => {
  await givenSample(db, now)
  const drop = await findCurrentDrop(db, now)
  if (!drop) throw new Error('the sample has a live drop')
  const own = createArtCache(mkdtempSync(join(tmpdir(), 'paco-test-light-')))
  expect(heroLightPaths(own, drop, 0).wide).toContain('wide.svg?v=')
  await vi.waitFor(() => expect(heroLightPaths(own, drop).wide).toContain('wide.avif?v='), 10_000)

  const named = await lightNamed(db, 'wide.avif', heroLightPaths(own, drop).wide.replace(/^.*(?=\?v=)/, ''))
  expect(named.headers.get('Content-Type')).toBe('image/avif')
  expect(named.headers.get('Cache-Control')).toContain('immutable')
  const unnamed = await lightNamed(db, 'wide.avif', '?v=1-open-ooo')
  expect(unnamed.headers.get('Content-Type')).toBe('image/svg+xml')
})

test('pixels of the hero light wait until this process has little to do', async ({ db }) => {
  await givenSample(db, now)
  const drop = await findCurrentDrop(db, now)
  if (!drop) throw new Error('the sample has a live drop')
  const own = createArtCache(mkdtempSync(join(tmpdir(), 'paco-test-light-')))
  let busy = 0.9
  const measured = vi
    .spyOn(performance, 'eventLoopUtilization')
    .mockImplementation(() => ({ idle: 1, active: 1, utilization: busy }))
  heroLightPaths(own, drop, 0)
  const calls = measured.mock.calls.length
  await vi.waitFor(() => expect(measured.mock.calls.length).toBeGreaterThan(calls + 4), 10_000)
  expect(raster.rasterize).not.toHaveBeenCalled()
  busy = 0.1
  await vi.waitFor(() => expect(heroLightPaths(own, drop).wide).toContain('wide.avif?v='), 10_000)
})
