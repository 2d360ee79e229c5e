import { expect, test } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import {
  mayHold,
  openSlots,
  strokeStates,
  releaseArtVersion,
  scaleWindows,
  type Release,
  windowStatus,
  parseReleaseSlug,
  toReleaseView,
  statusSentence,
} from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const window = { opensAt: after(now, -day), closesAt: after(now, day) }

test('a window is open between its two instants, full without a slot, and closed on its last instant', () => {
  expect(windowStatus(window, 3, now)).toBe('open')
  expect(windowStatus(window, 0, now)).toBe('full')
  expect(windowStatus(window, 3, after(window.opensAt, -1))).toBe('coming_soon')
  expect(windowStatus(window, 3, window.opensAt)).toBe('open')
  expect(windowStatus(window, 3, window.closesAt)).toBe('closed')
})

test('a slot is sold from the first instant of its window to before its last', () => {
  expect(mayHold(window, after(window.opensAt, -1))).toEqual({ ok: false, why: 'window_not_open' })
  expect(mayHold(window, window.opensAt)).toEqual({ ok: true })
  expect(mayHold(window, after(window.closesAt, -1))).toEqual({ ok: true })
  expect(mayHold(window, window.closesAt)).toEqual({ ok: false, why: 'window_closed' })
})

test('open slots are offered by number, and only while the window is open', () => {
  const slots = ['taken', 'open', 'held', 'open'] as const
  expect(openSlots({ status: 'open', slots: [...slots] })).toEqual([2, 4])
  expect(openSlots({ status: 'closed', slots: [...slots] })).toEqual([])
  expect(openSlots({ status: 'coming_soon', slots: [...slots] })).toEqual([])
})

test('before a window opens every stroke is dashed, after it closes every one is taken', () => {
  expect(strokeStates('coming_soon', ['open', 'taken'])).toEqual(['held', 'held'])
  expect(strokeStates('open', ['open', 'held', 'taken'])).toEqual(['open', 'held', 'taken'])
  expect(strokeStates('closed', ['open', 'held'])).toEqual(['taken', 'taken'])
})

test('an image has another version once a slot is taken', () => {
  expect(releaseArtVersion('open', ['open', 'open'])).not.toBe(releaseArtVersion('open', ['open', 'taken']))
})

test('windows and today are on one scale, in order', () => {
  const later = { opensAt: after(now, 2 * day), closesAt: after(now, 4 * day) }
  const { spans, now: today } = scaleWindows([window, later], now)
  const places = [0, spans[0]?.from, today, spans[0]?.to, spans[1]?.from, spans[1]?.to, 1].map(Number)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(new Set(places).size).toBe(places.length)
})

test('the status of a window names its day in the shop’s zone', () => {
  const say = (status: Release['status'], zone: string) => {
    const opensAt = new Date('2026-11-01T03:30:00Z')
    const closesAt = new Date('2026-12-14T04:30:00Z')
    const release = { status, opensAt, closesAt, remaining: 6, totalUnits: 15 } as Release
    return statusSentence(toReleaseView(release, zone))
  }
  expect(say('coming_soon', 'America/New_York')).toBe('Opens Oct 31, 2026 with 15 slots.')
  expect(say('open', 'America/New_York')).toBe('6 of 15 slots left, open until Dec 13, 2026.')
  expect(say('full', 'America/New_York')).toBe(
    'Every slot is taken. One that is returned by Dec 13, 2026 opens here again.',
  )
  expect(say('closed', 'Europe/Berlin')).toBe('Closed Dec 14, 2026.')
})

test('an unknown slug is refused', () => {
  expect(parseReleaseSlug('cyber')).toBe('cyber')
  expect(parseReleaseSlug('noir')).toBeUndefined()
  expect(parseReleaseSlug(undefined)).toBeUndefined()
})
