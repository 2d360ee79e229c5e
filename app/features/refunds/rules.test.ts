import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { after } from '#app/kit/clock.ts'
import { fulfillments } from '#app/features/orders/goods.ts'
import { stages } from '#app/features/orders/rules.ts'
import {
  lineCents,
  unrefundedLineCents,
  lineRefund,
  mayChooseDealer,
  type RefundableLine,
} from '#app/features/orders/refunds.ts'
import {
  afterOpenRefunds,
  refundAmount,
  type RefundParts,
  refundCents,
  returnLines,
  returnPieces,
  returnAll,
  stockReturn,
  unrefundedShippingCents,
  unsentLines,
} from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const line = (values: Partial<RefundableLine> = {}): RefundableLine => ({
  position: 0,
  unitCents: 1e4,
  quantity: 1,
  taxCents: 0,
  refundedCents: 0,
  fulfillment: 'ffl_transfer',
  stage: 'reserved',
  refundUntil: null,
  deliveredAt: null,
  returnedAt: null,
  ...values,
})
const paid = { state: 'paid' as const }

describe('the refund clock of a line', () => {
  test('of an FFL transfer runs until the form is filed', () => {
    expect(lineRefund(line(), paid, now)).toEqual({ ok: true, until: 'form_filed' })
    expect(lineRefund(line({ stage: 'form3_filed' }), paid, now)).toEqual({ ok: false, why: 'form_filed' })
    expect(lineRefund(line({ stage: 'refunded' }), paid, now)).toEqual({ ok: false, why: 'returned' })
  })

  test('of a shipped line runs until it ships, of a download until the first download', () => {
    for (const [fulfillment, why] of [
      ['shipping', 'dispatched'],
      ['digital', 'downloaded'],
    ] as const) {
      expect(lineRefund(line({ fulfillment, stage: null }), paid, now)).toEqual({ ok: true, until: why })
      const over = line({ fulfillment, stage: null, deliveredAt: now })
      expect(lineRefund(over, paid, now)).toEqual({ ok: false, why })
    }
  })

  test('of a seat runs until its instant, exclusive', () => {
    const seat = line({ fulfillment: 'in_person', stage: null, refundUntil: now })
    expect(lineRefund(seat, paid, after(now, -1))).toEqual({ ok: true, until: now })
    expect(lineRefund(seat, paid, now)).toEqual({ ok: false, why: 'too_late' })
    expect(lineRefund({ ...seat, refundUntil: null }, paid, now)).toEqual({ ok: false, why: 'too_late' })
    const attended = { ...seat, deliveredAt: now }
    expect(lineRefund(attended, paid, after(now, -1))).toEqual({ ok: false, why: 'too_late' })
  })

  test('does not run before payment, after a return, or during one', () => {
    expect(lineRefund(line(), { state: 'held' }, now)).toEqual({ ok: false, why: 'not_paid' })
    const returning = line({ isReturning: true })
    expect(lineRefund(returning, paid, now)).toEqual({ ok: false, why: 'refund_under_way' })
    expect(lineRefund(line({ returnedAt: now }), paid, now)).toEqual({ ok: false, why: 'returned' })
    expect(lineRefund(line(), { state: 'refunded' }, now)).toEqual({ ok: false, why: 'returned' })
  })

  test('does not run while a code that came with the line is in use', () => {
    const used = line({ returnRefusal: 'code_in_use' })
    expect(lineRefund(used, paid, now)).toEqual({ ok: false, why: 'code_in_use' })
    expect(lineRefund({ ...used, stage: 'form3_filed' }, paid, now)).toEqual({ ok: false, why: 'form_filed' })
  })

  test('of a reservation that ended otherwise does not say that it was refunded', () => {
    const ended = line({ stage: 'canceled' })
    expect(lineRefund(ended, paid, now)).toEqual({ ok: false, why: 'ended' })
    expect(lineRefund({ ...ended, isReturning: true }, paid, now)).toEqual({
      ok: false,
      why: 'refund_under_way',
    })
  })
})

test('the dealer can be changed while one reservation is not filed', () => {
  const other = line({ position: 1, fulfillment: 'shipping', stage: null })
  expect(mayChooseDealer({ ...paid, lines: [line(), other] }, now).ok).toBe(true)
  expect(mayChooseDealer({ ...paid, lines: [line({ stage: 'form3_approved' }), other] }, now)).toEqual({
    ok: false,
    why: 'form_filed',
  })
  expect(mayChooseDealer({ ...paid, lines: [other] }, now)).toEqual({ ok: false, why: 'not_paid' })
})

