import { describe, expect, test } from 'vitest'
import {
  type LiveLine,
  maxHeldAtOnce,
  maxHeldQuantity,
  mayBuyMore,
  mayHoldMore,
  type WantedLine,
} from './hold-limits.ts'

const unit = (scope = 'noir', max: number | null = 2): WantedLine => ({ kind: 'drop_unit', scope, max })
const had = (values: Partial<LiveLine> = {}): LiveLine => ({
  kind: 'drop_unit',
  scope: 'noir',
  quantity: 1,
  isHeld: true,
  shares: { visitor: true },
  ...values,
})
const times = <Thing>(count: number, thing: Thing) => Array.from({ length: count }, () => thing)

describe('numbers of one drop', () => {
  test('are limited to two per buyer, held and bought together', () => {
    expect(mayHoldMore([unit(), unit()], [])).toEqual({ ok: true })
    expect(mayHoldMore([unit()], [had()])).toEqual({ ok: true })
    const bought = had({ isHeld: false })
    expect(mayHoldMore([unit()], [had(), bought])).toEqual({ ok: false, why: 'buyer_limit', max: 2 })
    expect(mayHoldMore([unit(), unit()], [bought])).toMatchObject({ why: 'buyer_limit' })
  })

  test('are limited to two per address and eight per wider network', () => {
    const near = had({ shares: { address: true } })
    expect(mayHoldMore([unit()], [near])).toEqual({ ok: true })
    expect(mayHoldMore([unit()], [near, near])).toMatchObject({ why: 'address_limit' })
    const around = had({ isHeld: false, shares: { network: true } })
    expect(mayHoldMore([unit()], times(7, around))).toEqual({ ok: true })
    expect(mayHoldMore([unit()], times(8, around))).toMatchObject({ why: 'address_limit' })
  })

  test('are counted per drop, without other buyers', () => {
    expect(mayHoldMore([unit()], times(2, had({ scope: 'other', isHeld: false })))).toEqual({ ok: true })
    expect(mayHoldMore([unit()], times(2, had({ kind: 'patch', isHeld: false })))).toEqual({ ok: true })
    expect(mayHoldMore([unit()], times(9, had({ shares: {} })))).toEqual({ ok: true })
    expect(mayHoldMore([unit(), unit(), unit('other'), unit('other')], [])).toEqual({ ok: true })
  })

  test('follow the drop’s own limit, or none', () => {
    expect(mayHoldMore([unit('noir', 1)], [had()])).toMatchObject({ max: 1 })
    expect(mayHoldMore([unit('noir', 3)], [had(), had()])).toEqual({ ok: true })
    expect(mayHoldMore([unit('noir', null)], times(9, had({ isHeld: false })))).toEqual({ ok: true })
  })

  test('are refused beyond the limit in one order, even without a holder', () => {
    expect(mayHoldMore(times(3, unit()), [])).toEqual({ ok: false, why: 'buyer_limit', max: 2 })
    expect(mayBuyMore(times(3, unit()), [])).toEqual({ ok: false, why: 'buyer_limit', max: 2 })
  })

  test('are limited to two per email and per card', () => {
    const mailed = had({ isHeld: false, shares: { mail: true } })
    expect(mayBuyMore([unit()], [mailed])).toEqual({ ok: true })
    expect(mayBuyMore([unit()], [mailed, mailed])).toMatchObject({ why: 'mail_limit', max: 2 })
    expect(mayBuyMore([unit()], times(2, had({ shares: { card: true } })))).toMatchObject({
      why: 'card_limit',
    })
    // Where they were held from was judged when they were.
    expect(mayBuyMore([unit()], times(2, had({ shares: { address: true } })))).toEqual({ ok: true })
  })
})

describe('everything held at the same time', () => {
  const seat: WantedLine = { kind: 'course_seat', scope: null, max: null }
  const held = (values: Partial<LiveLine> = {}) => had({ kind: 'build_slot', scope: null, ...values })

  test('is limited to four numbered items per browser and address', () => {
    for (const key of ['visitor', 'address'] as const) {
      const line = held({ shares: { [key]: true } })
      expect(mayHoldMore([seat], times(maxHeldAtOnce - 1, line))).toEqual({ ok: true })
      expect(mayHoldMore([seat], times(maxHeldAtOnce, line))).toEqual({
        ok: false,
        why: 'held_limit',
        max: maxHeldAtOnce,
      })
    }
    const around = held({ shares: { network: true } })
    expect(mayHoldMore([seat], times(maxHeldAtOnce * 4 - 1, around))).toEqual({ ok: true })
    expect(mayHoldMore([seat], times(maxHeldAtOnce * 4, around))).toMatchObject({ why: 'held_limit' })
  })

  test('does not include purchases', () => {
    expect(mayHoldMore([seat], times(9, held({ isHeld: false })))).toEqual({ ok: true })
  })

  test('has its own limit for quantities', () => {
    const patch: WantedLine = { kind: 'patch', scope: null, max: null }
    const pieces = (quantity: number) => [held({ kind: 'accessory', quantity })]
    expect(mayHoldMore([patch], pieces(maxHeldQuantity - 1))).toEqual({ ok: true })
    expect(mayHoldMore([patch], pieces(maxHeldQuantity))).toMatchObject({ max: maxHeldQuantity })
    expect(mayHoldMore([seat], pieces(maxHeldQuantity))).toEqual({ ok: true })
    expect(mayHoldMore([patch], times(maxHeldQuantity, held()))).toEqual({ ok: true })
    const around = (quantity: number) =>
      pieces(quantity).map((line) => ({ ...line, shares: { network: true } }))
    expect(mayHoldMore([patch], around(maxHeldQuantity * 4 - 1))).toEqual({ ok: true })
    expect(mayHoldMore([patch], around(maxHeldQuantity * 4))).toMatchObject({ why: 'held_limit' })
  })
})
