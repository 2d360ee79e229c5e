import { pino } from 'pino'
import { expect } from 'vitest'
import { parseTrustedProxies } from '#app/http/client-address.server.ts'
import { test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'

const publicShop = { PUBLIC_URL: 'https://shop.example', isPublic: true }

test.for([
  ['PUT', '/drops'],
  ['DELETE', '/'],
  ['PATCH', '/drops/a%00b'],
  ['SEARCH', '/healthz'],
  ['SEARCH', '/api/drops?x=%00'],
])('%s %s is refused before anything reads the request', async ([method = '', path = ''], { ctx }) => {
  const { ask } = await givenSite(ctx)
  const answer = await ask(path, { method })
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST'])
  expect(answer.headers.get('X-Request-Id')).toBeTruthy()
})

test('TRACE is refused before the platform parses it, also with a NUL in its address', async ({ ctx }) => {
  const { site } = await givenSite(ctx)
  for (const path of ['/drops', '/drops/%00', '/api/drops%00']) {
    const request = new Request(`http://localhost:3000${path}`)
    Object.defineProperty(request, 'method', { value: 'TRACE' })
    expect((await site.fetch(request, {})).status, path).toBe(405)
  }
})

test.for([
  '/orders/%0D%0AX-Own:%20yes/seat/move',
  '/orders/%F0%9F%99%82/seat/move',
  '/checkout/%0D%0Aa/cancellation',
  '/checkout/%F0%9F%99%82/renewal',
  '/ccw-training/offers/%F0%9F%99%82',
  '/orders/%F0%9F%99%82/seat/open',
  '/orders/%0Aa/trust/draft',
])('%s leads on or nowhere, never to a failure', async (path, { ctx }) => {
  const { ask } = await givenSite(ctx)
  const answer = await ask(path)
  expect(answer.status).toBeLessThan(500)
  expect(answer.headers.get('Location') ?? '').toMatch(/^[!-~]*$/)
  expect(answer.headers.has('X-Own')).toBe(false)
})

test('pages load photographs and films from the bucket that browsers read, and from nowhere else', async ({
  ctx,
}) => {
  const policyOf = async (publicUrl: string | null) => {
    const { ask } = await givenSite(ctx, {}, (shop) => ({ ...shop, files: { ...shop.files, publicUrl } }))
    const answers = await Promise.all(['/', '/contact', '/no-such-page'].map((path) => ask(path)))
    return answers.map((answer) => answer.headers.get('Content-Security-Policy') ?? '')
  }
  for (const policy of await policyOf('https://photos.example/shop')) {
    expect(policy).toContain("img-src 'self' data: blob: https://photos.example;")
    expect(policy).toContain("media-src 'self' https://photos.example;")
  }
  for (const policy of await policyOf(null)) expect(policy).not.toContain('https://')
})

test('readiness is withdrawn while the shop still answers everything', async ({ ctx }) => {
  const { ask, site } = await givenSite(ctx)
  expect((await ask('/readyz')).status).toBe(200)
  site.startDraining()
  expect((await ask('/readyz')).status).toBe(503)
  for (const path of ['/healthz', '/age-gate/restricted']) expect((await ask(path)).status, path).toBe(200)
})

test('whoever requests the time gets the shop’s, and nobody stores it', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const answer = await ask('/clock')
  expect(await answer.text()).toBe(ctx.now().toISOString())
  expect(answer.headers.get('Cache-Control')).toContain('no-store')
})

test('a shop whose database does not answer is alive but not ready', async ({ ctx }) => {
  const { ask } = await givenSite(ctx, {}, undefined, () => Promise.reject(new Error('away')))
  expect((await ask('/readyz')).status).toBe(503)
  expect((await ask('/healthz')).status).toBe(200)
})

test('a public shop answers at its own host name only, and to health checks by address', async ({ ctx }) => {
  const { ask } = await givenSite(ctx, publicShop)
  expect((await ask('/age-gate/restricted')).status).toBe(200)
  for (const host of ['evil.example', '10.0.0.7:3000'])
    expect((await ask('/age-gate/restricted', { host })).status).toBe(421)
  for (const path of ['/healthz', '/readyz'])
    expect((await ask(path, { host: '10.0.0.7:3000' })).status).toBe(200)
})

