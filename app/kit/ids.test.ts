import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  codeOf,
  fingerprint,
  hashSecret,
  isSameSecret,
  isUuid,
  keyedHashOf,
  publicCode,
  secretToken,
} from './ids.ts'
import { normalizeCode } from './text.ts'
import { randomUUID } from 'node:crypto'

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

test('a public code has ten letters, or a chosen number, without look-alikes', () => {
  expect(publicCode()).toMatch(/^[2-9A-HJKMNP-TV-Z]{10}$/)
  for (const length of [1, 12, 16, 40]) expect(publicCode(length)).toHaveLength(length)
  const seen = new Set(Array.from({ length: 500 }, () => publicCode()).join(''))
  expect([...seen].toSorted().join('')).toBe(alphabet)
})

test('public codes do not repeat', () => {
  expect(new Set(Array.from({ length: 5_000 }, () => publicCode())).size).toBe(5_000)
})

test('every letter of a public code is equally likely', () => {
  const letters = publicCode(120_000)
  const counts = new Map(Array.from(alphabet, (letter) => [letter, 0]))
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  // 4,000 of each are expected, with a standard deviation of 62. Without the cut at 240 the first 16 letters have 4,219
  // and the others 3,750. Chi-squared of 29 degrees exceeds 100 once in a billion runs; the bias makes it about 400.
  const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - 4_000) ** 2 / 4_000, 0)
  expect(chiSquared).toBeLessThan(100)
})

test('a code of the same bytes is always the same, and skips bytes that would favor some letters', () => {
  expect(codeOf(Uint8Array.of(0, 29, 30, 239), 4)).toBe('2Z2Z')
  expect(codeOf(Uint8Array.of(240, 255, 1, 2), 2)).toBe('34')
  expect(() => codeOf(Uint8Array.of(240, 1), 2)).toThrow('too few')
})

test('a code is normalized however it is typed', () => {
  expect(normalizeCode('  abcd-efgh 23 ')).toBe('ABCDEFGH23')
  for (const typed of [
    'Order ARFYSDH9RD',
    'order: arfysdh9rd.',
    'Order no. ARFY-SDH9-RD',
    '#ARFYSDH9RD',
    'Your order code is ARFYSDH9RD',
  ])
    expect(normalizeCode(typed), typed).toBe('ARFYSDH9RD')
  expect(normalizeCode('NO2345678A')).toBe('NO2345678A')
})

test('a secret has 256 bits, is URL-safe and never repeats', () => {
  const tokens = Array.from({ length: 1_000 }, () => secretToken())
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  }
  expect(new Set(tokens).size).toBe(1_000)
})

test('the stored hash of a secret does not contain it', () => {
  expect(hashSecret('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
})

test('secrets are equal only when every letter is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(isSameSecret(one, other)).toBe(one === other)
      expect(isSameSecret(one, one)).toBe(true)
      expect(isSameSecret(one, `${one}x`)).toBe(false)
    }),
  )
})

test('a fingerprint is short and depends on every letter', () => {
  expect(fingerprint('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7')
  expect(fingerprint('abd')).not.toBe(fingerprint('abc'))
})

test('a keyed hash cannot be computed without its key', () => {
  const hash = keyedHashOf('key')
  expect(hash('203.0.113.5')).toMatch(/^[\w-]{43}$/)
  expect(hash('203.0.113.5')).toBe(keyedHashOf('key')('203.0.113.5'))
  expect(hash('203.0.113.5')).not.toBe(keyedHashOf('other key')('203.0.113.5'))
  expect(hash('203.0.113.5')).not.toBe(hashSecret('203.0.113.5'))
})

test('what the database takes as a UUID is one, and nothing like it', () => {
  const id = randomUUID()
  expect(isUuid(id)).toBe(true)
  for (const other of [
    '',
    '%',
    '-'.repeat(36),
    id.slice(1),
    `${id}0`,
    `${id}\n`,
    id.toUpperCase(),
    `{${id}}`,
  ])
    expect(isUuid(other), other).toBe(false)
})
