import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import {
  type EndedHold,
  type HoldProof,
  type LiveLine,
  maxHeldAtOnce,
  maxHeldQuantity,
  mayBuyMore,
  mayHoldMore,
  unpaidPerNetwork,
  type WantedLine,
} from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const bounds = (values: Partial<NonNullable<WantedLine['bounds']>> = {}) => ({
  max: 2,
  unpaidPerNetwork: null,
  run: 25,
  ...values,
})
const unit = (values: Partial<WantedLine> = {}): WantedLine => ({
  kind: 'drop_unit',
  scope: 'noir',
  number: null,
  bounds: bounds(),
  ...values,
})
const seat: WantedLine = { kind: 'course_seat', scope: null, number: null, bounds: null }
const patch: WantedLine = { kind: 'patch', scope: null, number: null, bounds: null }
const had = (values: Partial<LiveLine> = {}): LiveLine => ({
  kind: 'drop_unit',
  scope: 'noir',
  quantity: 1,
  isHeld: true,
  shares: { visitor: true },
  ...values,
})
const times = <Thing>(count: number, thing: Thing) => Array.from({ length: count }, () => thing)
const judge = (
  requested: readonly WantedLine[],
  live: readonly LiveLine[],
  { proof = 'usual', ended = [] }: { proof?: HoldProof; ended?: readonly EndedHold[] } = {},
) => mayHoldMore(requested, { live, ended }, { proof, now })

describe('numbers of one drop', () => {
  test('are limited to two per buyer, held and bought together', () => {
    expect(judge([unit(), unit()], [])).toEqual({ ok: true })
    expect(judge([unit()], [had()])).toEqual({ ok: true })
    const bought = had({ isHeld: false })
    expect(judge([unit()], [had(), bought])).toEqual({ ok: false, why: 'buyer_limit', max: 2 })
    expect(judge([unit(), unit()], [bought])).toMatchObject({ why: 'buyer_limit' })
  })

  test('are limited by a confirmed email as by a browser', () => {
    const mailed = had({ isHeld: false, shares: { mail: true } })
    expect(judge([unit()], [mailed, mailed], { proof: 'more' })).toMatchObject({ why: 'mail_limit' })
  })

  test('are counted per drop, without other buyers', () => {
    expect(judge([unit()], times(2, had({ scope: 'other', isHeld: false })))).toEqual({ ok: true })
    expect(judge([unit()], times(2, had({ kind: 'patch', isHeld: false })))).toEqual({ ok: true })
    expect(judge([unit()], times(9, had({ shares: {} })))).toEqual({ ok: true })
    const other = unit({ scope: 'other' })
    expect(judge([unit(), unit(), other, other], [])).toEqual({ ok: true })
  })

  test('follow the drop’s own limit, or none', () => {
    const limited = (max: number | null) => unit({ bounds: bounds({ max }) })
    expect(judge([limited(1)], [had()])).toMatchObject({ max: 1 })
    expect(judge([limited(3)], [had(), had()])).toEqual({ ok: true })
    expect(judge([limited(null)], times(9, had({ isHeld: false })))).toEqual({ ok: true })
  })

  test('are refused beyond the limit in one order, even without a holder', () => {
    expect(judge(times(3, unit()), [])).toEqual({ ok: false, why: 'buyer_limit', max: 2 })
    expect(mayBuyMore(times(3, unit()), [])).toEqual({ ok: false, why: 'buyer_limit', max: 2 })
  })

  test('are limited to two per email, per card, and per name with ZIP code', () => {
    const mailed = had({ isHeld: false, shares: { mail: true } })
    expect(mayBuyMore([unit()], [mailed])).toEqual({ ok: true })
    expect(mayBuyMore([unit()], [mailed, mailed])).toMatchObject({ why: 'mail_limit', max: 2 })
    for (const [key, why] of [
      ['card', 'card_limit'],
      ['home', 'home_limit'],
    ] as const)
      expect(mayBuyMore([unit()], times(2, had({ shares: { [key]: true } })))).toMatchObject({ why })
  })
})

