import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { action, loader } from './gate.tsx'

const now = new Date('2026-03-01T12:00:00.000Z')
const month = 30 * 24 * 60 * 60

async function answer(
  fields: Record<string, string>,
  publicUrl = 'http://shop.test',
  headers: Record<string, string> = {},
) {
  const request = new Request('http://shop.test/age-gate', {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
  const context = new RouterContextProvider()
  context.set(shopContext, { now: () => now, publicUrl } as Shop)
  return action({ request, context, url: new URL(request.url), params: {}, pattern: '/age-gate' })
}

describe('an adult', () => {
  test('redirects to the requested page, with a cookie that scripts can read', async () => {
    const given = await answer({ answer: 'adult', next: '/drops/outlaw?unit=7' })
    expect(given.status).toBe(303)
    expect(given.headers.get('Location')).toBe('/drops/outlaw?unit=7')
    expect(given.headers.get('Set-Cookie')).toBe(
      `paco-age=2026-03-01T12%3A00%3A00.000Z; Max-Age=${month}; Path=/; SameSite=Lax`,
    )
  })

  test("gets the record's own instant when the clocks agree", async () => {
    const given = await answer({ answer: 'adult', timestamp: '2026-03-01T11:59:30.000Z' })
    expect(given.headers.get('Set-Cookie')).toContain('paco-age=2026-03-01T11%3A59%3A30.000Z')
    expect(given.headers.get('Set-Cookie')).toContain(`Max-Age=${month - 30};`)
  })

  test('gets a cookie for https only where the shop is reached by https', async () => {
    const given = await answer({ answer: 'adult' }, 'https://shop.test')
    expect(given.headers.get('Set-Cookie')).toContain('; Secure')
  })

  test.each(['//evil.test', 'https://evil.test/', '/\\evil.test', ''])(
    'is never sent to another site (%j)',
    async (next) => {
      expect((await answer({ answer: 'adult', next })).headers.get('Location')).toBe('/')
    },
  )
})

describe('without script', () => {
  const cameFrom = async (Referer: string, fields: Record<string, string> = {}) => {
    const given = await answer({ answer: 'adult', next: '/drops', ...fields }, 'http://shop.test', {
      Referer,
    })
    return given.headers.get('Location')
  }

  test('the page is the one that the browser names, with every parameter', async () => {
    expect(await cameFrom('http://shop.test/drops?utm_source=mail&x=1')).toBe('/drops?utm_source=mail&x=1')
    expect(await cameFrom('http://shop.test/DROPS/?x=1')).toBe('/DROPS/?x=1')
    expect(await cameFrom('http://shop.test/?x=1', { next: '/' })).toBe('/?x=1')
    const next = '/drops/vault?q=a'
    expect(await cameFrom('http://shop.test/drops/vault?q=a&x=1', { next })).toBe('/drops/vault?q=a&x=1')
  })

  test.each([
    '',
    'http://shop.test/',
    'http://evil.test/drops?x=1',
    'not an address',
    'http://shop.test/faq?x=1',
  ])('the form counts where the browser names none or another (%j)', async (referer) => {
    expect(await cameFrom(referer)).toBe('/drops')
  })

  test('what a script filled in counts, with its fragment', async () => {
    const fields = { next: '/drops?x=1#map', timestamp: now.toISOString() }
    expect(await cameFrom('http://shop.test/drops?x=1', fields)).toBe('/drops?x=1#map')
  })
})

test('an unknown answer gets the question again, without a cookie', async () => {
  const given = await answer({ answer: 'maybe' })
  expect([given.status, given.headers.get('Location')]).toEqual([303, '/'])
  expect(given.headers.get('Set-Cookie')).toBeNull()
  expect(loader().headers.get('Location')).toBe('/')
})
