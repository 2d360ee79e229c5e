import { expect, vi } from 'vitest'
import type { Db } from '#app/db/db.server.ts'
import { tooBusyWords } from '#app/http/errors.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { drawBusyPage } from './busy-page.tsx'

const silent: Db = new Proxy(() => silent, {
  get: (_, name) => (name === 'then' ? () => {} : silent),
  apply: () => silent,
}) as unknown as Db

async function givenBusySite(ctx: TestContext) {
  const given = await givenSite(ctx, {}, (shop) => Object.defineProperty(shop, 'db', { value: silent }))
  for (let n = 0; n < 608; n++) void given.ask('/contact?received=ABCDEFGH')
  await new Promise(setImmediate)
  return given
}

const html = { headers: { Accept: 'text/html,*/*' } }

test('a page request gets the busy page, before and behind the gate, shared or not', async ({ ctx }) => {
  const { ask } = await givenBusySite(ctx)
  for (const isVerified of [true, false])
    for (const path of ['/contact?a=1', '/drops', '/vault?code=ABCDEFGH']) {
      const answer = await ask(path, { ...html, isVerified })
      expect([answer.status, answer.headers.get('Retry-After')], path).toEqual([503, '5'])
      expect(answer.headers.get('Content-Type')).toContain('text/html')
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
      expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'self'")
      const text = await answer.text()
      expect(text).toMatch(new RegExp(`<h1 [^>]*>${tooBusyWords.title}</h1>`))
      expect(text).toContain('<a class="btn btn-primary" href="">Try Again</a>')
      expect(text).toContain('<meta http-equiv="refresh" content="5"/>')
      expect(text).not.toContain('<script')
    }
})

test('everything else gets the refusal in its own format', async ({ ctx }) => {
  const { ask } = await givenBusySite(ctx)
  for (const [path, isVerified] of [
    ['/builds/ABCDEFGH/sheet.pdf', true],
    ['/builds/ABCDEFGH/sheet.pdf', false],
  ] as const) {
    const answer = await ask(path, { isVerified })
    expect([answer.status, answer.headers.get('Retry-After'), await answer.text()], path).toEqual([
      503,
      '5',
      tooBusyWords.text,
    ])
  }
  const api = await ask('/api/drops', html)
  expect([api.status, await api.json()]).toEqual([
    503,
    { error: { code: 'busy', message: tooBusyWords.text } },
  ])
  const head = await ask('/contact', { ...html, method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([503, ''])
})

test('a form sent before the gate gets the same refusal', async ({ ctx }) => {
  const { ask } = await givenBusySite(ctx)
  const answer = await ask('/contact', { ...html, isVerified: false, form: { name: 'Jo' } })
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining(tooBusyWords.title)])
})

test('whoever has an order is served ahead of those who wait, and a form waits for its turn', async ({
  ctx,
}) => {
  const { ask, shop, site } = await givenBusySite(ctx)
  for (const path of ['/orders/ABCDEFGHJK', '/checkout/ABCDEFGHJK'])
    expect((await ask(path, html)).status, path).toBe(404)
  const headers = {
    Host: 'localhost:3000',
    Origin: 'http://localhost:3000',
    Cookie: `paco-age=${encodeURIComponent(shop.now().toISOString())}`,
  }
  const body = new URLSearchParams({ name: 'Jo' })
  const request = new Request('http://localhost:3000/contact', { method: 'POST', headers, body })
  let isAnswered = false
  void Promise.resolve(site.fetch(request, {})).then(() => {
    isAnswered = true
  })
  // It has arrived: a server ends forms that come too slowly.
  await vi.waitFor(() => expect(request.bodyUsed).toBe(true))
  await new Promise(setImmediate)
  expect(isAnswered).toBe(false)
})

test('a form that waits long leads to a page with its place, by which it is sent in its turn', async ({
  ctx,
}) => {
  let end = () => {}
  const { shop } = await givenSite(ctx)
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const { ask } = await givenSite(ctx, {}, (own) => ({
    ...own,
    closedPages: async () => {
      await held
      return shop.closedPages()
    },
  }))
  for (let n = 0; n < 8; n++) void ask('/contact?received=ABCDEFGH')
  await new Promise(setImmediate)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const form = { name: 'Jo', email: 'jo', topic: 'other', message: '' }
  const sent = ask('/contact', { ...html, form })
  for (let n = 0; n < 20; n++) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  const { status, headers } = await sent
  expect(status).toBe(303)
  const Cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const line = headers.get('Location') ?? ''
  const page = await ask(line, { headers: { ...html.headers, Cookie } })
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
  expect(await page.text()).toContain('You are number 1 in line. This page renews itself.')
  end()
  const address = page.headers.get('Refresh')?.split('url=')[1] ?? ''
  await vi.waitFor(async () => {
    const answer = await ask(address, { headers: { ...html.headers, Cookie } })
    expect(answer.status).toBe(422)
    expect((await answer.text()).includes('value="jo"')).toBe(true)
  })
})

test('the busy page carries the styles of the shop', () => {
  expect(drawBusyPage(['/assets/root-1.css'])).toContain('<link rel="stylesheet" href="/assets/root-1.css"/>')
})
