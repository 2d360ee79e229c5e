import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rosterMarks } from '#app/features/courses/roster.ts'
import {
  dequeueMark,
  enqueueMark,
  parseQueue,
  type QueuedMark,
  type ShownMarks,
  withQueue,
} from '../courses/roster.ts'

const none: ShownMarks = { checkedIn: null, waiver: null, liveFire: null, noShow: null }
const press = (more: Partial<QueuedMark> = {}): QueuedMark => ({
  id: crypto.randomUUID(),
  order: 'A',
  mark: 'checkedIn',
  to: 'set',
  ...more,
})

const anyPress = fc.record({
  id: fc.uuid(),
  order: fc.constantFrom('A', 'B'),
  mark: fc.constantFrom(...rosterMarks),
  to: fc.constantFrom('set' as const, 'unset' as const),
})

test('of each mark of each student the last press waits, and no press of another is lost', () => {
  fc.assert(
    fc.property(fc.array(anyPress), (presses) => {
      const queue = presses.reduce<QueuedMark[]>(enqueueMark, [])
      for (const { order, mark } of presses) {
        const last = presses.findLast((each) => each.order === order && each.mark === mark)
        expect(queue.filter((each) => each.order === order && each.mark === mark)).toEqual([last])
      }
    }),
  )
})

test('an answer takes its own press away, not the one that replaced it', () => {
  const [first, second] = [press(), press({ to: 'unset' })]
  const queue = enqueueMark(enqueueMark([], first), second)
  expect(dequeueMark(queue, first.id)).toEqual([second])
  expect(dequeueMark(queue, second.id)).toEqual([])
})

test('a row shows what was pressed for it before the shop has answered', () => {
  const marks = { ...none, noShow: '9:00 AM' }
  expect(withQueue(marks, 'A', [press({ order: 'B' })])).toEqual(marks)
  expect(withQueue(marks, 'A', [press()])).toEqual({ ...none, checkedIn: 'now' })
  expect(withQueue({ ...none, checkedIn: '9 AM' }, 'A', [press()])).toMatchObject({ checkedIn: '9 AM' })
  expect(withQueue({ ...none, checkedIn: 'x', liveFire: 'x' }, 'A', [press({ to: 'unset' })])).toEqual(none)
})

test('what is stored comes back, and what is no queue is empty', () => {
  const queue = [press()]
  expect(parseQueue(JSON.stringify(queue))).toEqual(queue)
  for (const broken of [null, '', '{', '{}', '[1, null, {}]']) expect(parseQueue(broken)).toEqual([])
})
