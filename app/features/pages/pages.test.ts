import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { recordClaim } from '#app/features/claims/store.server.ts'
import { registeredCourse } from '#app/features/courses/rules.ts'
import { courses } from '#app/features/courses/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'
import { isPublicPath } from './rules.ts'

const paths = ['/', '/about', '/faq', '/learn', '/process-guide', '/services']

const readerOf = (ctx: TestContext) => visitor(ctx, { sample: true })

const linksOf = ({ document }: Visitor) =>
  [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')

test('every link of these pages leads to a page, and every fragment to a part of its page', async ({
  ctx,
}) => {
  const reader = await readerOf(ctx)
  const found = new Set<string>()
  for (const path of paths) {
    await reader.open(path)
    for (const href of linksOf(reader)) {
      if (href.startsWith('#'))
        expect(reader.document.getElementById(href.slice(1)), `${href} on ${path}`).not.toBeNull()
      else if (href.startsWith('/')) found.add(href.replace(/#.*/, ''))
      else expect(href).toMatch(/^(https:\/\/|mailto:|tel:)/)
    }
  }
  expect(found.size).toBeGreaterThan(30)
  const map = await (await reader.site.ask('/sitemap.xml')).text()
  const isListed = (href: string) =>
    isPublicPath(href) || map.includes(`<loc>${reader.shop.publicUrl}${href}</loc>`)
  for (const href of found) {
    // The guide as a file takes long to make, and has a test of its own.
    if (isListed(href) || href === '/process-guide.pdf') continue
    const answer = await reader.site.ask(href)
    await answer.body?.cancel()
    expect(answer.status, href).toBeLessThan(400)
  }
})

test('every page has a title, a description and its own canonical address', async ({ ctx }) => {
  const reader = await readerOf(ctx)
  const titles = new Set<string>()
  for (const path of paths) {
    await reader.open(path)
    titles.add(reader.document.title)
    const description = reader.document.querySelector('meta[name=description]')?.getAttribute('content') ?? ''
    expect(description.length, path).toBeGreaterThan(80)
    expect(reader.html, path).toContain(`<link rel="canonical" href="${reader.shop.publicUrl}${path}"/>`)
  }
  expect(titles.size).toBe(paths.length)
})

test('a figure of law shows both its periods and the day of its last check', async ({ ctx }) => {
  const reader = await readerOf(ctx)
  for (const path of ['/faq', '/learn', '/process-guide']) {
    await reader.open(path)
    expect(reader.text, path).toContain('$200 until Dec 31, 2025; $0 since Jan 1, 2026')
    const days = [...reader.document.querySelectorAll('time[datetime="2026-11-20"]')].map(textOf)
    expect(days, path).toContain('Nov 20, 2026')
  }
})

test('the FAQ has three groups of four questions that close each other, also for search engines', async ({
  ctx,
}) => {
  const reader = await readerOf(ctx)
  await reader.open('/faq')
  for (const group of ['Legal & Compliance', 'Form 1 Process', 'Technical & Assembly']) {
    const section = reader.part('region', group)
    expect(section.querySelectorAll('details[name=question]')).toHaveLength(4)
  }
  expect(reader.html).toContain('"@type":"FAQPage"')
})

test('the learning page defines the rifle, announces its video, and says what the operator has changed', async ({
  ctx,
  db,
}) => {
  const reader = await readerOf(ctx)
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
  await reader.open('/learn')
  expect(reader.text).toContain('barrel under 16 inches or an overall length under 26 inches')
  expect(reader.text).toContain('Educational Video Coming Soon')
  expect(reader.document.querySelectorAll('details[name=topic]')).toHaveLength(4)
  expect(reader.text).toContain('20 to 40 days for a Form 4')
  expect(reader.text).not.toContain('90 to 180 days for a Form 4')
  expect(reader.text).toContain('Nov 19, 2026')
})

test('the process has five steps and a bonus', async ({ ctx }) => {
  const reader = await readerOf(ctx)
  await reader.open('/process-guide')
  expect(reader.document.querySelectorAll('main > ol > li')).toHaveLength(5)
  expect(reader.text).toContain('Bonus: suppressor-ready')
  await reader.follow('Learn about SBRs')
  expect(reader.path).toBe('/learn')
})

test('the services are seven, and their course costs what the shop asks for it', async ({ ctx, db }) => {
  const reader = await readerOf(ctx)
  await reader.open('/services')
  expect(reader.parts('article')).toHaveLength(7)
  expect(reader.part('link', 'Start Learning').getAttribute('href')).toBe('/learn')
  expect(reader.text).toContain('$150: $75 deposit now, $75 on the day')
  await db.update(courses).set({ priceCents: 18_000 }).where(eq(courses.slug, registeredCourse))
  const other = await (await visitor(ctx)).open('/services')
  expect(other.text).toContain('$180: $75 deposit now, $105 on the day')
})

test('the sitemap lists every page and drop, and no private link', async ({ ctx }) => {
  const { site } = await readerOf(ctx)
  const map = await (await site.ask('/sitemap.xml')).text()
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) =>
    at.replace(site.shop.publicUrl, ''),
  )
  const pages = ['/', '/drops/guerrilla-vol-1', '/accessories/magazine-30']
  const releases = ['guerrilla', 'outlaw', 'cyber'].map((line) => `/small-batch/${line}`)
  expect(listed).toEqual(expect.arrayContaining([...pages, ...releases]))
  expect(listed).toEqual([...new Set(listed)])
  expect(listed.filter((path) => path.includes('#'))).toEqual([])
  expect(listed.filter((path) => /^\/(checkout|orders|cart|staff)/.test(path))).toEqual([])
  const rules = await (await site.ask('/robots.txt')).text()
  expect(rules).toContain('Disallow: /orders/')
  expect(rules).toContain(`Sitemap: ${site.shop.publicUrl}/sitemap.xml`)
})