describe('a network that many share', () => {
  const near = had({ shares: { address: true } })

  test('is never refused, whatever it holds or has bought: at most more proof is asked', () => {
    const shared = fc.record({
      isHeld: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 200 }),
      kind: fc.constantFrom<LiveLine['kind'][]>('drop_unit', 'course_seat', 'accessory'),
      scope: fc.constantFrom('noir', null),
    })
    fc.assert(
      fc.property(fc.array(shared), fc.constantFrom(unit(), seat, patch), (lines, wanted) => {
        const live = lines.map((line) => ({ ...line, shares: { address: true } }))
        expect(judge([wanted], live, { proof: 'more' })).toEqual({ ok: true })
        const usual = judge([wanted], live)
        expect(usual.ok || usual.why === 'more_proof').toBe(true)
        expect(mayBuyMore([wanted], live)).toEqual({ ok: true })
      }),
    )
  })

  test('is asked for more proof above six unpaid holds, or a tenth of the run', () => {
    expect(judge([unit()], times(5, near))).toEqual({ ok: true })
    expect(judge([unit()], times(6, near))).toEqual({ ok: false, why: 'more_proof' })
    const big = unit({ bounds: bounds({ run: 1_000 }) })
    expect(judge([big], times(99, near))).toEqual({ ok: true })
    expect(judge([big], times(100, near))).toMatchObject({ why: 'more_proof' })
    expect([1, 60, 61, 1_000].map((run) => unpaidPerNetwork(bounds({ run })))).toEqual([6, 6, 7, 100])
  })

  test('is asked from the number that the owner set', () => {
    const strict = unit({ bounds: bounds({ unpaidPerNetwork: 1 }) })
    expect(judge([strict], [])).toEqual({ ok: true })
    expect(judge([strict], [near])).toMatchObject({ why: 'more_proof' })
  })

  test('is not asked for what it has bought, or holds of another drop', () => {
    expect(judge([unit()], times(99, had({ isHeld: false, shares: { address: true } })))).toEqual({
      ok: true,
    })
    expect(judge([unit()], times(99, { ...near, scope: 'other' }))).toEqual({ ok: true })
  })

  test('is asked for seats and counted goods, too', () => {
    const seats = { ...near, kind: 'course_seat' as const, scope: null }
    expect(judge([seat], times(5, seats))).toEqual({ ok: true })
    expect(judge([seat], times(6, seats))).toMatchObject({ why: 'more_proof' })
    const pieces = (quantity: number) => [{ ...near, kind: 'accessory' as const, scope: null, quantity }]
    expect(judge([patch], pieces(maxHeldQuantity - 1))).toEqual({ ok: true })
    expect(judge([patch], pieces(maxHeldQuantity))).toMatchObject({ why: 'more_proof' })
  })

  test('a press that proved nothing is asked wherever it comes from', () => {
    expect(judge([unit()], [], { proof: 'none' })).toEqual({ ok: false, why: 'more_proof' })
  })
})

describe('everything that one buyer holds at the same time', () => {
  const held = (values: Partial<LiveLine> = {}) => had({ kind: 'build_slot', scope: null, ...values })

  test('is limited to four numbered items, whatever was proved', () => {
    for (const key of ['visitor', 'mail'] as const) {
      const line = held({ shares: { [key]: true } })
      expect(judge([seat], times(maxHeldAtOnce - 1, line))).toEqual({ ok: true })
      const verdict = judge([seat], times(maxHeldAtOnce, line), { proof: 'more' })
      expect(verdict).toEqual({ ok: false, why: 'held_limit', max: maxHeldAtOnce })
    }
  })

  test('does not include purchases', () => {
    expect(judge([seat], times(9, held({ isHeld: false })))).toEqual({ ok: true })
  })

  test('has its own limit for quantities', () => {
    const pieces = (quantity: number) => [held({ kind: 'accessory', quantity })]
    expect(judge([patch], pieces(maxHeldQuantity - 1))).toEqual({ ok: true })
    expect(judge([patch], pieces(maxHeldQuantity))).toMatchObject({ max: maxHeldQuantity })
    expect(judge([seat], pieces(maxHeldQuantity))).toEqual({ ok: true })
    expect(judge([patch], times(maxHeldQuantity, held()))).toEqual({ ok: true })
  })
})

describe('a number that its buyer let go twice', () => {
  const gone = (ago: number, number = 7, scope = 'noir'): EndedHold => ({
    kind: 'drop_unit',
    scope,
    number,
    endedAt: after(now, -ago),
  })
  const wanted = unit({ number: 7 })
  const verdictOf = (ended: readonly EndedHold[], line = wanted) =>
    judge([line], [], { proof: 'more', ended })

  test('rests for a minute', () => {
    const twice = [gone(5 * minute), gone(second)]
    expect(verdictOf(twice)).toEqual({ ok: false, why: 'cooling_down' })
    expect(verdictOf(twice, unit())).toEqual({ ok: false, why: 'cooling_down' })
    expect(verdictOf([gone(5 * minute), gone(minute)])).toEqual({ ok: true })
  })

  test('once, another number, another drop, or long ago is nothing', () => {
    expect(verdictOf([gone(second)])).toEqual({ ok: true })
    expect(verdictOf([gone(second), gone(second, 8)])).toEqual({ ok: true })
    expect(verdictOf([gone(second), gone(second)], unit({ number: 8 }))).toEqual({ ok: true })
    expect(verdictOf([gone(second, 7, 'other'), gone(second, 7, 'other')])).toEqual({ ok: true })
    expect(verdictOf([gone(second), gone(hour)])).toEqual({ ok: true })
  })
})