describe('the shipping', () => {
  const parcels = [1, 2].map((position) => line({ position, fulfillment: 'shipping', stage: null }))
  const order = { shippingCents: 995, shippingTaxCents: 70, shippingRefundedCents: 0, lines: parcels }

  test('is refunded with the last parcel, if nothing was shipped', () => {
    expect(returnLines(order, [1]).shippingCents).toBe(0)
    expect(returnLines(order, [1, 2]).shippingCents).toBe(1_065)
    const first = { ...line({ position: 1, fulfillment: 'shipping', stage: null }), returnedAt: now }
    expect(returnLines({ ...order, lines: [first, ...parcels.slice(1)] }, [2]).shippingCents).toBe(1_065)
    const sent = { ...first, returnedAt: null, deliveredAt: now }
    expect(returnLines({ ...order, lines: [sent, ...parcels.slice(1)] }, [2]).shippingCents).toBe(0)
    const cameBack = { ...sent, returnedAt: now }
    expect(returnLines({ ...order, lines: [cameBack, ...parcels.slice(1)] }, [2]).shippingCents).toBe(0)
  })

  test('stays where a firearm or a download goes back, whatever else is over', () => {
    const others = [
      line({ position: 3 }),
      line({ position: 4, fulfillment: 'digital', stage: null, deliveredAt: now }),
    ]
    const givenBack = parcels.map((each) => ({ ...each, returnedAt: now }))
    expect(returnLines({ ...order, lines: [...givenBack, ...others] }, [3]).shippingCents).toBe(0)
    const downloaded = [...parcels, ...others]
    expect(returnLines({ ...order, lines: downloaded }, [1, 2]).shippingCents).toBe(1_065)
  })
})

describe('returned items of a line', () => {
  const three = line({ unitCents: 1_000, quantity: 3, taxCents: 100, fulfillment: 'shipping', stage: null })
  const given = (refundedCents: number, isLast = false) =>
    returnPieces({ lines: [{ ...three, refundedCents }] }, [{ position: 0, quantity: 1, isLast }]).lines

  test('are refunded by their share, and never more than is left of the line', () => {
    expect(given(0)).toEqual([{ position: 0, amountCents: 1_033, isReturned: false }])
    expect(given(2_600)).toEqual([{ position: 0, amountCents: 500, isReturned: false }])
    expect(given(3_100)).toEqual([])
    const two = (position: number, quantity: number) =>
      returnPieces({ lines: [three, { ...three, position: 1 }] }, [{ position, quantity, isLast: false }])
        .lines
    expect(two(1, 2)).toEqual([{ position: 1, amountCents: 2_067, isReturned: false }])
    expect(two(2, 1)).toEqual([])
    for (const over of [{ returnedAt: now }, { isReturning: true }])
      expect(
        returnPieces({ lines: [{ ...three, ...over }] }, [{ position: 0, quantity: 1, isLast: true }]).lines,
      ).toEqual([])
  })

  test('take all that is left with the last of them', () => {
    expect(given(2_066, true)).toEqual([{ position: 0, amountCents: 1_034, isReturned: true }])
    expect(given(3_100, true)).toEqual([{ position: 0, amountCents: 0, isReturned: true }])
  })
})

describe('a refund of lines', () => {
  const money = { shippingCents: 900, shippingTaxCents: 0, shippingRefundedCents: 0 }
  const free = line({ position: 1, unitCents: 0, fulfillment: 'digital', stage: null })
  const other = line({ position: 2 })
  const positionsOf = (parts: RefundParts) => parts.lines.map(({ position }) => position)

  test('takes what was free along with the last paid line only', () => {
    expect(positionsOf(returnLines({ ...money, lines: [line(), free] }, [0]))).toEqual([0, 1])
    expect(positionsOf(returnLines({ ...money, lines: [line(), free, other] }, [0]))).toEqual([0])
    const second = { ...free, position: 3 }
    expect(positionsOf(returnLines({ ...money, lines: [free, second] }, [1]))).toEqual([1])
  })

  test('takes no line that is being returned again', () => {
    const returning = line({ isReturning: true })
    expect(positionsOf(returnLines({ ...money, lines: [returning, other] }, [0, 2]))).toEqual([2])
    const afterwards = afterOpenRefunds({ ...money, lines: [line({ unitCents: 500 }), other] }, [
      { lines: [{ position: 0, amountCents: 200, isReturned: false }], shippingCents: 100 },
      { lines: [{ position: 0, amountCents: 100, isReturned: true }], shippingCents: 50 },
    ])
    expect(afterwards.shippingRefundedCents).toBe(150)
    expect(afterwards.lines.map((each) => [each.refundedCents, each.isReturning])).toEqual([
      [300, true],
      [0, false],
    ])
    expect(returnAll(afterwards)).toEqual({
      lines: [
        { position: 0, amountCents: 200, isReturned: false },
        { position: 2, amountCents: 10_000, isReturned: true },
      ],
      shippingCents: 750,
    })
    expect(
      positionsOf(returnAll({ ...money, lines: [{ ...line(), returnedAt: now, refundedCents: 1e4 }] })),
    ).toEqual([])
  })

  test('by amount returns nothing, until it is everything', () => {
    const order = { ...money, lines: [line(), free, other] }
    expect(refundAmount(order, 12_000)).toEqual({
      lines: [
        { position: 0, amountCents: 10_000, isReturned: false },
        { position: 2, amountCents: 2_000, isReturned: false },
      ],
      shippingCents: 0,
    })
    expect(refundAmount(order, 20_899).lines.some(({ isReturned }) => isReturned)).toBe(false)
    expect(refundAmount(order, 20_900)).toEqual(returnAll(order))
  })
})

