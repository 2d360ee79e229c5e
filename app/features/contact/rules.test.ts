import { expect, test } from 'vitest'
import { isSubject, openState, openWords, parseHours, subjects, subjectWords } from './rules.ts'

const stated = 'Mon-Fri 8:00 AM-6:00 PM CST, Sat 10:00 AM-4:00 PM CST'
const shopZone = 'America/New_York'
const hours = parseHours(stated, shopZone)
if (!hours) throw new Error('The stated hours were not understood')

const at = (iso: string) => openState(hours, new Date(iso))

test('the hours of the specification are understood', () => {
  const week = { from: 480, to: 1_080 }
  expect(hours).toEqual({
    days: [null, week, week, week, week, week, { from: 600, to: 960 }],
    zone: 'America/Chicago',
    zoneName: 'CST',
  })
})

test.each([
  [`${stated}, Sunday closed`, 'America/Chicago'],
  ['Monday–Friday 8 AM – 6 PM ET, Saturday 10 AM–4 PM ET, Sun closed', 'America/New_York'],
])('other ways to write them are understood (%s)', (text, zone) => {
  expect(parseHours(text, shopZone)).toMatchObject({ days: hours.days, zone })
})

test('hours that name no zone are meant in the shop’s', () => {
  expect(parseHours('Mon 8:00 AM-6:00 PM', shopZone)).toMatchObject({ zone: shopZone, zoneName: '' })
})

test('a span of days may run over the end of the week', () => {
  expect(parseHours('Sat-Mon 8:00 AM-6:00 PM', shopZone)?.days.map(Boolean)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    true,
  ])
})

test.each([
  '',
  'by appointment',
  'Mon-Fri 25:00 AM-6:00 PM',
  'Mon 8:70 AM-6:00 PM',
  'Mon 6:00 PM-8:00 AM',
  'Xyz 8:00 AM-6:00 PM',
  'Mon 8:00 AM-6:00 PM XST',
])('what is not understood whole says nothing about now (%j)', (text) => {
  expect(parseHours(text, shopZone)).toBeUndefined()
})

test('open begins and closed begins on the second', () => {
  expect(at('2026-11-20T13:59:59.999Z')).toEqual({
    isOpen: false,
    changesAt: new Date('2026-11-20T14:00:00Z'),
  })
  expect(at('2026-11-20T14:00:00Z')).toEqual({ isOpen: true, changesAt: new Date('2026-11-21T00:00:00Z') })
  expect(at('2026-11-20T23:59:59Z')?.isOpen).toBe(true)
  expect(at('2026-11-21T00:00:00Z')).toEqual({ isOpen: false, changesAt: new Date('2026-11-21T16:00:00Z') })
})

test('Sunday is closed, and the next opening is on Monday', () => {
  expect(at('2026-11-22T18:00:00Z')).toEqual({ isOpen: false, changesAt: new Date('2026-11-23T14:00:00Z') })
})

test('in summer it opens at the same time on the clock, an hour earlier in the world', () => {
  expect(at('2026-07-01T12:59:59Z')?.isOpen).toBe(false)
  expect(at('2026-07-01T13:00:00Z')).toEqual({ isOpen: true, changesAt: new Date('2026-07-01T23:00:00Z') })
})

test('over the weekend on which the clocks change, the next opening is right', () => {
  expect(at('2026-10-31T21:00:00Z')).toEqual({ isOpen: false, changesAt: new Date('2026-11-02T14:00:00Z') })
  expect(at('2027-03-13T22:00:00Z')).toEqual({ isOpen: false, changesAt: new Date('2027-03-15T13:00:00Z') })
})

test('a desk that is open in the very hour of the change closes on the clock', () => {
  const night = parseHours('Sun 12:00 AM-4:00 AM CST', shopZone)
  if (!night) throw new Error('not understood')
  // Nov 1, 2026: from midnight CDT (05:00 UTC) to 4 AM CST (10:00 UTC) are five hours.
  const midnight = new Date('2026-11-01T05:00:00Z')
  expect(openState(night, midnight)).toEqual({ isOpen: true, changesAt: new Date('2026-11-01T10:00:00Z') })
  expect(openState(night, new Date(midnight.getTime() - 1))).toEqual({ isOpen: false, changesAt: midnight })
})

test('hours that are closed every day have no next opening', () => {
  const never = parseHours('Mon closed', shopZone)
  if (!never) throw new Error('not understood')
  expect(openState(never, new Date('2026-11-20T12:00:00Z'))).toBeUndefined()
})

test.each([
  ['2026-11-20T15:00:00Z', 'Until 6:00 PM CST.'],
  ['2026-11-20T13:00:00Z', 'Opens today at 8:00 AM CST.'],
  ['2026-11-21T01:00:00Z', 'Opens tomorrow at 10:00 AM CST.'],
  ['2026-11-21T23:00:00Z', 'Opens Monday at 8:00 AM CST.'],
])('it says when that changes (%s)', (iso, words) => {
  const now = new Date(iso)
  const state = openState(hours, now)
  if (!state) throw new Error('no state')
  expect(openWords(hours, state, now)).toBe(words)
})

test('the five subjects of the specification have words', () => {
  expect(Object.keys(subjectWords)).toEqual([...subjects])
  expect(isSubject('legal')).toBe(true)
  for (const word of ['Legal', '', null, undefined]) expect(isSubject(word)).toBe(false)
})
