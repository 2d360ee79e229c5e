import { expect, test } from 'vitest'
import { after, hour, minute } from '#app/kit/clock.ts'
import { alongWith, type Marks, maySet, type RosterMark, type RosterRow, rosterTotals } from './roster.ts'

const at = new Date('2026-12-05T22:00:00Z')
const startsAt = new Date('2026-12-05T14:00:00Z')
const none: Marks = {
  checkedInAt: null,
  waiverAt: null,
  liveFireAt: null,
  noShowAt: null,
}
const row = (more: Partial<RosterRow>): RosterRow => ({
  ...none,
  orderId: 'A',
  seat: 1,
  name: 'Ann',
  email: 'ann@example.com',
  phone: '',
  depositCents: 7500,
  balanceCents: 7500,
  balancePaid: null,
  isWalkIn: false,
  certificate: null,
  ...more,
})

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

test('the totals count marks, certificates, balance due and balance paid', () => {
  const rows = [
    row({
      checkedInAt: at,
      waiverAt: at,
      liveFireAt: at,
      certificate: 'X',
      balancePaid: { orderId: 'B', paidAt: after(at, minute) },
    }),
    row({ checkedInAt: at, balanceCents: 12_500 }),
    row({}),
    row({ noShowAt: at }),
  ]
  expect(rosterTotals(rows)).toEqual({
    students: 4,
    checkedIn: 2,
    waivers: 1,
    liveFire: 1,
    noShows: 1,
    certificates: 1,
    dueCents: 20_000,
    paidCents: 7_500,
  })
  expect(rosterTotals([])).toMatchObject({ students: 0, dueCents: 0, paidCents: 0 })
})
