import { describe, expect, test } from 'vitest'
import type { ListedTransaction } from '#app/gateway/gateway.ts'
import {
  compareLists,
  type Movement,
  daysOfMonth,
  parseDay,
  parseDays,
  parseMonth,
  periodOf,
  shiftMonth,
} from './rules.ts'
import fc from 'fast-check'
import { addDays, formatIsoDay } from '#app/kit/dates.ts'

const noon = new Date('2026-11-20T12:00:00Z')
const span = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-30T00:00:00Z') }
const charge: ListedTransaction = {
  kind: 'charge',
  status: 'captured',
  ref: 'T1',
  ourId: 'A1',
  amountCents: 1e3,
  at: noon,
}
const refund: ListedTransaction = { ...charge, kind: 'refund', ref: 'T2', ourId: 'R1', amountCents: 400 }
const capture: Movement = {
  kind: 'capture',
  reference: 'A1',
  gatewayRef: 'T1',
  orderId: 'O1',
  at: noon,
  amountCents: 1e3,
}
const refundDone: Movement = {
  ...capture,
  kind: 'refund_done',
  reference: 'R1',
  gatewayRef: 'T2',
  amountCents: -400,
}
const compare = (listed: ListedTransaction[], movements: Movement[]) => compareLists(listed, movements, span)
const about = { ref: 'T1', attemptId: 'A1', orderId: 'O1', at: noon }

test('books that agree differ in nothing', () => {
  expect(compare([charge, refund], [capture, refundDone])).toEqual([])
  expect(compare([], [])).toEqual([])
})

describe('a transaction is known', () => {
  test('by our id alone, or by the gateway’s reference alone', () => {
    for (const other of [
      { ourId: '', ref: 'T1' },
      { ourId: 'A1', ref: 'T9' },
    ])
      expect(compare([{ ...charge, ...other }], [capture])).toEqual([])
    for (const other of [
      { ourId: '', ref: 'T2' },
      { ourId: 'R1', ref: 'T9' },
    ])
      expect(compare([charge, { ...refund, ...other }], [capture, refundDone])).toEqual([])
  })

  test('and a refund is never taken for a charge', () => {
    const found = compare([charge, { ...refund, ref: 'T1', ourId: 'A1' }], [capture])
    expect(found).toMatchObject([{ kind: 'refunded_there', orderId: 'O1', attemptId: 'A1' }])
    expect(compare([refund], [{ ...capture, reference: 'R1', gatewayRef: 'T2' }])).toMatchObject([
      { kind: 'refunded_there' },
      { kind: 'missing_charge' },
    ])
  })
})

test('a charge that was voided there is found, unless the shop voided it or never had it', () => {
  const voided: ListedTransaction = { ...charge, status: 'voided', amountCents: 0 }
  expect(compare([voided], [capture])).toEqual([
    { ...about, kind: 'voided_there', gatewayCents: 0, ledgerCents: 1_000 },
  ])
  const ours: Movement = { ...refundDone, gatewayRef: 'T1', amountCents: -1_000 }
  expect(compare([voided], [capture, ours])).toEqual([])
  expect(compare([voided], [capture, refundDone])).toMatchObject([
    { kind: 'voided_there' },
    { kind: 'missing_refund' },
  ])
  expect(compare([voided], [])).toEqual([])
})

test('a refund that was made there is found with its amount', () => {
  expect(compare([charge, { ...refund, ourId: '' }], [capture])).toEqual([
    {
      kind: 'refunded_there',
      ref: 'T2',
      attemptId: null,
      orderId: null,
      at: noon,
      gatewayCents: 400,
      ledgerCents: 0,
    },
  ])
})

test('a charge that a bank took back is found until it is noted', () => {
  const back: ListedTransaction = { ...charge, status: 'charged_back' }
  expect(compare([back], [capture])).toEqual([
    { ...about, kind: 'charged_back', gatewayCents: 1_000, ledgerCents: 1_000 },
  ])
  const noted: Movement = { ...capture, kind: 'chargeback', reference: 'T1', amountCents: -1_000 }
  expect(compare([back], [capture, noted])).toEqual([])
  expect(compare([back], [capture, { ...noted, reference: 'T8' }])).toHaveLength(1)
})

