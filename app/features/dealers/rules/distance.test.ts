import { expect, test } from 'vitest'
import { states } from '#app/features/compliance/rules/states.ts'
import { stateOfZip } from '#app/features/delivery/rules/places.ts'
import { zipAreas, milesOf, nearestAreas, nearness, offsetOf, placeOf, rankByDistance } from './distance.ts'

const miles = (zip: string, from: string) => milesOf(offsetOf(zip, from) ?? { east: Infinity, north: 0 })

const frames: Record<string, [number, number, number, number]> = {
  AL: [30.1, 35.1, 84.8, 88.6],
  AK: [54, 72, 130, 173],
  AZ: [31.2, 37.1, 108.9, 115],
  AR: [32.9, 36.6, 89.5, 94.7],
  CA: [32.4, 42.1, 114, 124.6],
  CO: [36.9, 41.1, 101.9, 109.2],
  CT: [40.9, 42.1, 71.7, 73.8],
  DE: [38.4, 39.9, 74.9, 75.9],
  DC: [38.7, 39.1, 76.8, 77.2],
  FL: [24.4, 31.1, 79.9, 87.7],
  GA: [30.3, 35.1, 80.7, 85.7],
  HI: [18.8, 22.4, 154.6, 160.4],
  ID: [41.9, 49.1, 110.9, 117.4],
  IL: [36.9, 42.6, 87.4, 91.6],
  IN: [37.7, 41.9, 84.7, 88.2],
  IA: [40.3, 43.6, 90, 96.8],
  KS: [36.9, 40.1, 94.5, 102.2],
  KY: [36.4, 39.2, 81.9, 89.6],
  LA: [28.8, 33.1, 88.7, 94.2],
  ME: [42.9, 47.6, 66.8, 71.2],
  MD: [37.8, 39.8, 74.9, 79.6],
  MA: [41.1, 43, 69.8, 73.6],
  MI: [41.6, 48.4, 82.3, 90.5],
  MN: [43.4, 49.5, 89.4, 97.3],
  MS: [30, 35.1, 88, 91.8],
  MO: [35.9, 40.7, 89, 95.9],
  MT: [44.3, 49.1, 103.9, 116.2],
  NE: [39.9, 43.1, 95.2, 104.2],
  NV: [34.9, 42.1, 113.9, 120.1],
  NH: [42.6, 45.4, 70.5, 72.7],
  NJ: [38.8, 41.5, 73.8, 75.7],
  NM: [31.2, 37.1, 102.9, 109.2],
  NY: [40.4, 45.1, 71.7, 79.9],
  NC: [33.7, 36.7, 75.3, 84.4],
  ND: [45.8, 49.1, 96.4, 104.2],
  OH: [38.3, 42.1, 80.4, 84.9],
  OK: [33.5, 37.1, 94.3, 103.1],
  OR: [41.9, 46.4, 116.3, 124.7],
  PA: [39.6, 42.4, 74.6, 80.6],
  RI: [41.1, 42.1, 71, 72],
  SC: [31.9, 35.3, 78.4, 83.5],
  SD: [42.4, 46, 96.3, 104.2],
  TN: [34.9, 36.8, 81.5, 90.4],
  TX: [25.7, 36.6, 93.4, 106.7],
  UT: [36.9, 42.1, 108.9, 114.2],
  VT: [42.6, 45.1, 71.4, 73.5],
  VA: [36.4, 39.6, 75.1, 83.8],
  WA: [45.4, 49.1, 116.8, 124.9],
  WV: [37.1, 40.7, 77.6, 82.7],
  WI: [42.4, 47.2, 86.7, 93],
  WY: [40.9, 45.1, 103.9, 111.2],
}

test('every area lies in its state', () => {
  expect(Object.keys(zipAreas).toSorted()).toEqual(states.map(({ code }) => code).toSorted())
  for (const [state, areas] of Object.entries(zipAreas))
    for (const prefix of areas.split(',').map((area) => area.slice(0, 3))) {
      const place = placeOf(prefix)
      const [south = 0, north = 0, east = 0, west = 0] = frames[state] ?? []
      expect(place?.latitude, prefix).toBeGreaterThan(south)
      expect(place?.latitude, prefix).toBeLessThan(north)
      expect(-(place?.longitude ?? 0), prefix).toBeGreaterThan(east)
      expect(-(place?.longitude ?? 0), prefix).toBeLessThan(west)
      expect(stateOfZip(`${prefix}99`), prefix).toBe(state)
    }
})

test.each([
  ['33101', '33401', 65],
  ['33101', '32801', 205],
  ['10001', '90001', 2_450],
  ['60601', '53202', 82],
  ['98101', '97201', 145],
  ['75201', '77002', 225],
  ['30303', '37201', 215],
])('the distance from %s to %s is about %i miles', (from, zip, known) => {
  expect(miles(zip, from)).toBeGreaterThan(known * 0.9 - 10)
  expect(miles(zip, from)).toBeLessThan(known * 1.1 + 10)
  expect(miles(from, zip)).toBeCloseTo(miles(zip, from))
})

test('nearness is said as far as ZIP codes can say it', () => {
  expect(nearness('33101', '33101')).toBe('same ZIP code')
  expect(nearness('33199', '33101')).toBe('same area')
  expect(nearness('33010', '33101')).toBe('about 10 miles')
  expect(nearness('32801', '33101')).toMatch(/^about 2[01]0 miles$/)
  expect(nearness('00901', '33101')).toBe('further away')
})

test('the nearest areas of a ZIP code begin with its own, and an unassigned code has none', () => {
  expect(nearestAreas('33101', 4)).toEqual(expect.arrayContaining(['331', '330', '333']))
  expect(nearestAreas('20001', 12)).toEqual(expect.arrayContaining(['200', '222', '223', '209']))
  expect(nearestAreas('00901', 4)).toEqual([])
})

test('what is nearest comes first, and what cannot be placed last', () => {
  const dealers = ['00901', '33301', '33190', '33010', '33101', '32801'].map((zip) => ({ zip, name: 'Arms' }))
  expect(rankByDistance(dealers, '33101').map(({ zip }) => zip)).toEqual([
    '33101',
    '33190',
    '33010',
    '33301',
    '32801',
    '00901',
  ])
})
