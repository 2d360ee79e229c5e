import fc from 'fast-check'
import { expect, test } from 'vitest'
import { licenseState, weeklyMoments } from './rules.ts'

const zone = 'America/New_York'
const anyDay = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a class in several weeks keeps its hour when clocks change', () => {
  expect(weeklyMoments(zone, { day: '2026-10-31', time: '09:00' }, 2)).toEqual([
    new Date('2026-10-31T13:00:00Z'),
    new Date('2026-11-07T14:00:00Z'),
  ])
  const shown = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', timeZone: zone })
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 26 }), (first, weeks) => {
      const moments = weeklyMoments(zone, { day: first, time: '09:00' }, weeks) ?? []
      expect(moments).toHaveLength(weeks)
      expect(new Set(moments.map((moment) => shown.format(moment))).size).toBe(1)
    }),
  )
})

test('a time that the clock skips in one of the weeks is none', () => {
  expect(weeklyMoments(zone, { day: '2027-03-07', time: '02:30' }, 2)).toBeUndefined()
  expect(weeklyMoments(zone, { day: '2027-03-07', time: '02:30' }, 1)).toHaveLength(1)
})

test('a license is warned of for its last thirty days, and is good on its last', () => {
  const today = '2026-12-01'
  expect(licenseState('2027-01-01', today)).toBe('good')
  expect(licenseState('2026-12-31', today)).toBe('ending')
  expect(licenseState('2026-12-01', today)).toBe('ending')
  expect(licenseState('2026-11-30', today)).toBe('ended')
})
