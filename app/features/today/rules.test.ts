import { expect, test } from 'vitest'
import { after, day, hour } from '#app/kit/clock.ts'
import { dueWords, itemsNow, type WorkItem } from './rules.ts'

const now = new Date('2026-11-23T15:00:00Z')
const item = (key: string, dueAt = now): WorkItem => ({
  key,
  group: 'decide',
  right: 'orders.read',
  dueAt,
  subject: key,
  detail: '',
  to: '/staff',
  kind: 'todo',
})
const unmarked = { assignedTo: null, snoozedUntil: null, doneAt: null }

test('the most urgent come first, with who has them', () => {
  const items = [item('later', after(now, day)), item('over', after(now, -day))]
  const marks = [{ ...unmarked, key: 'over', assignedTo: 'R. Desk' }]
  expect(itemsNow(items, marks, now).map(({ key, assignedTo }) => [key, assignedTo])).toEqual([
    ['over', 'R. Desk'],
    ['later', null],
  ])
})

test('a snoozed item sleeps until its moment, and not a moment longer', () => {
  const marks = [{ ...unmarked, key: 'a', snoozedUntil: after(now, hour) }]
  expect(itemsNow([item('a')], marks, now)).toEqual([])
  expect(itemsNow([item('a')], marks, after(now, hour))).toHaveLength(1)
})

test('what was called done comes back after a day if its cause is still there', () => {
  const marks = [{ ...unmarked, key: 'a', doneAt: now }]
  expect(itemsNow([item('a'), item('b')], marks, after(now, day - 1)).map(({ key }) => key)).toEqual(['b'])
  expect(itemsNow([item('a')], marks, after(now, day))).toHaveLength(1)
})

test.each([
  [0, 'Today', 'hold'],
  [day - 1, 'Today', 'hold'],
  [day, 'in 1 d', undefined],
  [-1, 'Due', 'stop'],
  [-day - 1, '1 d over', 'stop'],
])('%i ms from now is %s', (ms, words, tone) => {
  expect(dueWords(after(now, ms), now)).toEqual({ words, tone })
})
