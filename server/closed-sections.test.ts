import { expect } from 'vitest'
import { closedPagesOf } from '#app/closed-pages.server.ts'
import { unsetFacts } from '#app/facts/facts.ts'
import { isOpenPage, type Section, sectionNames } from '#app/facts/sections.ts'
import { listSearchEntries } from '#app/search-entries.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenReference, givenSample } from '#test/reference.ts'
import { givenSite } from '#test/site.ts'

async function siteWithout(ctx: TestContext, off: readonly Section[]) {
  const facts = () => ({ ...unsetFacts(), sectionsOff: [...off] })
  return givenSite(ctx, {}, (shop) => {
    const closedPages = closedPagesOf(ctx.db, ctx.now, facts)
    return {
      ...shop,
      facts,
      closedPages,
      searchEntries: async () => listSearchEntries(ctx.db, ctx.now(), await closedPages()),
    }
  })
}

type Ask = Awaited<ReturnType<typeof givenSite>>['ask']

async function walk(ask: Ask, starts: readonly string[]) {
  const linked = new Map(starts.map((path) => [path, 'start']))
  const seen = new Map<string, string>()
  const dead: string[] = []
  for (const [path, from] of linked) {
    if (linked.size > 3_000) throw new Error('The site has too many links to walk')
    const answer = await ask(path)
    if (answer.status >= 400) dead.push(`${path} ${answer.status}, linked at ${from}`)
    if (!answer.headers.get('Content-Type')?.startsWith('text/html')) continue
    const html = await answer.text()
    seen.set(path, html)
    // Lists that filter or page themselves have the same links again.
    if (path.includes('?') || /^\/accessories\/./.test(path)) continue
    for (const [, href = ''] of html.matchAll(/<a\s[^>]*?href="(\/[^"]*)"/g)) {
      const to = href.replaceAll('&amp;', '&').split('#')[0] ?? ''
      if (to && !linked.has(to) && !to.startsWith('/art/')) linked.set(to, path)
    }
    for (const [, action = ''] of html.matchAll(/<form\s[^>]*?action="(\/[^"]*)"/g)) {
      const to = action.replaceAll('&amp;', '&')
      if (!(await isThere(ask, to))) dead.push(`form to ${to} at ${path}`)
    }
  }
  return { dead, seen }
}

/** Whether a form's address is there: one that only takes forms refuses to be read, and is not missing. */
async function isThere(ask: Ask, to: string) {
  const answer = await ask(to)
  return answer.status !== 404
}

const starts = ['/', '/sitemap.xml', '/cart', '/orders/find', '/search?q=training', '/nowhere-else']

const promises: Record<Section, RegExp> = {
  builder: /thousands of builders|Start Your Build|Build Your Rifle|Start Building/i,
  'small-batch': /Small-Batch|Build Window/i,
  // What the privacy page says of a pack's answers holds for packs that were bought.
  trust: /free (NFA )?trust pack|trust packs? (comes|for)|href="\/trust/i,
  services: /href="\/services/,
  training: /Explore CCW Courses|Course Schedule|Register for the Course|CCW Training/i,
  registry: /href="\/vault/,
}

test('an empty shop has no dead link and no promise it cannot keep', { timeout: 240_000 }, async ({
  ctx,
  db,
}) => {
  await givenReference(db)
  const { ask } = await siteWithout(ctx, [])
  const { dead, seen } = await walk(ask, starts.slice(0, -1))
  expect(dead).toEqual([])
  expect(seen.size).toBeGreaterThan(10)
  expect(brokenPromises(seen, sectionNames)).toEqual([])
})

test('a shop with every section off has no link to any', { timeout: 240_000 }, async ({ ctx, db }) => {
  await givenSample(db, ctx.now())
  const { ask, shop } = await siteWithout(ctx, sectionNames)
  const { dead, seen } = await walk(ask, starts.slice(0, -1))
  expect(dead).toEqual([])
  expect(seen.size).toBeGreaterThan(40)
  expect(brokenPromises(seen, sectionNames)).toEqual([])
  const entries = await shop.searchEntries()
  const closed = await shop.closedPages()
  expect(entries.filter(({ path }) => !isOpenPage(closed, path))).toEqual([])
  const sitemap = await (await ask('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) => new URL(at).pathname)
  expect(listed.length).toBeGreaterThan(10)
  expect(listed.filter((path) => !isOpenPage(closed, path))).toEqual([])
})

function brokenPromises(seen: ReadonlyMap<string, string>, closed: readonly Section[]): string[] {
  return [...seen].flatMap(([path, html]) => {
    const text = html.slice(html.indexOf('<body')).replaceAll(/<script[\s\S]*?<\/script>/g, '')
    return closed.flatMap((section) => {
      const found = promises[section].exec(text)
      return found ? [`${path}: ${text.slice(Math.max(0, found.index - 60), found.index + 60)}`] : []
    })
  })
}

for (const section of sectionNames)
  test(`without ${section} its pages are missing, and no other page leads there`, {
    timeout: 240_000,
  }, async ({ ctx, db }) => {
    await givenSample(db, ctx.now())
    const { ask } = await siteWithout(ctx, [section])
    for (const path of pagesOf[section]) {
      const answer = await ask(path)
      expect([path, answer.status]).toEqual([path, 404])
      const html = await answer.text()
      expect(html).toContain('Page not found')
      expect(brokenPromises(new Map([[path, html]]), [section])).toEqual([])
    }
  })

const pagesOf: Record<Section, readonly string[]> = {
  builder: ['/build', '/build?platform=ar15', '/builds/compare', '/build-kit', '/BUILD/'],
  'small-batch': ['/small-batch', '/small-batch/guerrilla', '/small-batch/outlaw/reserve?slot=1'],
  trust: ['/trust', '/trust/bundle'],
  services: ['/services'],
  training: ['/ccw-training', '/ccw-training/register', '/course-registration', '/courses'],
  registry: ['/vault'],
}

test('a certificate is read by its code while the registry is off', async ({ ctx, db }) => {
  await givenSample(db, ctx.now())
  const { ask } = await siteWithout(ctx, ['registry'])
  expect((await ask('/vault?code=ABCD')).status).toBe(200)
})

test('a page that was rendered a moment before a switch is not served after it', async ({ ctx, db }) => {
  await givenSample(db, ctx.now())
  const off: Section[] = []
  const { ask } = await siteWithout(ctx, off)
  expect(await (await ask('/faq')).text()).toContain('href="/services"')
  off.push('services')
  expect(await (await ask('/faq')).text()).not.toContain('href="/services"')
})
