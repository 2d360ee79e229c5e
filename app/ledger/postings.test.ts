import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  captured,
  chargebackReversed,
  chargedBack,
  depositTransferred,
  type Entry,
  type FulfilledOrder,
  fulfilled,
  type Posting,
  refundDone,
  refundPaidOutside,
  refundRefused,
  refundStarted,
  unallocatedRefundStarted,
  unfulfilled,
  unknownCharge,
  writtenOff,
} from './postings.ts'

const orderId = 'ORDER1'
const gateway = 'sandbox' as const
const there = { gateway, gatewayRef: 'T0' }
const cents = fc.integer({ min: 1, max: 300_000 })
const free = fc.integer({ min: 0, max: 300_000 })
const order: fc.Arbitrary<FulfilledOrder> = fc.record({
  id: fc.constant(orderId),
  shippingCents: free,
  shippingTaxCents: free,
  lines: fc
    .array(
      fc.record({
        lineCents: free,
        taxCents: free,
        paysInto: fc.constantFrom('deposits', 'balances', 'sales'),
      }),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    .map((lines) => lines.map((line, position) => ({ ...line, position }))),
})

const sum = (entries: readonly Entry[]) => entries.reduce((total, { amountCents }) => total + amountCents, 0)
const totalOf = ({ lines, shippingCents, shippingTaxCents }: FulfilledOrder) =>
  lines.reduce((total, line) => total + line.lineCents + line.taxCents, shippingCents + shippingTaxCents)

const lineAccount = /^(deposits|sales|sales_tax|shipping)$/

function balances(postings: readonly Posting[]): Entry[] {
  const groups = Map.groupBy(
    postings.flatMap(({ entries }) => entries),
    ({ account, line }) => `${account} ${line}`,
  )
  return [...groups.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, amountCents: first.amountCents + sum(more) }] : [],
  )
}
const balanceOf = (postings: readonly Posting[], account: string) =>
  sum(balances(postings).filter((each) => each.account === account))

describe('every posting adds up to zero', () => {
  test('for any order', () =>
    fc.assert(
      fc.property(order, (paid) => {
        expect(sum(fulfilled(paid).entries)).toBe(0)
        expect(sum(unfulfilled(paid).entries)).toBe(0)
        for (const { entries } of [fulfilled(paid), unfulfilled(paid)])
          expect(entries.filter(({ amountCents }) => amountCents === 0)).toEqual([])
      }),
    ))

  test('for any amount', () =>
    fc.assert(
      fc.property(cents, (amountCents) => {
        const about = {
          ...there,
          orderId,
          amountCents,
          attemptId: 'A',
          refundId: 'R',
          reference: 'X',
          line: 0,
        }
        const started = unallocatedRefundStarted(about)
        const all = [
          captured(about),
          started,
          refundRefused(about, started.entries),
          refundDone(about),
          refundPaidOutside(about),
          depositTransferred({ ...about, from: 'balances' }),
          chargedBack(about),
          chargebackReversed(about),
          unknownCharge(about),
          writtenOff(about),
        ]
        for (const posting of all) {
          expect(sum(posting.entries), posting.kind).toBe(0)
          expect(posting.entries.filter((entry) => Math.abs(entry.amountCents) === amountCents)).toHaveLength(
            2,
          )
        }
      }),
    ))
})

test('a paid order uses up its captured money, to the cent', () =>
  fc.assert(
    fc.property(order, (paid) => {
      const amountCents = totalOf(paid)
      const postings = [captured({ ...there, orderId, attemptId: 'A', amountCents }), fulfilled(paid)]
      expect(balanceOf(postings, 'customer_unallocated')).toBe(0)
      expect(balanceOf(postings, 'gateway:sandbox')).toBe(amountCents)
    }),
  ))

test('a charge without stock is owed to its customer, each line with its tax', () =>
  fc.assert(
    fc.property(order, (paid) => {
      const posting = unfulfilled(paid)
      expect(balanceOf([posting], 'deposits')).toBe(0 - totalOf(paid))
      for (const { position, lineCents, taxCents } of paid.lines)
        expect(sum(posting.entries.filter(({ line }) => line === position))).toBe(0 - lineCents - taxCents)
    }),
  ))

test('a deposit is owed until it is earned, a sale is a sale, and tax is owed to the states', () => {
  const lines = [
    { position: 0, lineCents: 10_000, taxCents: 0, paysInto: 'deposits' as const },
    { position: 1, lineCents: 2_500, taxCents: 175, paysInto: 'sales' as const },
  ]
  const paid = fulfilled({ id: orderId, shippingCents: 800, shippingTaxCents: 56, lines })
  expect(paid).toEqual({
    kind: 'fulfillment',
    reference: orderId,
    orderId,
    entries: [
      {
        account: 'customer_unallocated',
        line: null,
        amountCents: 13531,
      },
      {
        account: 'deposits',
        line: 0,
        amountCents: -1e4,
      },
      {
        account: 'sales',
        line: 1,
        amountCents: -2500,
      },
      {
        account: 'sales_tax',
        line: 1,
        amountCents: -175,
      },
      {
        account: 'shipping',
        line: null,
        amountCents: -800,
      },
      {
        account: 'sales_tax',
        line: null,
        amountCents: -56,
      },
    ],
  })
  const earned = depositTransferred({ orderId, line: 0, amountCents: 10_000, from: 'deposits' })
  expect(balanceOf([paid, earned], 'deposits')).toBe(0)
  expect(balanceOf([paid, earned], 'sales')).toBe(-12_500)
})

