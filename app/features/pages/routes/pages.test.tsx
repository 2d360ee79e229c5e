import { unsetFacts } from '#app/facts/facts.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createArtCache } from '#app/art/art-cache.server.ts'
import * as raster from '#app/art/raster.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { recordClaim } from '#app/features/claims/store.server.ts'
import { registeredCourse } from '#app/features/courses/rules.ts'
import { courses } from '#app/features/courses/tables.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { givenSession } from '#test/courses.ts'
import { test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { isPublicPath } from '../rules.ts'
import * as about from './about.tsx'
import * as faq from './faq.tsx'
import * as home from './home.tsx'
import * as learn from './learn.tsx'
import * as processGuide from './process-guide.tsx'
import { listSearchEntries } from '#app/search-entries.server.ts'
import * as robots from './robots.ts'
import * as services from './services.tsx'
import * as sitemap from './sitemap.ts'

// Drawing pixels takes seconds, and is the home page's own test.
beforeEach(() => void vi.spyOn(raster, 'rasterize').mockImplementation(async () => Buffer.from('pixels')))
afterEach(() => vi.restoreAllMocks())

const artwork = createArtCache(mkdtempSync(join(tmpdir(), 'paco-test-pages-')))
const now = new Date('2026-11-20T17:00:00Z')
const publicUrl = 'https://paco.example'

const pages = {
  '/': home,
  '/about': about,
  '/faq': faq,
  '/learn': learn,
  '/process-guide': processGuide,
  '/services': services,
}
type Path = keyof typeof pages

/** What a loader is handed. Its generated type names one route, and these are all of them. */
function visit(db: Db, path: string, params: Record<string, string> = {}, at = now): never {
  const request = new Request(publicUrl + path)
  const context = new RouterContextProvider()
  context.set(shopContext, {
    db,
    now: () => at,
    publicUrl,
    timeZone: 'America/New_York',
    facts: () => unsetFacts(),
    artwork,
    searchEntries: () => listSearchEntries(db, at, nothingClosed),
    closedPages: async () => nothingClosed,
  } as unknown as Shop)
  return {
    request,
    context,
    params,
    url: new URL(request.url),
    pattern: path,
  } satisfies LoaderFunctionArgs as never
}

async function render(db: Db, path: Path, at = now) {
  const data = await pages[path].loader(visit(db, path, {}, at))
  const Page = pages[path].default as unknown as ComponentType
  const Stub = createRoutesStub([{ id: 'page', path, Component: Page }])
  const html = renderToStaticMarkup(
    <Stub initialEntries={[path]} hydrationData={{ loaderData: { page: data } }} />,
  )
  return { html, head: pages[path].meta({ loaderData: data } as never) }
}

/** Places of one deed, and the guide as a file. */
const elsewhere = /^\/(subscriptions\?topic=|process-guide\.pdf$)/

function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href)
}

test('no internal link is broken', async ({ db }) => {
  await givenSample(db, now)
  const response = await sitemap.loader(visit(db, '/sitemap.xml'))
  const listed = await response.text()
  for (const path of Object.keys(pages) as Path[]) {
    const { html } = await render(db, path)
    for (const href of linksIn(html)) {
      if (href.startsWith('https://') || elsewhere.test(href)) continue
      if (href.startsWith('#')) expect(html).toContain(`id="${href.slice(1)}"`)
      else
        expect(
          isPublicPath(href) || listed.includes(`<loc>${publicUrl}${href}</loc>`),
          `${href} on ${path}`,
        ).toBe(true)
    }
  }
})

test('every page has a title, a description and its own canonical address', async ({ db }) => {
  await givenSample(db, now)
  const titles = new Set<string>()
  for (const path of Object.keys(pages) as Path[]) {
    const { head } = await render(db, path)
    const of = (name: string) => head.find((tag) => name in tag) as Record<string, string> | undefined
    titles.add(of('title')?.title ?? '')
    expect(of('name')?.content?.length).toBeGreaterThan(80)
    expect(of('rel')?.href).toBe(publicUrl + path)
  }
  expect(titles.size).toBe(Object.keys(pages).length)
})

