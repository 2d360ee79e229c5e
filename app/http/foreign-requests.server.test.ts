import { expect, test } from 'vitest'
import { refuseCrossSite, refuseUnknownHost } from './foreign-requests.server.ts'

const rule = { publicUrl: 'https://shop.example', isPublic: true, exempt: ['/webhooks/'] }

function status(headers: Record<string, string>, path = '/cart', method = 'POST', isPublic = true) {
  const request = new Request(`http://127.0.0.1:3000${path}`, { method, headers })
  return refuseCrossSite(request, { ...rule, isPublic })?.status ?? 'passes'
}

test('a form of our own passes, by the public URL', () => {
  expect(status({ Origin: 'https://shop.example' })).toBe('passes')
})

test('the host of the request is accepted by a local shop only', () => {
  const headers = { Origin: 'http://127.0.0.1:3000' }
  expect(status(headers, '/cart', 'POST', false)).toBe('passes')
  expect(status(headers)).toBe(403)
})

test.each(['https://evil.example', 'http://shop.example', 'https://shop.example.evil.example', 'null', ''])(
  'a form from %j is refused',
  (origin) => {
    expect(status({ Origin: origin })).toBe(403)
  },
)

test('every unsafe method is checked', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(status({ Origin: 'https://evil.example' }, '/', method)).toBe(403)
})

test('reads are never refused', () => {
  expect(status({ Origin: 'https://evil.example' }, '/', 'GET')).toBe('passes')
})

test('without an origin the fetch metadata decides', () => {
  expect(status({ 'Sec-Fetch-Site': 'same-origin' })).toBe('passes')
  expect(status({ 'Sec-Fetch-Site': 'none' })).toBe('passes')
  expect(status({ 'Sec-Fetch-Site': 'same-site' })).toBe(403)
  expect(status({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
})

test('good fetch metadata does not outweigh a cross-site origin', () => {
  expect(status({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' })).toBe(403)
})

test('a request that is not from a browser passes', () => {
  expect(status({})).toBe('passes')
})

test('webhooks are exempt, and only exact paths', () => {
  expect(status({ Origin: 'https://gateway.example' }, '/webhooks/payments')).toBe('passes')
  expect(status({ Origin: 'https://evil.example' }, '/webhooks/../cart')).toBe(403)
  expect(status({ Origin: 'https://evil.example' }, '/webhooks/%2e%2e/cart')).toBe(403)
  expect(status({ Origin: 'https://evil.example' }, '/cart?/webhooks/')).toBe(403)
})

test('a form to the console names where it comes from', () => {
  for (const path of ['/staff', '/staff/orders/7KQ2M94T3B', '/staff/money']) {
    expect([path, status({}, path)]).toEqual([path, 403])
    expect([path, status({ Origin: 'https://shop.example' }, path)]).toEqual([path, 'passes'])
    expect([path, status({ 'Sec-Fetch-Site': 'same-origin' }, path)]).toEqual([path, 'passes'])
  }
  expect(status({}, '/staffing')).toBe('passes')
  expect(status({}, '/staff', 'GET')).toBe('passes')
})

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
