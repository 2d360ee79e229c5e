import { expect, test } from 'vitest'
import { sharedPage } from '#app/http/page-head.ts'
import { createPageCache, freshMs } from './page-cache.ts'

type Shown = ResponseInit & { body?: string; isShared?: boolean }

function page({ body = 'text', isShared = true, headers, ...init }: Shown = {}): Response {
  const all = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', ...(isShared && sharedPage) })
  for (const [name, value] of new Headers(headers)) all.append(name, value)
  return new Response(body, { ...init, headers: all })
}

const unavailable = () => page({ body: 'away', status: 503, isShared: false })

function givenCache(limits?: Parameters<typeof createPageCache>[2]) {
  let at = 1_000_000
  const rendered: string[] = []
  const cache = createPageCache({ mode: 'production', media: null }, () => at, limits)
  const ask = (
    key: string,
    render: () => Response | Promise<Response> = () => page({ body: `${key} ${rendered.length}` }),
    init: RequestInit = {},
  ) =>
    cache.answer(
      { path: key.split('?')[0] ?? '', key },
      new Request(`http://shop.test${key}`, init),
      async () => {
        rendered.push(key)
        return render()
      },
    )
  const text = async (...args: Parameters<typeof ask>) => (await ask(...args)).text()
  return { ask, text, rendered, wait: (ms: number) => void (at += ms) }
}

test('a shared page is rendered at most once a second', async () => {
  const { text, wait, rendered } = givenCache()
  expect([await text('/a'), await text('/a')]).toEqual(['/a 1', '/a 1'])
  wait(999)
  expect(await text('/a')).toBe('/a 1')
  wait(1)
  expect(await text('/a')).toBe('/a 2')
  expect(rendered).toHaveLength(2)
})

test.each<[string, Shown]>([
  ['is not marked as shared', { isShared: false }],
  ['sets a cookie', { headers: { 'Set-Cookie': 'a=1' } }],
  ['is not found', { status: 404 }],
  ['was refused', { status: 409 }],
  ['failed', { status: 500 }],
])('an answer that %s  is not shared', async (_what, shown) => {
  const { text, rendered } = givenCache()
  const own = (body: string) => text('/a', () => page({ ...shown, body }))
  expect([await own('first'), await own('second')]).toEqual(['first', 'second'])
  const crowd = await Promise.all([own('third'), own('fourth')])
  expect(crowd.toSorted()).toEqual(['fourth', 'third'])
  expect(rendered).toHaveLength(4)
})

test('a redirect is not shared and not stored', async () => {
  const { ask, rendered } = givenCache()
  const leave = () =>
    ask('/a', () => new Response(null, { status: 302, headers: { Location: '/b', ...sharedPage } }))
  await leave()
  const { headers } = await leave()
  expect(headers.get('Cache-Control')).toMatch(/^private/)
  expect(headers.has('X-Shared-Page')).toBe(false)
  expect(rendered).toHaveLength(2)
})

test('a page that is no longer shared is not served to others', async () => {
  const { text, wait } = givenCache()
  await text('/a')
  wait(freshMs)
  expect(await text('/a', () => page({ body: 'own', isShared: false }))).toBe('own')
  expect(await text('/a')).toBe('/a 3')
})

test('pages with different keys are different pages', async () => {
  const { text } = givenCache()
  expect([await text('/a?q=1'), await text('/a?q=2'), await text('/a?q=1')]).toEqual([
    '/a?q=1 1',
    '/a?q=2 2',
    '/a?q=1 1',
  ])
})

test('concurrent requests wait for one rendering, and do not share its failure', async () => {
  const { text, rendered } = givenCache()
  expect(await Promise.all([text('/a'), text('/a'), text('/a')])).toEqual(['/a 1', '/a 1', '/a 1'])
  expect(rendered).toHaveLength(1)
  const broken = text('/b', () => Promise.reject(new Error('broken')))
  const other = text('/b')
  await expect(broken).rejects.toThrow('broken')
  expect(await other).toBe('/b 3')
})

test('during a refresh others get the stale page for a few seconds, then wait', async () => {
  const { text, wait } = givenCache()
  const slow = Promise.withResolvers<Response>()
  await text('/a')
  wait(freshMs)
  const first = text('/a', () => slow.promise)
  expect(await text('/a')).toBe('/a 1')
  wait(5_000)
  const waiting = text('/a')
  slow.resolve(page({ body: 'new' }))
  expect([await first, await waiting]).toEqual(['new', 'new'])
})

