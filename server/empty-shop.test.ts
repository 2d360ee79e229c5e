import { expect } from 'vitest'
import { loadReference } from '#db/sample/load.ts'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite, routeEntries } from '#test/site.ts'

const pages = routeEntries
  .map(({ path }) => `/${path}`)
  .filter((path) => !/[:*]|^\/(staff|api|mailbox|webhooks)/.test(path))

const shown = [
  '/',
  '/drops',
  '/drops/vault',
  '/small-batch',
  '/ccw-training',
  '/ccw-training/instructors',
  '/accessories',
]

const details = routeEntries
  .map(({ path }) => `/${path}`)
  .filter((path) => path.includes(':') && !/^\/(staff|mailbox)/.test(path))

test.for([
  ['without any data', async () => {}],
  ['with the reference data', loadReference],
] as const)(
  'an empty shop %s answers every page and breaks at none',
  { timeout: 120_000 },
  async ([, load], { ctx, db }) => {
    await load(db)
    const { ask } = await givenSite(ctx)
    const broken: string[] = []
    for (const path of pages) {
      const answer = await ask(path)
      const body = await answer.text()
      const isPage = answer.status === 200 && answer.headers.get('Content-Type')?.startsWith('text/html')
      if (answer.status >= 500) broken.push(`${path} ${answer.status}`)
      // `/held` is a part of pages.
      if (isPage && !/<h1[\s>]/.test(body) && !/age-gate|calendar|held/.test(path))
        broken.push(`${path} has no heading`)
    }
    for (const path of details) {
      const { status } = await ask(path.replaceAll(/:\w+/g, 'ABCDEFGHJK'))
      if (status >= 500) broken.push(`${path} ${status}`)
    }
    expect(broken).toEqual([])
  },
)

test('the pages of the shop answer 200 while there is nothing in it', { timeout: 60_000 }, async ({
  ctx,
  db,
}) => {
  await loadReference(db)
  const { ask } = await givenSite(ctx)
  const statuses: Record<string, number> = {}
  for (const path of [
    ...shown,
    '/build',
    '/trust',
    '/vault',
    '/services',
    '/faq',
    '/contact',
    '/api/drops',
    '/sitemap.xml',
    '/cart',
  ])
    statuses[path] = (await ask(path)).status
  expect(new Set(Object.values(statuses)), JSON.stringify(statuses)).toEqual(new Set([200]))
})

test('no page of a shop with nothing but a drop shows a picture that is not there', {
  timeout: 60_000,
}, async ({ ctx, db }) => {
  await loadReference(db)
  // Each picture is drawn, but not turned into pixels, which takes seconds: that is the artwork's own test.
  const { ask } = await givenSite(ctx, {}, (shop) => ({
    ...shop,
    artwork: {
      ...shop.artwork,
      image: async (svg) => Buffer.from(svg),
      file: async (name) => Buffer.from(name),
    },
  }))
  const missing: string[] = []
  const seen = new Set<string>()
  const look = async (pages: readonly string[]) => {
    for (const page of pages)
      for (const [, src = ''] of (await (await ask(page)).text()).matchAll(
        /<img[^>]* src="(\/art\/[^"]+)"/g,
      )) {
        const path = src.replaceAll('&amp;', '&')
        if (seen.has(path)) continue
        seen.add(path)
        const { status } = await ask(path)
        if (status !== 200) missing.push(`${page}: ${path} ${status}`)
      }
  }
  await look(shown)
  await givenDrop(db)
  ctx.setNow(new Date(ctx.now().getTime() + 5_000))
  await look(['/', '/drops', '/drops/test-drop', '/drops/vault'])
  expect(seen.size).toBeGreaterThan(3)
  expect(missing).toEqual([])
})
