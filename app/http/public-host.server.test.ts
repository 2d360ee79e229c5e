import { expect, test } from 'vitest'
import { refuseUnknownHost } from './public-host.server.ts'

function statusAt(host: string | null, publicUrl = 'https://shop.example'): number | 'passes' {
  const request = new Request('http://127.0.0.1:3000/drops', host === null ? {} : { headers: { Host: host } })
  return refuseUnknownHost(request, publicUrl)?.status ?? 'passes'
}

test.each(['shop.example', 'SHOP.example', 'shop.example:443'])('%s is the shop itself', (host) => {
  expect(statusAt(host)).toBe('passes')
})

test.each(['evil.example', 'shop.example.evil.example', 'shop.example:8443', '127.0.0.1:3000', 'x y', ''])(
  '%j is another host',
  (host) => {
    expect(statusAt(host)).toBe(421)
  },
)

test('without a Host header the address of the request counts', () => {
  expect(statusAt(null)).toBe(421)
  expect(statusAt(null, 'http://127.0.0.1:3000')).toBe('passes')
})

test('the port is part of the host', () => {
  expect(statusAt('shop.example:8443', 'https://shop.example:8443')).toBe('passes')
  expect(statusAt('shop.example', 'https://shop.example:8443')).toBe(421)
})