test('an untrusted proxy is warned of once, without its address', async ({ ctx }) => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const open = (more: object) => givenSite(ctx, { ...publicShop, ...more }, (shop) => ({ ...shop, log }))
  const ask = async ({ site }: Awaited<ReturnType<typeof open>>, headers: Record<string, string>) =>
    site.fetch(new Request('http://shop.example/age-gate/restricted', { headers }), {
      incoming: { socket: { remoteAddress: '203.0.113.9' } },
    })
  const forwarded = { 'X-Forwarded-For': '198.51.100.7' }
  const hops = await open({ TRUST_PROXY: { kind: 'hops', count: 1 } })
  await ask(hops, {})
  expect(lines).toEqual([])
  for (let n = 0; n < 3; n++) await ask(hops, forwarded)
  expect(lines).toEqual([expect.stringContaining('TRUST_PROXY does not trust')])
  expect(lines[0]).not.toMatch(/203\.0|198\.51/)
  await ask(await open({ TRUST_PROXY: parseTrustedProxies('203.0.113.0/24') }), forwarded)
  await ask(await open({ isPublic: false }), forwarded)
  expect(lines).toHaveLength(1)
})

test('a local shop answers at any host name', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  expect((await ask('/age-gate/restricted', { host: '192.168.1.5:3000' })).status).toBe(200)
})

test('beyond two pages each of two hundred people, a stream of one address is refused', async ({ ctx }) => {
  const { site } = await givenSite(ctx, {}, (shop) => ({
    ...shop,
    live: { subscribe: async () => () => {}, announce() {}, close: async () => {} },
  }))
  const open = (remoteAddress: string) =>
    site.fetch(new Request('http://localhost:3000/events?topics=drop:a'), {
      incoming: { socket: { remoteAddress } },
    })
  const statuses = []
  for (let n = 0; n < 401; n++) statuses.push((await open('192.0.2.1')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(400)
  expect(statuses.at(-1)).toBe(429)
  expect((await open('192.0.2.2')).status).toBe(200)
  site.drain()
})

test('a request whose visitor left is logged as left, and not as a fault', async ({ ctx }) => {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) })
  const { ask } = await givenSite(ctx, {}, (shop) => ({ ...shop, log }))
  await ask('/contact', { signal: AbortSignal.abort() })
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  expect(lines.at(-1)).toMatchObject({ msg: 'request', path: '/contact', status: 499 })
})

test('a refusal is in the security log, with the request and without the address', async ({ ctx }) => {
  const lines: Record<string, string>[] = []
  const log = pino(
    { level: 'warn' },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, string>) },
  )
  const { site, ask, shop } = await givenSite(ctx, {}, (shop) => ({ ...shop, log }))
  const events = async (args: () => Promise<Response>) => {
    const from = lines.length
    const id = (await args()).headers.get('X-Request-Id')
    const news = lines.slice(from)
    for (const line of news) expect(line.requestId).toBe(id)
    return news.map(({ security, limit }) => (limit ? `${security} ${limit}` : security))
  }
  expect(await events(() => ask('/faq'))).toEqual([])
  expect(await events(() => ask('/faq', { isVerified: false }))).toEqual([])
  expect(
    await events(() => ask('/contact', { method: 'POST', headers: { Origin: 'https://evil.example' } })),
  ).toEqual(['origin_refused'])
  expect(await events(() => ask('/contact', { isVerified: false, form: {} }))).toEqual(['gate_refused'])
  expect(await events(() => ask('/orders/ABCDEFGHJK?key=guess'))).toEqual(['link_refused'])
  expect(await events(() => ask('/webhooks/payments', { method: 'POST', body: 'unsigned' }))).toEqual([
    'webhook_refused',
  ])
  const contact = { email: 'a@example.com', website: 'https://spam.example' }
  expect(await events(() => ask('/subscriptions', { form: { ...contact, topic: 'newsletter' } }))).toContain(
    'trap_filled',
  )
  shop.refusing.add('dealerSearch')
  expect(await events(() => ask('/dealers/search?q=tampa'))).toEqual(['over_limit dealerSearch'])
  const other = await givenSite(ctx, publicShop, (shop) => ({ ...shop, log }))
  expect(await events(() => other.ask('/faq', { host: 'evil.example' }))).toEqual(['host_refused'])
  expect(JSON.stringify(lines)).not.toMatch(/192\.0\.2|evil|spam|example/)
  site.drain()
})

