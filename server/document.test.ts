import { expect, test } from 'vitest'
import { gateScript } from '#app/features/age-gate/gate-script.ts'
import { scriptHash } from '#app/http/security-headers.server.ts'
import { acceptedEncoding, buffer } from './document.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR', 'br'],
  ['br;q=0', 'identity'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, *;q=0.5', 'br'],
  ['identity', 'identity'],
  ['brotli', 'identity'],
  ['x-gzip-like', 'identity'],
  ['', 'identity'],
  [',;q=,;', 'identity'],
])('%j is answered with %s', (header, encoding) => {
  expect(acceptedEncoding(header, 'shared')).toBe(encoding)
})

test('one visitor’s page is compressed the quickest way', () => {
  expect(acceptedEncoding('gzip, deflate, br, zstd', 'own')).toBe('zstd')
  expect(acceptedEncoding('gzip, deflate, br', 'own')).toBe('br')
})

test('without the header the response is not compressed', () => {
  expect(acceptedEncoding(null, 'own')).toBe('identity')
})

test('a page may run the one script that is ours, and none that came into it', async () => {
  const policyOf = async (html: string) => {
    const answer = new Response(html, { headers: { 'Content-Type': 'text/html' } })
    const { headers } = await buffer(answer, { mode: 'production', media: null })
    return headers.get('Content-Security-Policy')?.match(/script-src [^;]*/)?.[0]
  }
  for (const place of ['inside', 'gate'] as const) {
    const own = gateScript(place)
    const policy = `script-src 'self' '${scriptHash(own)}'`
    expect(await policyOf(`<script>${own}</script><script>alert(1)</script>`)).toBe(policy)
    for (const foreign of ['alert(1)', `${own};alert(1)`, `alert(1);${own}`])
      expect(await policyOf(`<script>${foreign}</script>`)).toBe("script-src 'self'")
  }
})