test('returned stock is open again before its form, and after its parcel only if it is released', () => {
  const goods = { fulfillment: 'shipping' as const, stage: null, deliveredAt: null }
  expect(stockReturn(goods)).toBe('opens')
  expect(stockReturn({ ...goods, deliveredAt: now })).toBe('if_released')
  expect(stockReturn({ ...goods, fulfillment: 'digital', deliveredAt: now })).toBe('opens')
  const firearm = { ...goods, fulfillment: 'ffl_transfer' as const, stage: 'reserved' as const }
  expect(stockReturn({ ...firearm, deliveredAt: now })).toBe('opens')
  expect(stages.map((stage) => stockReturn({ ...firearm, stage }))).toEqual([
    ...Array.from({ length: 5 }, () => 'opens'), // up to `built`
    ...Array.from({ length: 2 }, () => 'if_released'), // Form 3, filed and approved
    ...Array.from({ length: 5 }, () => 'stays'), // from `shipped` on
  ])
  expect(stockReturn({ ...firearm, stage: null })).toBe('opens')
  expect(stockReturn({ ...firearm, stage: 'refunded' as const, returnedStage: 'at_dealer' })).toBe('stays')
})

test('unsent are the parcels that nobody sent or returns', () => {
  const goods = line({ fulfillment: 'shipping', stage: null })
  const all = [
    goods,
    line(),
    { ...goods, deliveredAt: now },
    { ...goods, returnedAt: now },
    { ...goods, isReturning: true },
  ]
  expect(unsentLines(all)).toEqual([goods])
})

const orders = fc
  .record({
    lines: fc.array(
      fc.record({
        unitCents: fc.oneof(fc.constant(0), fc.nat(500_000)),
        quantity: fc.integer({ min: 1, max: 20 }),
        taxCents: fc.nat(5_000),
        fulfillment: fc.constantFrom(...fulfillments),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    shippingCents: fc.nat(3_000),
    shippingTaxCents: fc.nat(300),
  })
  .map(({ lines, ...shipping }) => ({
    ...shipping,
    shippingRefundedCents: 0,
    lines: lines.map(({ taxCents, ...values }, position) =>
      line({
        ...values,
        position,
        stage: null,
        taxCents: values.unitCents === 0 ? 0 : taxCents,
      }),
    ),
  }))
type TestOrder = typeof orders extends fc.Arbitrary<infer Order> ? Order : never

function given(order: TestOrder, parts: RefundParts): TestOrder {
  return {
    ...order,
    shippingRefundedCents: order.shippingRefundedCents + parts.shippingCents,
    lines: order.lines.map((each) => {
      const part = parts.lines.find(({ position }) => position === each.position)
      if (!part) return each
      const refundedCents = each.refundedCents + part.amountCents
      return { ...each, refundedCents, returnedAt: part.isReturned ? now : each.returnedAt }
    }),
  }
}

const stored = (order: TestOrder) =>
  order.lines.reduce((sum, each) => sum + unrefundedLineCents(each), unrefundedShippingCents(order))

test('any sequence of refunds adds up to the cent, and refunds nothing twice', () => {
  const step = fc.oneof(
    fc.record({ take: fc.array(fc.nat(5), { maxLength: 3 }) }),
    fc.record({ amount: fc.integer({ min: 1, max: 400_000 }) }),
  )
  fc.assert(
    fc.property(orders, fc.array(step, { maxLength: 8 }), (start, steps) => {
      const total = stored(start)
      expect(total).toBe(
        start.lines.reduce(
          (sum, each) => sum + lineCents(each),
          start.shippingCents + start.shippingTaxCents,
        ),
      )
      let order = start
      let back = 0
      for (const each of steps) {
        const amount = 'amount' in each ? Math.min(each.amount, stored(order)) : 0
        const parts = 'take' in each ? returnLines(order, each.take) : refundAmount(order, amount)
        expect('amount' in each ? refundCents(parts) : amount).toBe(amount)
        back += refundCents(parts)
        order = given(order, parts)
        expect(stored(order)).toBe(total - back)
        for (const one of order.lines) {
          expect(unrefundedLineCents(one)).toBeGreaterThanOrEqual(0)
          expect(one.returnedAt ? unrefundedLineCents(one) : 0).toBe(0)
        }
        expect(unrefundedShippingCents(order)).toBeGreaterThanOrEqual(0)
      }
      const rest = returnAll(order)
      expect(refundCents(rest)).toBe(total - back)
      const end = given(order, rest)
      expect(stored(end)).toBe(0)
      expect(end.lines.every(({ returnedAt }) => returnedAt)).toBe(true)
    }),
  )
})
