import { afterEach, expect, test, vi } from 'vitest'
import { clockOffset, clockPath, measureClockOffset, readClockOffset } from './server-clock.ts'

afterEach(() => void vi.unstubAllGlobals())

const at = Date.parse('2026-11-26T18:00:00Z')

test('a clock that is right to two seconds, or as right as a slow request can tell, is left alone', () => {
  expect(clockOffset({ sentAt: at, receivedAt: at + 100, serverMs: at + 2_050 })).toBe(0)
  expect(clockOffset({ sentAt: at, receivedAt: at + 100, serverMs: at - 1_950 })).toBe(0)
  expect(clockOffset({ sentAt: at, receivedAt: at + 8_000, serverMs: at + 10_000 })).toBe(0)
})

test('a clock that is wrong is off by the difference to the middle of the request', () => {
  expect(clockOffset({ sentAt: at, receivedAt: at + 100, serverMs: at + 180_050 })).toBe(180_000)
  expect(clockOffset({ sentAt: at, receivedAt: at + 100, serverMs: at - 2_951 })).toBe(-3_001)
})

test('the shop says what time it is', async () => {
  vi.stubGlobal('fetch', async () => new Response(new Date(Date.now() + 3_600_000).toISOString()))
  const offset = await measureClockOffset()
  expect(Math.round(offset / 60_000)).toBe(60)
})

test('without an answer, or with another one, the device has to do', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  expect(await measureClockOffset()).toBe(0)
  vi.stubGlobal('fetch', async () => new Response('<!doctype html>'))
  expect(await measureClockOffset()).toBe(0)
})

test('the clock is read once for an opened page, and never from a cache', async () => {
  const ask = vi.fn<typeof fetch>(async () => new Response(new Date(Date.now() + 3_600_000).toISOString()))
  vi.stubGlobal('fetch', ask)
  expect(await readClockOffset()).toBe(await readClockOffset())
  expect(ask).toHaveBeenCalledExactlyOnceWith(clockPath, { cache: 'no-store' })
})
