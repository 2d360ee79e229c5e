import { describe, expect, test, vi } from 'vitest'
import { exemptions, gateDocument, isExempt } from './middleware.server.ts'

function ask(path: string, init: RequestInit = {}) {
  return new Request(`http://shop.test${path}`, init)
}

function page(status = 200) {
  return new Response('<!doctype html>gate', {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })
}

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
