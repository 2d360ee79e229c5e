import { expect, test } from 'vitest'
import type { ListedLine, ListedOrder } from '#app/features/orders/store/order-list.server.ts'
import { formatAge, goodsOf, nextStepOf, refundEnd, slowestFirearm } from './listed.ts'

const now = new Date('2026-11-20T12:00:00Z')
const plate = { unitNumber: 7 } as ListedLine['plate']
const answer = (is: 'accepted' | 'expired' | 'requested') => ({ is }) as ListedOrder['dealerAnswer']
const line = (values: Partial<ListedLine> = {}) =>
  ({
    position: 0,
    kind: 'drop_unit',
    title: 'Noir Vol. 1',
    quantity: 1,
    plate,
    stage: 'reserved',
    itemClass: 'sbr',
    fulfillment: 'ffl_transfer',
    refundUntil: null,
    deliveredAt: null,
    returnedAt: null,
    ...values,
  }) as ListedLine
const parcel = (values: Partial<ListedLine> = {}) =>
  line({
    kind: 'accessory',
    title: 'Light',
    plate: null,
    stage: null,
    itemClass: null,
    fulfillment: 'shipping',
    ...values,
  })
const order = (values: Partial<ListedOrder> = {}) => ({
  state: 'paid' as const,
  isInReview: false,
  dealerName: 'Sample Arms',
  dealerAnswer: answer('accepted'),
  lines: [line()],
  ...values,
})

test.each([
  [30_000, '0 min'],
  [40 * 60_000, '40 min'],
  [4 * 3_600_000, '4 h'],
  [47 * 3_600_000, '47 h'],
  [6.9 * 86_400_000, '6 d'],
  [-5_000, '0 min'],
])('%i ms ago is %s', (ms, words) => {
  expect(formatAge(new Date(now.getTime() - ms), now)).toBe(words)
})

test('goods are the first line that is not returned', () => {
  expect(goodsOf([line({ returnedAt: now }), parcel({ quantity: 2 })])).toEqual({
    title: 'Light',
    number: null,
    quantity: 2,
    more: 1,
  })
  expect(goodsOf([line({ returnedAt: now })])).toMatchObject({ number: 7, more: 0 })
  expect(goodsOf([])).toMatchObject({ title: '' })
})

test('the firearm that is furthest behind speaks for the order; one that ended does not', () => {
  const lines = [
    line({ stage: 'in_build' }),
    line({ position: 1, stage: 'agreed' }),
    line({ position: 2, stage: 'canceled' }),
  ]
  expect(slowestFirearm(lines)?.position).toBe(1)
  expect(slowestFirearm([line({ stage: 'canceled' })])?.stage).toBe('canceled')
  expect(slowestFirearm([parcel()])).toBeUndefined()
})

test('a refund is open to Form 3, to the parcel, or to a day', () => {
  expect(refundEnd(order(), now)).toBe('form_filed')
  expect(refundEnd(order({ lines: [parcel()] }), now)).toBe('dispatched')
  expect(refundEnd(order({ lines: [parcel({ deliveredAt: now })] }), now)).toBeUndefined()
  expect(refundEnd(order({ lines: [line({ stage: 'form3_filed' })] }), now)).toBeUndefined()
  expect(refundEnd(order({ state: 'held' }), now)).toBeUndefined()
})

test.each([
  ['held', {}, 'Buyer pays'],
  ['unknown', {}, 'Gateway answers'],
  ['review', {}, 'Gateway decides'],
  ['paid_unfulfilled', {}, 'Charged without stock: refund'],
  ['refunded', {}, undefined],
  ['paid', { isInReview: true }, 'Decide'],
  ['paid', {}, 'Agree the price'],
  ['paid', { lines: [line({ stage: 'agreed' })] }, 'Balance'],
  ['paid', { lines: [line({ stage: 'built' })] }, 'File Form 3'],
  [
    'paid',
    { lines: [line({ stage: 'built' })], dealerName: null, dealerAnswer: null },
    'Buyer chooses a dealer',
  ],
  ['paid', { lines: [line({ stage: 'built' })], dealerAnswer: answer('expired') }, 'Another dealer'],
  ['paid', { lines: [line({ stage: 'built' })], dealerAnswer: answer('requested') }, 'Dealer answers'],
  ['paid', { lines: [line({ stage: 'built', itemClass: 'rifle' })] }, 'Ship to the dealer'],
  [
    'paid',
    { lines: [line({ stage: 'built', itemClass: 'rifle' })], dealerName: null },
    'Buyer chooses a dealer',
  ],
  ['paid', { lines: [line({ stage: 'form4_approved' })] }, 'Pickup'],
  ['paid', { lines: [line({ stage: 'picked_up' })] }, undefined],
  ['paid', { lines: [line({ stage: 'picked_up' }), parcel()] }, 'Ship'],
  ['paid', { lines: [parcel({ deliveredAt: now })] }, undefined],
  ['paid', { lines: [parcel({ returnedAt: now })] }, undefined],
  ['paid', { lines: [line({ returnedAt: now }), parcel()] }, 'Ship'],
] as const)('%s with %j waits for %s', (state, values, step) => {
  expect(nextStepOf(order({ ...values, state } as Partial<ListedOrder>))?.words).toBe(step)
})
