import { gateScript } from '#app/features/age-gate/gate-script.ts'
import { expect } from 'vitest'
import { exemptions, isExempt } from '#app/features/age-gate/middleware.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { scriptHash } from '#app/http/security-headers.server.ts'
import { givenSite, routeEntries } from '#test/site.ts'

const sharedPages = [
  '/',
  '/about',
  '/accessibility',
  '/accessories',
  '/accessories/:id',
  '/build',
  '/ccw-training',
  '/ccw-training/instructors',
  '/course-registration',
  '/drops',
  '/drops/:slug',
  '/drops/details',
  '/drops/vault',
  '/faq',
  '/learn',
  '/privacy',
  '/process-guide',
  '/refunds',
  '/services',
  '/small-batch',
  '/small-batch/:line',
  '/terms',
  '/trust',
  '/vault',
]
/** These are shared in some states only: a sold number, a saved build, a patch that there is. */
const sometimesShared = ['/drops/:slug/reserve', '/small-batch/:line/reserve', '/builds/:code/sheet.pdf']

/** Every route that is reachable without passing the age gate. None of them is a page of the shop. */
const exemptRoutes = [
  '/age-gate',
  '/age-gate/restricted',
  '/api/*',
  '/art/*',
  '/photos/:hash/:file',
  '/robots.txt',
  '/sitemap.xml',
  '/subscriptions/unsubscribe',
  '/webhooks/payments',
]

/** An optional last parameter makes two addresses: with it and without. */
const paths = routeEntries
  .flatMap(({ path }) =>
    path.endsWith('?') ? [`/${path.slice(0, -1)}`, `/${path.replace(/\/[^/]+$/, '')}`] : [`/${path}`],
  )
  .toSorted()
/** Drawn for each visitor, and the same in substance for all. */
const listedThough = [
  '/ccw-training/register',
  '/contact',
  '/course-registration/scheduling',
  '/subscriptions',
]

const inlineScripts = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/)[^>]*>([\s\S]*?)<\/script>/g

function addressOf(path: string): string {
  return path
    .replace('small-batch/:line', 'small-batch/outlaw')
    .replace(':slug', 'guerrilla-vol-1')
    .replace('/accessories/:id', '/accessories/magazine-30')
    .replaceAll(/:\w+/g, 'ABCDEFGHJK')
    .replace('*', 'no/such/page')
}

async function givenSampleSite(ctx: TestContext) {
  await givenSample(ctx.db, ctx.now())
  return givenSite(ctx)
}

test('no page can be reached before the age gate, and every exception is listed', () => {
  const exempt = paths.filter((path) => isExempt(addressOf(path)) && !path.startsWith('/staff'))
  expect(exempt).toEqual(exemptRoutes)
  expect(exemptions.map(({ path }) => path).toSorted()).toEqual([
    '/.well-known',
    '/age-gate',
    '/api',
    '/art',
    '/assets',
    '/clock',
    '/events',
    '/favicon.ico',
    '/healthz',
    '/photos',
    '/readyz',
    '/robots.txt',
    '/sitemap.xml',
    '/staff',
    '/subscriptions/unsubscribe',
    '/webhooks',
  ])
})

test('shared pages are stored only by the browser, and run only our scripts', async ({ ctx }) => {
  const { ask } = await givenSampleSite(ctx)
  for (const path of sharedPages) {
    const answer = await ask(addressOf(path))
    const html = await answer.text()
    const scripts = Array.from(html.matchAll(inlineScripts), ([, source = '']) => source)
    const policy = answer.headers.get('Content-Security-Policy') ?? ''
    expect(
      {
        status: answer.status,
        cache: answer.headers.get('Cache-Control'),
        vary: answer.headers.get('Vary'),
        unknown: scripts.filter((source) => source !== gateScript('inside')),
        hashes: new Set(policy.match(/'sha256-/g) && policy.match(/sha256-[^']+/g)).size,
        unsafe: /script-src[^;]*unsafe/.test(policy),
      },
      path,
    ).toEqual({
      status: 200,
      cache: 'private, no-cache',
      vary: 'Accept-Encoding, Cookie',
      unknown: [],
      hashes: new Set(scripts).size,
      unsafe: false,
    })
  }
})

