import { expect, test } from 'vitest'
import { clockOf } from './clocks.ts'

const paidAt = new Date('2026-11-01T12:00:00Z')
const order = { state: 'paid' as const, paidAt }
const line = {
  position: 0,
  fulfillment: 'shipping' as const,
  stage: null,
  itemClass: null,
  refundUntil: null,
  deliveredAt: null,
  returnedAt: null,
  unitCents: 100,
  quantity: 1,
  taxCents: 0,
  refundedCents: 0,
}
const onDay = (days: number) => new Date(paidAt.getTime() + days * 24 * 3_600_000)

test('a parcel’s clock runs for the 30 days in which it has to leave, and is over once it left', () => {
  expect(clockOf(line, order, onDay(15))).toEqual({ now: 0.5, thresholds: [2 / 3] })
  expect(clockOf(line, order, onDay(40))).toMatchObject({ now: 1 })
  expect(clockOf({ ...line, deliveredAt: onDay(1) }, order, onDay(2))).toMatchObject({ now: 1 })
})

test('a class’s clock runs to its own end', () => {
  const seat = { ...line, fulfillment: 'in_person' as const, refundUntil: onDay(10) }
  expect(clockOf(seat, order, onDay(5))).toEqual({ now: 0.5, thresholds: [] })
  expect(clockOf({ ...seat, refundUntil: null }, order, onDay(5))).toBeUndefined()
})

test('a firearm’s clock runs by stages up to the form that ends it, along the path of its class', () => {
  const rifle = { ...line, fulfillment: 'ffl_transfer' as const, itemClass: 'sbr' }
  const at = (stage: 'reserved' | 'built' | 'form3_filed' | 'picked_up', itemClass = 'sbr') =>
    clockOf({ ...rifle, stage, itemClass }, order, onDay(1))
  expect(at('reserved')).toMatchObject({ now: 0 })
  expect(at('built')).toEqual({ now: 0.8, thresholds: [0.2, 0.4, 0.6, 0.8] })
  expect(at('form3_filed')).toMatchObject({ now: 1 })
  expect(at('picked_up')).toMatchObject({ now: 1 })
  // Without Form 3 the shipment ends it.
  expect(at('built', 'rifle')?.now).toBeLessThan(1)
})

test('a returned line, an unpaid line and a download have no clock', () => {
  expect(clockOf({ ...line, returnedAt: onDay(1) }, order, onDay(2))).toBeUndefined()
  expect(clockOf(line, { state: 'held', paidAt: null }, onDay(2))).toBeUndefined()
  expect(clockOf({ ...line, fulfillment: 'digital' }, order, onDay(2))).toBeUndefined()
})