test('HEAD is answered from the same page, without its body', async () => {
  const { ask, text, rendered } = givenCache()
  const head = await ask('/a', undefined, { method: 'HEAD' })
  expect([head.headers.get('Content-Length'), await head.text()]).toEqual(['4', ''])
  expect(await text('/a')).toBe('/a 1')
  expect(rendered).toHaveLength(1)
})

test('a browser that already has the page gets a 304', async () => {
  const { ask } = givenCache()
  const ETag = (await ask('/a')).headers.get('ETag') ?? ''
  expect((await ask('/a', undefined, { headers: { 'If-None-Match': ETag } })).status).toBe(304)
})

test('the least recently requested page is evicted', async () => {
  const { text, rendered } = givenCache({ maxPages: 2, maxPerPath: 2, maxBytes: 1_000 })
  for (const key of ['/a', '/b', '/a', '/c', '/a']) await text(key)
  expect(rendered).toEqual(['/a', '/b', '/c'])
  await text('/b')
  expect(rendered).toHaveLength(4)
})

test('one path with many parameters evicts only itself', async () => {
  const { text, rendered } = givenCache({ maxPages: 10, maxPerPath: 2, maxBytes: 1_000 })
  for (const key of ['/hot', '/a?q=1', '/a?q=2', '/a?q=3', '/hot', '/a?q=3', '/a?q=2']) await text(key)
  expect(rendered).toEqual(['/hot', '/a?q=1', '/a?q=2', '/a?q=3'])
  await text('/a?q=1')
  expect(rendered).toHaveLength(5)
})

test('pages stay within the memory limit, and a larger one is never cached', async () => {
  const { text, rendered } = givenCache({ maxPages: 10, maxPerPath: 10, maxBytes: 100 })
  const sized = (key: string, bytes: number) => text(key, () => page({ body: 'x'.repeat(bytes) }))
  await sized('/a', 60)
  await sized('/b', 60)
  await sized('/b', 60)
  expect(rendered).toEqual(['/a', '/b'])
  await sized('/a', 60)
  expect(rendered).toHaveLength(3)
  await sized('/huge', 101)
  await sized('/huge', 101)
  await sized('/a', 60)
  expect(rendered).toHaveLength(5)
})

test('while the shop is unavailable a stale page is served, marked with its age, for an hour', async () => {
  const { ask, text, wait } = givenCache()
  expect((await ask('/a')).headers.has('Cache-Status')).toBe(false)
  wait(30_000)
  const stale = await ask('/a', unavailable)
  expect([stale.status, await stale.text()]).toEqual([200, '/a 1'])
  expect(stale.headers.get('Cache-Status')).toBe('shop; hit; ttl=-30; detail=unavailable')
  wait(60 * 60 * 1_000 - 30_000 - 1)
  expect((await ask('/a', unavailable)).status).toBe(200)
  wait(1)
  expect((await ask('/a', unavailable)).status).toBe(503)
  expect(await text('/a')).toContain('/a')
})

test('during an outage failures are not queued, and the first good page is served again', async () => {
  const { ask, text, wait } = givenCache()
  await text('/a')
  wait(10_000)
  await text('/a', unavailable)
  const hanging = Promise.withResolvers<Response>()
  const answer = await ask('/a', () => hanging.promise)
  expect(answer.headers.has('Cache-Status')).toBe(true)
  hanging.resolve(page({ body: 'back' }))
  await new Promise(setImmediate)
  expect(await text('/a')).toBe('back')
})

test('after an outage without requests, a visitor waits for a fresh page', async () => {
  const { text, wait } = givenCache()
  await text('/a')
  wait(10_000)
  await text('/a', unavailable)
  wait(5_000)
  expect(await text('/a', () => page({ body: 'back' }))).toBe('back')
})

test('concurrent requests at the start of an outage get the page after one failure', async () => {
  const { ask, wait, rendered } = givenCache()
  await ask('/a')
  wait(10_000)
  const answers = await Promise.all([1, 2, 3].map(() => ask('/a', unavailable)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(rendered).toHaveLength(2)
})

test('without a cached page an outage is shown, and so is any other failure', async () => {
  const { ask, text, wait } = givenCache()
  expect((await ask('/a', unavailable)).status).toBe(503)
  await text('/b')
  wait(10_000)
  const broken = () => page({ status: 500, isShared: false })
  expect([(await ask('/b', broken)).status, (await ask('/b', broken)).status]).toEqual([500, 500])
})