test('a script calendar gets its own document, on a separate origin', async ({ ctx }) => {
  const widget = 'https://book.example/embed.js?a=1&b="><script>'
  const { ask } = await givenSite(ctx, {}, (shop) => ({ ...shop, schedulingWidgetUrl: widget }))
  const frame = await ask('/course-registration/calendar')
  const policy = frame.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toMatch(/^sandbox allow-scripts allow-forms allow-popups;/)
  expect(policy).not.toContain('allow-same-origin')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain('script-src https://book.example;')
  expect(frame.headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
  expect(await frame.text()).toContain(
    '<script src="https://book.example/embed.js?a=1&amp;b=&quot;>&lt;script>" async></script>',
  )
  const page = await ask('/course-registration/scheduling')
  expect(page.headers.get('Content-Security-Policy')).not.toContain('book.example')
  const html = await page.text()
  expect(html).toMatch(
    /<iframe[^>]* src="\/course-registration\/calendar"[^>]* height="600"[^>]* sandbox="allow-scripts allow-forms allow-popups"/,
  )
  expect(html).not.toMatch(/<script[^>]* src="https:\/\/book/)
})

test('only a calendar that is a script has this document', async ({ ctx }) => {
  for (const schedulingWidgetUrl of ['https://book.example/paco', null]) {
    const { ask } = await givenSite(ctx, {}, (shop) => ({ ...shop, schedulingWidgetUrl }))
    expect((await ask('/course-registration/calendar')).status).toBe(404)
  }
})

test('routes without a caching policy are not stored: redirects, refusals, data', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const answers = [
    await ask('/cart/lines'),
    await ask('/orders/ABCDEFGHJK'),
    await ask('/orders/ABCDEFGHJK/seat/certificate.pdf'),
    await ask('/orders/ABCDEFGHJK/refund', { form: {} }),
    await ask('/nowhere'),
  ]
  for (const { headers, url, status } of answers)
    expect([headers.get('Cache-Control'), status, url][0]).toMatch(/no-store/)
  expect((await ask('/faq')).headers.get('Cache-Control')).toBe('private, no-cache')
})

test('pages of the shop name what may be read ahead of a press; the console, the gate and files do not', async ({
  ctx,
}) => {
  const { ask } = await givenSite(ctx)
  const rulesOf = async (...args: Parameters<typeof ask>) =>
    (await ask(...args)).headers.get('Speculation-Rules')
  expect(await rulesOf('/faq')).toBe('"/speculation-rules.json"')
  expect(await rulesOf('/faq', { isVerified: false })).toBeNull()
  expect(await rulesOf('/staff/sign-in')).toBeNull()
  expect(await rulesOf('/robots.txt')).toBeNull()
})

test('a page of another site that writes to the API is refused in words that say it only reads', async ({
  ctx,
}) => {
  const { ask } = await givenSite(ctx)
  const answer = await ask('/api/drops', { method: 'POST', headers: { Origin: 'https://elsewhere.example' } })
  expect([
    answer.status,
    answer.headers.get('Access-Control-Allow-Origin'),
    answer.headers.get('Allow'),
  ]).toEqual([405, '*', 'GET, HEAD'])
  expect(await answer.json()).toEqual({
    error: { code: 'method_not_allowed', message: 'This API is read-only. Ask with GET or HEAD.' },
  })
})

test('a catalog file of 5,000 rows passes the limit of other forms', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const body = new FormData()
  body.append('file', new Blob([`id,name\n${'row,A name\n'.repeat(100_000)}`]), 'accessories.csv')
  // Nobody is signed in, so it goes no further; a form elsewhere is refused for its size alone.
  expect((await ask('/staff/catalog/accessories/import', { method: 'POST', body })).status).not.toBe(413)
  expect((await ask('/contact', { method: 'POST', body })).status).toBe(413)
})

test('what the router has for pages that hydrate is not there, before and behind the gate', async ({
  ctx,
}) => {
  const { ask } = await givenSite(ctx)
  for (const path of [
    '/faq.data',
    '/_.data',
    '/_root.data',
    '/staff.data',
    '/orders/ABCDEFGHJK.data?_routes=root',
    '/__manifest?p=%2Ffaq',
  ])
    for (const isVerified of [true, false]) {
      const answer = await ask(path, { isVerified })
      expect([answer.status, await answer.text()], path).toEqual([404, 'Not found.'])
    }
  expect((await ask('/contact.data', { form: {} })).status).toBe(404)
})

test('a page that its route does not share is its visitor’s own: not stored, not in search engines', async ({
  ctx,
}) => {
  const { ask } = await givenSite(ctx)
  const own = await ask('/builds/compare')
  expect([own.status, own.headers.get('Cache-Control'), own.headers.get('X-Robots-Tag')]).toEqual([
    200,
    'private, no-store',
    'noindex',
  ])
  expect((await ask('/faq')).headers.get('X-Robots-Tag')).toBeNull()
})
