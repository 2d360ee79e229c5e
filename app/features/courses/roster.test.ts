import { expect, test } from 'vitest'
import { after, hour } from '#app/kit/clock.ts'
import { alongWith, type Marks, maySet, type RosterMark, rosterTotals, type ShownMarks } from './roster.ts'

const at = new Date('2026-12-05T22:00:00Z')
const startsAt = new Date('2026-12-05T14:00:00Z')
const none: Marks = {
  checkedInAt: null,
  waiverAt: null,
  liveFireAt: null,
  noShowAt: null,
}
const verdict = (mark: RosterMark, marks: Partial<Marks>, now: Date) =>
  maySet(mark, { ...none, ...marks }, { startsAt }, now)

test('students are checked in on the day, and nobody is missing or fires before the class', () => {
  const doors = after(startsAt, -12 * hour)
  expect(verdict('checkedIn', {}, after(doors, -1))).toMatchObject({ why: 'too_early' })
  expect(verdict('checkedIn', {}, doors)).toEqual({ ok: true })
  expect(verdict('waiver', {}, after(doors, -100 * hour))).toEqual({ ok: true })
  const before = after(startsAt, -1)
  const ready = { checkedInAt: at, waiverAt: at }
  expect(verdict('noShow', {}, before)).toMatchObject({ why: 'class_not_begun' })
  expect(verdict('liveFire', ready, before)).toMatchObject({ why: 'class_not_begun' })
  expect(verdict('noShow', {}, startsAt)).toEqual({ ok: true })
  expect(verdict('liveFire', ready, startsAt)).toEqual({ ok: true })
})

test('live fire comes after attendance and the waiver; whoever is in is no no-show', () => {
  expect(verdict('liveFire', { waiverAt: at }, at)).toMatchObject({ why: 'not_checked_in' })
  expect(verdict('liveFire', { checkedInAt: at }, at)).toMatchObject({ why: 'no_waiver' })
  expect(verdict('noShow', { checkedInAt: at }, at)).toMatchObject({ why: 'checked_in' })
})

test('a mark takes along what it contradicts, and nothing else', () => {
  expect(alongWith('checkedIn', true)).toEqual({ noShowAt: null })
  expect(alongWith('checkedIn', false)).toEqual({ liveFireAt: null })
  expect(alongWith('liveFire', false)).toEqual({})
  expect(alongWith('liveFire', true)).toEqual({})
  for (const mark of ['waiver', 'noShow'] as const)
    expect([alongWith(mark, true), alongWith(mark, false)]).toEqual([{}, {}])
})

test('the totals count who is in, certificates, and what is due of those who come', () => {
  const marks: ShownMarks = { checkedIn: null, waiver: null, liveFire: null, noShow: null }
  const student = { marks, balanceCents: 7_500, balancePaid: null, certificate: null }
  const present = { ...marks, checkedIn: '9:00 AM' }
  const students = [
    { ...student, marks: present, balancePaid: {}, certificate: {} },
    { ...student, marks: present, balanceCents: 12_500 },
    student,
    { ...student, marks: { ...marks, noShow: '9:00 AM' } },
  ]
  expect(rosterTotals(students)).toEqual({ students: 4, checkedIn: 2, certificates: 1, dueCents: 20_000 })
  expect(rosterTotals([])).toMatchObject({ students: 0, dueCents: 0 })
})
