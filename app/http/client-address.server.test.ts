import { expect, test } from 'vitest'
import { clientAddress } from './client-address.server.ts'

function request(forwardedFor?: string) {
  return new Request(
    'http://shop.test/',
    forwardedFor ? { headers: { 'X-Forwarded-For': forwardedFor } } : {},
  )
}

test('without a proxy only the connection counts, whatever the visitor claims', () => {
  expect(clientAddress(request('198.51.100.7'), '203.0.113.5', false)).toBe('203.0.113.5')
})

test('behind our proxy the entry it wrote itself counts', () => {
  expect(clientAddress(request('10.0.0.1, 198.51.100.7'), '127.0.0.1', true)).toBe('198.51.100.7')
})

test('a missing or senseless entry falls back to the connection', () => {
  expect(clientAddress(request(), '127.0.0.1', true)).toBe('127.0.0.1')
  expect(clientAddress(request('198.51.100.7, <script>'), '127.0.0.1', true)).toBe('127.0.0.1')
  expect(clientAddress(request(), undefined, false)).toBe('unknown')
})

test('an IPv4 address in IPv6 clothes is an IPv4 address', () => {
  expect(clientAddress(request(), '::ffff:203.0.113.5', false)).toBe('203.0.113.5')
})

test('every IPv6 address of one customer counts as one', () => {
  expect(clientAddress(request(), '2001:db8:1:2:aaaa:bbbb:cccc:dddd', false)).toBe('2001:db8:1:2::/64')
  expect(clientAddress(request(), '2001:0DB8:1:2::1', false)).toBe('2001:db8:1:2::/64')
  expect(clientAddress(request(), '::1', false)).toBe('0:0:0:0::/64')
  expect(clientAddress(request(), 'fe80::1%eth0', false)).toBe('fe80:0:0:0::/64')
})
