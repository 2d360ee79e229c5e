import { expect, test } from 'vitest'
import { after, day } from '#app/kit/clock.ts'
import { labelText, listOf, marksOf, pickList, urgencyOf, viewOf } from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const flags = {
  statesBarred: [],
  caAb1263: 'not_covered' as const,
  needsAdultSignature: false,
  isGroundOnly: false,
}
const line = { fulfillment: 'shipping', flags, magazine: null }

test('a parcel has the marks of any of its goods', () => {
  expect(marksOf([line], 'CA')).toEqual([])
  const signed = { ...line, flags: { ...flags, needsAdultSignature: true } }
  const ground = { ...line, flags: { ...flags, isGroundOnly: true } }
  expect(marksOf([line, signed, ground], 'FL')).toEqual(['adult_signature', 'no_air'])
  expect(marksOf([{ ...signed, fulfillment: 'ffl_transfer' }], 'FL')).toEqual([])
})

test('what goes to California is marked when its law covers it, or nobody knows; elsewhere it is not', () => {
  for (const caAb1263 of ['covered', 'unclear'] as const) {
    const covered = { ...line, flags: { ...flags, caAb1263 } }
    expect(marksOf([covered], 'CA')).toEqual(['california'])
    expect(marksOf([covered], 'NV')).toEqual([])
  }
  const magazine = { ...line, magazine: { capacity: 10, fits: 'both' } }
  expect(marksOf([magazine], 'CA')).toEqual(['california'])
  expect(marksOf([{ ...magazine, flags: null }], 'FL')).toEqual(['flags_unknown'])
})

test('an order is late on day 20 and over on day 30', () => {
  const at = (days: number) => urgencyOf(after(now, -days * day), now)
  expect([19.9, 20, 29.9, 30].map(at)).toEqual(['calm', 'late', 'late', 'over'])
})

test('an order is in the list of what staff do next with it', () => {
  const parcels = (...states: Parameters<typeof listOf>[1][number]['state'][]) =>
    states.map((state) => ({ state }))
  expect(listOf(['a piece'], parcels('packed'))).toBe('to-pack')
  expect(listOf([], parcels('sent', 'packed'))).toBe('packed')
  expect(listOf([], parcels('sent', 'returned'))).toBe('returns')
  expect(listOf([], parcels('sent'))).toBe('sent')
  expect(listOf([], [])).toBe('to-pack')
})

test('the pick list adds up what is left of each product over all orders', () => {
  const piece = { position: 1, title: 'Piece', detail: 'black' }
  const order = (id: string, quantity: number) => ({ order: { id }, left: [{ ...piece, quantity }] })
  expect(pickList([order('A', 2), order('B', 1)])).toEqual([
    { title: 'Piece', detail: 'black', quantity: 3, orders: ['A', 'B'] },
  ])
})

test('an address without a view, or with an unknown one, shows the packing list', () => {
  expect([null, 'x', 'sent'].map(viewOf)).toEqual(['to-pack', 'to-pack', 'sent'])
})

test('the label names the services that the goods need', () => {
  const order = { buyerPhone: null, shippingName: 'Ground' }
  const to = { address: ['A Buyer', '1 Ocean Drive'], order }
  expect(labelText({ ...to, marks: ['adult_signature', 'no_air', 'california'] }).split('\n')).toEqual([
    'A Buyer',
    '1 Ocean Drive',
    'Ground',
    'Adult signature required (21 or older)',
    'Ground only',
  ])
  expect(labelText({ ...to, order: { ...order, buyerPhone: '305 555 0100' }, marks: [] })).toBe(
    'A Buyer\n1 Ocean Drive\n305 555 0100\nGround',
  )
})