test('the FAQ has three groups of four questions that close each other', async ({ db }) => {
  await givenSample(db, now)
  const { html } = await render(db, '/faq')
  expect(html.match(/<details [^>]*name="question">/g)).toHaveLength(12)
  for (const group of ['Legal &amp; Compliance', 'Form 1 Process', 'Technical &amp; Assembly'])
    expect(html).toContain(`>${group}</h2>`)
  expect(html).toContain('"@type":"FAQPage"')
})

test('a figure of law shows both its periods and the day of its last check', async ({ db }) => {
  await givenSample(db, now)
  for (const path of ['/faq', '/learn', '/process-guide'] as const) {
    const { html } = await render(db, path)
    expect(html).toContain('$200 until Dec 31, 2025; $0 since Jan 1, 2026')
    expect(html).toContain('dateTime="2026-11-20">Nov 20, 2026</time>')
  }
})

test('the page says what the operator has changed', async ({ db }) => {
  await givenSample(db, now)
  await recordClaim(db, {
    key: 'review.form4',
    text: 'Form 4 review takes 20 to 40 days.',
    figure: '20 to 40 days',
    source: 'https://www.atf.gov/resource-center/current-processing-times',
    reviewedOn: '2026-11-19',
    effectiveFrom: '2026-11-01',
    effectiveTo: null,
    period: '',
  })
  const { html } = await render(db, '/learn')
  expect(html).toContain('20 to 40 days for a Form 4')
  expect(html).not.toContain('90 to 180 days for a Form 4')
  expect(html).toContain('Nov 19, 2026')
})

test('only services whose page exists have a button', async ({ db }) => {
  const { html } = await render(db, '/services')
  expect(html.match(/<article /g)).toHaveLength(7)
  expect(html).toMatch(/href="\/learn"[^>]*>Start Learning/)
  expect(isPublicPath('/course-registration') || !html.includes('/course-registration')).toBe(true)
})

test('the course among the services costs what the shop asks for it', async ({ db }) => {
  await givenSession(db, { slug: registeredCourse })
  expect((await render(db, '/services')).html).toContain('$150: $75 deposit now, $75 on the day')
  await db.update(courses).set({ priceCents: 18_000 })
  expect((await render(db, '/services')).html).toContain('$180: $75 deposit now, $105 on the day')
})

test('the learning page defines the rifle and announces its film', async ({ db }) => {
  const { html } = await render(db, '/learn')
  expect(html).toContain('barrel under 16 inches or an overall length under 26 inches')
  expect(html).toContain('Educational Video Coming Soon')
  expect(html.match(/<details [^>]*name="topic">/g)).toHaveLength(4)
})

test('the process has five steps and a bonus', async ({ db }) => {
  const { html } = await render(db, '/process-guide')
  expect(html.match(/<li id="[a-z0-9-]+" class="process-step /g)).toHaveLength(5)
  expect(html).toContain('Bonus: suppressor-ready')
  expect(html).toMatch(/href="\/learn"[^>]*>Learn about SBRs/)
})

test('the sitemap lists every page and drop, and no private link', async ({ db }) => {
  await givenSample(db, now)
  const map = await (await sitemap.loader(visit(db, '/sitemap.xml'))).text()
  expect(map).toContain(`<loc>${publicUrl}/</loc>`)
  expect(map).toContain(`<loc>${publicUrl}/drops/guerrilla-vol-1</loc>`)
  for (const line of ['guerrilla', 'outlaw', 'cyber'])
    expect(map).toContain(`<loc>${publicUrl}/small-batch/${line}</loc>`)
  for (const path of ['/accessories/magazine-30', '/platforms/ar15', '/patches/'])
    expect(map).toContain(`<loc>${publicUrl}${path}`)
  expect(map).toContain('/parts/')
  expect(map).not.toContain('/checkout')
  const rules = await robots.loader(visit(db, '/robots.txt')).text()
  expect(rules).toContain('Disallow: /orders/')
  expect(rules).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
})
