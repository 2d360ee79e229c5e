import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { after, day, hour, minute, second } from '#app/kit/clock.ts'
import {
  type EndedHold,
  type HoldProof,
  invoiceDue,
  isCardTesting,
  type LiveLine,
  maxHeldAtOnce,
  maxHeldQuantity,
  maxInvoiceUnits,
  mayBuyMore,
  mayHoldMore,
  mayTryToPay,
  minOfferMs,
  offerMs,
  offerUntil,
  proofLevel,
  testingDeclines,
  type Tries,
  type TryKey,
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

describe('an offer from a waitlist', () => {
  test.each([
    [3 * day, day],
    [day, day],
    [5 * hour, 5 * hour],
    [hour, hour],
  ])('with %i ms until the sale closes it is held for %i ms', (closesInMs, heldMs) => {
    expect(offerUntil(after(now, closesInMs), now)).toEqual(after(now, heldMs))
  })

  test('without a closing time an offer lasts a day', () => {
    expect(offerUntil(null, now)).toEqual(after(now, day))
  })

  test('nothing is offered in the last hour or later', () => {
    for (const ms of [hour - 1, minute, 0, -day]) expect(offerUntil(after(now, ms), now)).toBeNull()
  })

  test('an offer lasts at most a day, never past closing, and at least an hour', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(fc.integer({ min: -2 * day, max: 60 * day }), (ms) => {
        const lasts = (offerUntil(after(now, ms), now)?.getTime() ?? now.getTime()) - now.getTime()
        expect(lasts).toBe(ms < minOfferMs ? 0 : Math.min(ms, offerMs))
      }),
    )
  })
})

describe('an invoice', () => {
  const terms = { holdHours: 24, dueDays: 7 }
  const unit = { kind: 'drop_unit' as const, refundUntil: null }
  const light = { kind: 'accessory' as const, refundUntil: null }
  const seat = (refundUntil: Date) => ({ kind: 'course_seat' as const, refundUntil })

  test('an invoice for numbered items is due in hours, otherwise in days', () => {
    expect(invoiceDue([light], terms, now)).toEqual({ ok: true, dueAt: after(now, 7 * day) })
    expect(invoiceDue([light, unit], terms, now)).toEqual({ ok: true, dueAt: after(now, day) })
    expect(invoiceDue([unit], { holdHours: 72, dueDays: 1 }, now)).toEqual({
      ok: true,
      dueAt: after(now, day),
    })
  })

  test('an invoice for a seat is due before its roster closes, or refused', () => {
    expect(invoiceDue([seat(after(now, 5 * day))], terms, now)).toEqual({ ok: true, dueAt: after(now, day) })
    const soon = after(now, 3 * hour)
    expect(invoiceDue([light, seat(soon)], terms, now)).toEqual({ ok: true, dueAt: soon })
    expect(invoiceDue([seat(after(now, 59 * minute))], terms, now)).toMatchObject({
      why: 'too_late_for_invoice',
    })
    expect(invoiceDue([seat(after(now, -day))], terms, now)).toMatchObject({ why: 'too_late_for_invoice' })
  })

  test('an invoice may be due in an hour, not sooner', () => {
    const soon = after(now, hour)
    expect(invoiceDue([seat(soon)], terms, now)).toEqual({ ok: true, dueAt: soon })
  })

  test('an invoice for a balance is due when the balance is, however soon', () => {
    const balance = { kind: 'balance' as const, refundUntil: null }
    for (const dueAt of [after(now, minute), after(now, 30 * day)])
      expect(invoiceDue([balance], terms, now, dueAt)).toEqual({ ok: true, dueAt })
  })

  test('an invoice holds few numbered items', () => {
    const units = (count: number) => Array.from({ length: count }, () => unit)
    expect(invoiceDue([...units(maxInvoiceUnits), light], terms, now).ok).toBe(true)
    expect(invoiceDue(units(maxInvoiceUnits + 1), terms, now)).toEqual({
      ok: false,
      why: 'too_many_for_invoice',
    })
  })
})

describe('a try to pay', () => {
  const of = (tries: number, declines = 0, paid = 0): Tries => ({ tries, declines, paid })
  const all = (values: Partial<Record<TryKey, Tries>>) => ({
    orderId: of(0),
    address: of(0),
    mail: of(0),
    card: of(0),
    ...values,
  })

  test('a mistyped card can be retried, a series of declines cannot', () => {
    expect(mayTryToPay(all({ card: of(4, 3), orderId: of(4, 3) }))).toBe(true)
    expect(mayTryToPay(all({ card: of(5, 4) }))).toBe(false)
    expect(mayTryToPay(all({ orderId: of(6, 5) }))).toBe(true)
    expect(mayTryToPay(all({ orderId: of(7, 6) }))).toBe(false)
    expect(mayTryToPay(all({ mail: of(7, 6) }))).toBe(false)
  })

  test('order, email and card refuse each on its own; an address never does', () => {
    for (const key of ['orderId', 'mail', 'card'] as const)
      expect(mayTryToPay(all({ [key]: of(999) }))).toBe(false)
    expect(mayTryToPay(all({ address: of(999, 999) }))).toBe(true)
  })

  test('a payment that went through takes its weight back', () => {
    expect(mayTryToPay(all({ card: of(40, 3, 37) }))).toBe(true)
    expect(proofLevel(of(500, 0, 500), false)).toBe(0)
  })

  test('an address where much is tried needs a proof, harder each time its tries double', () => {
    expect(proofLevel(of(36), false)).toBe(0)
    expect(proofLevel(of(12, 12), false)).toBe(0)
    expect(proofLevel(of(37), false)).toBe(1)
    expect(proofLevel(of(13, 13), false)).toBe(1)
    expect(proofLevel(of(24, 24), false)).toBe(2)
    expect(proofLevel(of(48, 48), false)).toBe(3)
    expect(proofLevel(of(96, 96), false)).toBe(4)
    expect(proofLevel(of(9_999, 9_999), false)).toBe(4)
  })

  test('while cards are being tested, every payment needs one', () => {
    expect(proofLevel(of(0), true)).toBe(1)
    expect(proofLevel(of(24, 24), true)).toBe(2)
  })

  test('card testing means many declines that are most of the tries', () => {
    expect(isCardTesting(of(testingDeclines, testingDeclines))).toBe(true)
    expect(isCardTesting(of(testingDeclines - 1, testingDeclines - 1))).toBe(false)
    expect(isCardTesting(of(2 * testingDeclines, testingDeclines))).toBe(true)
    expect(isCardTesting(of(2 * testingDeclines + 1, testingDeclines))).toBe(false)
  })
})