test('a charge that the shop did not make is found until it is noted', () => {
  const found = compare([charge], [])
  expect(found).toEqual([
    { ...about, kind: 'unknown_charge', gatewayCents: 1_000, ledgerCents: 0, attemptId: null, orderId: null },
  ])
  const noted: Movement = { ...capture, kind: 'unknown_charge', reference: 'T1' }
  expect(compare([charge], [noted])).toEqual([])
})

test('amounts that differ are found, of charges and of refunds', () => {
  expect(compare([{ ...charge, amountCents: 999 }], [capture])).toEqual([
    { ...about, kind: 'amount_differs', gatewayCents: 999, ledgerCents: 1_000 },
  ])
  expect(compare([charge, { ...refund, amountCents: 401 }], [capture, refundDone])).toMatchObject([
    { kind: 'amount_differs', ref: 'T2', gatewayCents: 401, ledgerCents: 400 },
  ])
})

test('what the ledger has and the list has not is missing, in the span that was listed only', () => {
  expect(compare([], [capture, refundDone])).toEqual([
    { ...about, kind: 'missing_charge', ref: 'A1', gatewayCents: 0, ledgerCents: 1_000 },
    {
      kind: 'missing_refund',
      ref: 'R1',
      attemptId: null,
      orderId: 'O1',
      at: noon,
      gatewayCents: 0,
      ledgerCents: 400,
    },
  ])
  const before = new Date(span.from.getTime() - 1)
  for (const at of [before, span.to])
    expect(
      compare(
        [],
        [
          { ...capture, at },
          { ...refundDone, at },
        ],
      ),
    ).toEqual([])
  expect(compare([], [{ ...capture, at: span.from }])).toHaveLength(1)
})

test('what a person accepted is no difference any more, and nothing else is', () => {
  const accepted: Movement = {
    ...capture,
    kind: 'write_off',
    reference: 'amount_differs:T1',
    amountCents: -1,
  }
  const cheaper = { ...charge, amountCents: 999 }
  expect(compare([cheaper], [capture, accepted])).toEqual([])
  expect(compare([cheaper], [capture, { ...accepted, reference: 'voided_there:T1' }])).toHaveLength(1)
})

const zone = 'America/New_York'

test('a day ends where the next begins, also where clocks change, and its moments are of that day', () => {
  expect.hasAssertions()
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }),
      fc.constantFrom(zone, 'Asia/Kolkata', 'UTC', 'America/Havana'),
      (at, timeZone) => {
        const day = formatIsoDay(at, timeZone)
        const { from, to } = periodOf({ from: day, to: day }, timeZone)
        expect(from <= at && at < to).toBe(true)
        expect(formatIsoDay(new Date(to.getTime() - 1), timeZone)).toBe(day)
        const next = addDays(day, 1)
        expect(periodOf({ from: next, to: next }, timeZone).from).toEqual(to)
      },
    ),
    { numRuns: 100 },
  )
})

test('the shop’s day has 25 hours where summer ends', () => {
  const { from, to } = periodOf({ from: '2026-11-01', to: '2026-11-01' }, zone)
  expect(to.getTime() - from.getTime()).toBe(25 * 3_600_000)
})

test('days and months are read, shifted and put together', () => {
  expect(['2026-11-22', '2026-02-30', '2026-1-1', '1999-01-01', null].map(parseDay)).toEqual([
    '2026-11-22',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(['2026-11', '2026-13', null].map(parseMonth)).toEqual(['2026-11', undefined, undefined])
  expect([addDays('2026-12-31', 1), shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual([
    '2027-01-01',
    '2027-01',
    '2025-12',
  ])
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('a file spans days in order, for ten years at most', () => {
  expect(parseDays('2026-11-22', '2026-11-22')).toEqual({ from: '2026-11-22', to: '2026-11-22' })
  expect(parseDays('2026-11-23', '2026-11-22')).toBeUndefined()
  expect(parseDays('2026-11-23', null)).toBeUndefined()
  expect(parseDays(null, '2026-11-23')).toBeUndefined()
  expect(parseDays('2026-01-01', '2036-01-01')).toBeDefined()
  expect(parseDays('2026-01-01', '2036-01-10')).toBeUndefined()
})
