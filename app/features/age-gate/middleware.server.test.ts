import { describe, expect, test, vi } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { exemptions, gateDocument, gateVerdict, isExempt, readVerified } from './middleware.server.ts'

const now = new Date('2026-03-01T12:00:00.000Z')

function ask(path: string, init: RequestInit = {}) {
  return new Request(`http://shop.test${path}`, init)
}

function withCookie(value: string) {
  return ask('/', { headers: { Cookie: `theme=dark; paco-age=${value}; cart=1` } })
}

function page(status = 200) {
  return new Response('<!doctype html>gate', {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })
}

describe('readVerified', () => {
  test('believes a fresh cookie, encoded or not', () => {
    expect(readVerified(withCookie(encodeURIComponent(now.toISOString())), now)).toBe(true)
    expect(readVerified(withCookie(now.toISOString()), now)).toBe(true)
  })

  test('does not believe a cookie that is missing, too old, from the future or nonsense', () => {
    expect(readVerified(ask('/'), now)).toBe(false)
    const stale = [after(now, -30 * day), after(now, day)].map((at) => encodeURIComponent(at.toISOString()))
    for (const value of [...stale, 'true', '', '%E0%A4%A'])
      expect(readVerified(withCookie(value), now)).toBe(false)
  })
})

describe('gateVerdict', () => {
  test('lets verified visitors do everything', () => {
    for (const request of [ask('/'), ask('/contact', { method: 'POST' })])
      expect(gateVerdict(request, true)).toBe('pass')
  })

  test('gates pages and forms of visitors who have not answered', () => {
    for (const request of [ask('/'), ask('/drops/outlaw?x=1'), ask('/contact', { method: 'POST' })])
      expect(gateVerdict(request, false)).toBe('gate')
  })
})

describe('isExempt', () => {
  test('holds for every listed path and what lies below it', () => {
    for (const { path } of exemptions) {
      expect(isExempt(path)).toBe(true)
      expect(isExempt(`${path}/below`)).toBe(true)
    }
  })

  test.each(['/', '/drops', '/artists', '/apiary', '/eventsource', '/age-gateway', '/drops/art', '/API'])(
    'does not hold for %s',
    (path) => {
      expect(isExempt(path)).toBe(false)
    },
  )
})

describe('gateDocument', () => {
  test('returns the rendered page, uncacheable', async () => {
    const answer = await gateDocument(ask('/drops'), async () => page())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(answer.headers.get('Vary')).toBe('Cookie')
    expect(await answer.text()).toContain('gate')
  })

  test('keeps the status of a page that does not exist', async () => {
    expect((await gateDocument(ask('/nowhere'), async () => page(404))).status).toBe(404)
  })

  test('draws the page of a form that was sent, with 403 and without its action', async () => {
    const render = vi.fn<(request: Request) => Promise<Response>>(async () => page())
    const sent = ask('/contact?from=faq', { method: 'POST', body: new URLSearchParams({ email: 'a@b.c' }) })
    const answer = await gateDocument(sent, render)
    const drawn = render.mock.calls[0]?.[0]
    expect(drawn?.method).toBe('GET')
    expect(drawn?.url).toBe('http://shop.test/contact?from=faq')
    expect(drawn?.headers.get('Content-Type')).toBeNull()
    expect(answer.status).toBe(403)
  })

  test('refuses what is not a page, because it could not show the gate', async () => {
    for (const type of ['application/json', 'text/calendar', 'application/pdf']) {
      const answer = await gateDocument(
        ask('/drops/x/file'),
        async () => new Response('content', { headers: { 'Content-Type': type } }),
      )
      expect(answer.status).toBe(403)
      expect(await answer.text()).toBe('')
    }
  })

  test('lets redirects of pages through, but not of forms', async () => {
    const redirect = async () => new Response(null, { status: 302, headers: { Location: '/build' } })
    expect((await gateDocument(ask('/products/sbr'), redirect)).headers.get('Location')).toBe('/build')
    expect((await gateDocument(ask('/products/sbr', { method: 'POST' }), redirect)).status).toBe(403)
  })
})
