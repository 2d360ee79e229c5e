import { expect, test } from 'vitest'
import { formatLeft, holdAnnouncement } from './hold-left.ts'

const until = new Date('2026-12-01T18:10:00Z')

test('a hold shows minutes and seconds, hours before them, and zero once it is over', () => {
  expect(formatLeft(until, new Date('2026-12-01T18:00:00Z'))).toBe('10:00')
  expect(formatLeft(until, new Date('2026-12-01T18:00:19.500Z'))).toBe('09:41')
  expect(formatLeft(until, new Date('2026-12-01T16:25:00Z'))).toBe('1:45:00')
  expect(formatLeft(until, new Date('2026-12-01T19:00:00Z'))).toBe('00:00')
})

test('only five, two and one minutes and the end are announced', () => {
  const said = Array.from({ length: 601 }, (_, passed) => holdAnnouncement(600 - passed, 600))
  const changes = said.flatMap((words, passed) =>
    words === (said[passed - 1] ?? '') ? [] : [[600 - passed, words]],
  )
  expect(changes).toEqual([
    [300, 'Five minutes left.'],
    [120, 'Two minutes left.'],
    [60, 'One minute left.'],
    [0, 'The time is up.'],
  ])
})

test('a hold that begins below a mark does not announce it', () => {
  expect(holdAnnouncement(200, 200)).toBe('')
  expect(holdAnnouncement(60, 200)).toBe('One minute left.')
})