test.for([
  ['a page', '/about', true, 1],
  ['the gate before a page', '/about', false, 1],
  ['a page that is missing', '/nowhere', true, 1],
  ['the gate before one that is missing', '/nowhere', false, 1],
  ['a page beside the gate', '/age-gate/restricted', false, 0],
  ['a page of the console', '/staff/sign-in', true, 0],
] as const)(
  '%s may run the scripts that are in it, and no other',
  async ([, path, isVerified, count], { ctx }) => {
    const { ask } = await givenSite(ctx)
    const answer = await ask(path, { isVerified })
    const scripts = Array.from((await answer.text()).matchAll(inlineScripts), ([, source = '']) => source)
    const allowed = answer.headers.get('Content-Security-Policy')?.match(/'sha256-[^']+'/g) ?? []
    expect(allowed).toEqual(scripts.map(scriptHash).map((hash) => `'${hash}'`))
    expect(allowed).toHaveLength(count)
  },
)

test('a parameter that a shared page does not read is not in its HTML', async ({ ctx }) => {
  const { ask } = await givenSampleSite(ctx)
  for (const path of sharedPages) {
    const address = addressOf(path)
    const plain = await (await ask(address)).text()
    const marked = await (await ask(`${address}?utm_probe=zq9`)).text()
    expect(marked.includes('zq9'), path).toBe(false)
    expect(marked === plain, path).toBe(true)
  }
})

test('every other route sets its caching, also for refusals and redirects', async ({ ctx }) => {
  const { ask } = await givenSampleSite(ctx)
  const others = paths.filter((path) => ![...sharedPages, ...sometimesShared].includes(path))
  for (const path of others) {
    const address = addressOf(path)
    const answer = await ask(address)
    await answer.body?.cancel()
    const cache = answer.headers.get('Cache-Control') ?? ''
    const isPage = answer.status === 200 && answer.headers.get('Content-Type')?.startsWith('text/html')
    expect(answer.status, path).toBeLessThan(500)
    if (!isExempt(address)) {
      expect(cache, path).toMatch(isPage ? /^private, no-(store|cache)$/ : /no-store|public, max-age/)
      expect(answer.headers.get('Vary'), path).toMatch(/\bCookie\b/)
    } else expect(cache, path).toMatch(/no-store|no-cache|max-age/)
  }
})

test('search engines list shared pages and those that are named here, before the gate and behind it', async ({
  ctx,
}) => {
  const { ask } = await givenSampleSite(ctx)
  const listed = new Set<string>()
  for (const path of paths)
    for (const isVerified of [true, false]) {
      const answer = await ask(addressOf(path), { isVerified })
      await answer.body?.cancel()
      const isPage = answer.status === 200 && answer.headers.get('Content-Type')?.startsWith('text/html')
      if (isPage && answer.headers.get('X-Robots-Tag') === null) listed.add(path)
    }
  const ownPages = [...listed].filter((path) => ![...sharedPages, ...sometimesShared].includes(path))
  expect(ownPages.toSorted()).toEqual(listedThough)
  for (const path of sharedPages) expect(listed, path).toContain(path)
})

test('before the gate no page shows its content', async ({ ctx }) => {
  const { ask } = await givenSampleSite(ctx)
  for (const path of paths.filter((path) => !isExempt(addressOf(path)))) {
    const answer = await ask(addressOf(path), { isVerified: false })
    const text = await answer.text()
    expect(text.includes('__reactRouterContext'), path).toBe(false)
    expect(text === '' || text.includes('id="age-gate"') || answer.status === 404, path).toBe(true)
    expect(answer.headers.get('Cache-Control'), path).toMatch(/no-store/)
  }
})

test('a draining process is not ready, ends its streams and opens no new one', async ({ ctx }) => {
  const { site, ask } = await givenSite(ctx, {}, (shop) => ({
    ...shop,
    live: { subscribe: async () => () => {}, announce() {}, close: async () => {} },
  }))
  expect((await ask('/readyz')).status).toBe(200)
  const stream = await ask('/events?topics=drop:a')
  site.drain()
  expect(await stream.text()).toMatch(/^retry: /)
  expect((await ask('/readyz')).status).toBe(503)
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/events?topics=drop:a')).status).toBe(503)
})