test('a free order posts nothing', () => {
  const lines = [{ position: 0, lineCents: 0, taxCents: 0, paysInto: 'sales' as const }]
  for (const post of [fulfilled, unfulfilled])
    expect(post({ id: orderId, shippingCents: 0, shippingTaxCents: 0, lines }).entries).toEqual([])
})

describe('a refund', () => {
  const part = fc.record({ line: fc.nat(5), share: fc.double({ min: 0, max: 1, noNaN: true }) })

  test('in any number of parts takes each line down to zero, with its tax, and never below', () =>
    fc.assert(
      fc.property(order, fc.array(part, { maxLength: 6 }), (paid, parts) => {
        const postings = [fulfilled(paid)]
        const refund = (line: number | null, share: number) => {
          const held = balances(postings)
          const left = -sum(
            held.filter(
              (each) =>
                each.line === line &&
                each.account !== 'customer_unallocated' &&
                each.account !== 'refunds_payable',
            ),
          )
          const amountCents = Math.round(left * share)
          const started = refundStarted(
            { refundId: `R${postings.length}`, orderId },
            [{ line, amountCents }],
            held,
          )
          expect(sum(started.entries)).toBe(0)
          expect(balanceOf([started], 'refunds_payable')).toBe(0 - amountCents)
          postings.push(started)
          const lineBalances = balances(postings).filter(({ account }) => lineAccount.test(account))
          expect(
            Math.max(...lineBalances.map((each) => each.amountCents), 0),
            'nobody is refunded more',
          ).toBe(0)
        }
        for (const { line, share } of parts) refund(line < paid.lines.length ? line : null, share)
        for (const line of [...paid.lines.map(({ position }) => position), null]) refund(line, 1)
        for (const account of ['deposits', 'balances', 'sales', 'sales_tax', 'shipping'])
          expect(balanceOf(postings, account), account).toBe(0)
        expect(balanceOf(postings, 'refunds_payable')).toBe(0 - totalOf(paid))
      }),
    ))

  test('takes tax back with its line, and leaves other lines alone', () => {
    const lines = [
      { position: 0, lineCents: 1_000, taxCents: 70, paysInto: 'sales' as const },
      { position: 1, lineCents: 5_000, taxCents: 0, paysInto: 'deposits' as const },
    ]
    const paid = fulfilled({ id: orderId, shippingCents: 0, shippingTaxCents: 0, lines })
    const half = refundStarted({ refundId: 'R', orderId }, [{ line: 0, amountCents: 535 }], paid.entries)
    expect(half.reference).toBe('R')
    const again = refundStarted(
      { refundId: 'R', orderId, round: 2 },
      [{ line: 0, amountCents: 535 }],
      paid.entries,
    )
    expect(again.reference).toBe('R:2')
    const untaxed = refundStarted({ refundId: 'R', orderId }, [{ line: 1, amountCents: 0 }], paid.entries)
    expect(untaxed.entries).toEqual([])
    expect(half.entries).toEqual([
      { account: 'sales', line: 0, amountCents: 500 },
      { account: 'sales_tax', line: 0, amountCents: 35 },
      { account: 'refunds_payable', line: null, amountCents: -535 },
    ])
    expect(() =>
      refundStarted({ refundId: 'R', orderId }, [{ line: 0, amountCents: 1_071 }], paid.entries),
    ).toThrow('cannot give 1071 back')
  })

  test('that is refused restores the amounts it had set aside', () => {
    const lines = [{ position: 0, lineCents: 1_000, taxCents: 70, paysInto: 'sales' as const }]
    const paid = fulfilled({ id: orderId, shippingCents: 0, shippingTaxCents: 0, lines })
    const started = refundStarted({ refundId: 'R', orderId }, [{ line: 0, amountCents: 300 }], paid.entries)
    const refused = refundRefused({ refundId: 'R', orderId }, started.entries)
    expect(balanceOf([paid, started, refused], 'refunds_payable')).toBe(0)
    expect(balanceOf([paid, started, refused], 'sales')).toBe(-1_000)
  })

  test('that is done reduces the gateway account, or the outside account when paid there', () => {
    const refund = { refundId: 'R', orderId, amountCents: 300 }
    expect(balanceOf([refundDone({ ...refund, ...there })], 'gateway:sandbox')).toBe(-300)
    expect(balanceOf([refundPaidOutside(refund)], 'paid_outside')).toBe(-300)
    for (const done of [refundDone({ ...refund, ...there }), refundPaidOutside(refund)])
      expect(balanceOf([done], 'refunds_payable')).toBe(300)
  })
})

test('a chargeback is a loss at the gateway, and its reversal undoes it', () => {
  const charge = { orderId, gateway, reference: 'T1', amountCents: 500 }
  expect(balanceOf([chargedBack(charge)], 'chargebacks')).toBe(500)
  expect(balanceOf([chargedBack(charge)], 'gateway:sandbox')).toBe(-500)
  expect(
    balances([chargedBack(charge), chargebackReversed(charge)]).every((each) => each.amountCents === 0),
  ).toBe(true)
})
