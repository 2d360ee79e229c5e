import { expect, test } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { isRosterOpen, type RosterRow, rosterTotals } from './roster.ts'

const at = new Date('2026-12-05T22:00:00Z')
const row = (more: Partial<RosterRow>): RosterRow => ({
  orderId: 'A',
  seat: 1,
  name: 'Ann',
  email: 'ann@example.com',
  depositCents: 7500,
  balanceCents: 7500,
  checkedInAt: null,
  balancePaidAt: null,
  ...more,
})

test('the roster is open for two weeks after the class', () => {
  expect(isRosterOpen({ endsAt: at }, after(at, 14 * day - 1))).toBe(true)
  expect(isRosterOpen({ endsAt: at }, after(at, 14 * day))).toBe(false)
})

test('the totals count check-ins, balance due and balance paid', () => {
  const rows = [
    row({ checkedInAt: at, balancePaidAt: at }),
    row({ checkedInAt: at, balanceCents: 12_500 }),
    row({}),
  ]
  expect(rosterTotals(rows)).toEqual({ students: 3, checkedIn: 2, dueCents: 20_000, paidCents: 7_500 })
  expect(rosterTotals([])).toEqual({ students: 0, checkedIn: 0, dueCents: 0, paidCents: 0 })
})
