import { expect, test } from 'vitest'
import { acceptedEncoding } from './document.ts'

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
  expect(acceptedEncoding(header)).toBe(encoding)
})

test('without the header the response is not compressed', () => {
  expect(acceptedEncoding(null)).toBe('identity')
})
