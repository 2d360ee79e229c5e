import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localRule, stateRule } from '#test/state-rules.ts'
import type { StateRule } from '../rules.ts'
import { judgeMagazine, type Magazine, magazineFits, magazineLimit } from './magazines.ts'

const now = new Date('2026-11-20T15:00:00Z')

const rule = (state: string, values: Partial<StateRule> = {}) =>
  stateRule(state, { version: 4, sources: ['https://example.org'], ...values })
const limits = (handgun: number | null, longGun: number | null, magazineStatus = 'in_force') => ({
  magazineLimitHandgun: handgun,
  magazineLimitLongGun: longGun,
  magazineStatus,
})

const rules = [
  rule('TX'),
  rule('CA', { name: 'California', ...limits(10, 10), suggestedDefault: 'block' }),
  rule('IL', { ...limits(15, 10), suggestedDefault: 'block' }),
  rule('HI', limits(10, null)),
  rule('CT', { ...limits(10, 10), flags: ['magazine_needs_buyer_permit'] }),
  rule('VA', limits(15, 15, 'enacted_but_enjoined_check_31_dec_2026')),
  rule('DC', {
    ...limits(10, 10, 'struck_down_panel_rehearing_sought'),
    suggestedDefault: 'block',
  }),
]

const thirty: Magazine = { capacity: 30, fits: 'long_gun' }
const to = (shipState: string, magazine = thirty, more: object = {}) =>
  judgeMagazine(magazine, { shipState, ...more }, rules, now)

test('a state without a limit allows any magazine, and its row is cited', () => {
  expect(to('TX')).toEqual({
    outcome: 'allowed',
    reasons: [],
    rules: [{ id: 'TX', version: 4, asOf: '2026-11-20', sources: ['https://example.org'] }],
  })
})

test('more rounds than the limit in force are refused, and the limit is named with its row', () => {
  expect(to('CA')).toMatchObject({
    outcome: 'refused',
    reasons: [
      {
        role: 'delivery',
        rule: 'magazine',
        status: 'over_limit',
        limit: 10,
        cites: { id: 'CA', version: 4 },
      },
    ],
  })
})

test('exactly the limit is allowed, one more is not', () => {
  expect(to('CA', { capacity: 10, fits: 'handgun' }).outcome).toBe('allowed')
  expect(to('CA', { capacity: 11, fits: 'handgun' }).outcome).toBe('refused')
})

test('a magazine that fits both kinds is held to the lower limit', () => {
  expect(to('IL', { capacity: 15, fits: 'handgun' }).outcome).toBe('allowed')
  expect(to('IL', { capacity: 15, fits: 'both' })).toMatchObject({
    outcome: 'refused',
    reasons: [{ limit: 10 }],
  })
})

test('a limit for handguns only leaves long guns alone, and binds what fits both', () => {
  expect(to('HI').outcome).toBe('allowed')
  expect(to('HI', { capacity: 30, fits: 'both' }).outcome).toBe('refused')
})

test('where a state sells to its permit holders only, staff look at every magazine', () => {
  expect(to('CT', { capacity: 10, fits: 'handgun' })).toMatchObject({
    outcome: 'review',
    reasons: [{ status: 'needs_permit' }],
  })
})

test('an unsettled limit is reviewed, and refused where the state’s default is to block', () => {
  expect(to('VA')).toMatchObject({ outcome: 'review', reasons: [{ status: 'unsettled', limit: 15 }] })
  expect(to('VA', { capacity: 15, fits: 'both' }).outcome).toBe('allowed')
  expect(to('DC')).toMatchObject({ outcome: 'refused', reasons: [{ status: 'unsettled' }] })
})

test('the buyer’s own state counts as well, and the stricter of the two wins', () => {
  expect(to('TX', thirty, { buyerState: 'CA' })).toMatchObject({
    outcome: 'refused',
    reasons: [{ role: 'buyer', state: 'CA' }],
  })
  expect(to('CA', thirty, { buyerState: 'CA' }).reasons).toHaveLength(1)
})

test('a state without a rule is reviewed, and an old allowance too; an old prohibition stays one', () => {
  expect(to('OH')).toMatchObject({ outcome: 'review', reasons: [{ status: 'unknown', stateName: 'Ohio' }] })
  const later = new Date('2027-03-01T00:00:00Z')
  expect(judgeMagazine(thirty, { shipState: 'TX' }, rules, later)).toMatchObject({
    outcome: 'review',
    reasons: [{ status: 'stale' }],
  })
  expect(judgeMagazine(thirty, { shipState: 'CA' }, rules, later).outcome).toBe('refused')
})

test('a place within a state may be stricter than the state', () => {
  const local = localRule({ firearms: null, magazines: 'restricted' })
  const colorado = rule('CO', { ...limits(15, 15), local: [local] })
  const judged = (shipZip: string, from = colorado) =>
    judgeMagazine({ capacity: 10, fits: 'both' }, { shipState: 'CO', shipZip }, [from], now)
  expect(judged('80301').outcome).toBe('allowed')
  expect(judged('80202-1234')).toMatchObject({ outcome: 'review', reasons: [{ place: 'Denver' }] })
  const five = { ...colorado, local: [{ ...local, magazineLimit: 5 }] }
  expect(judged('80202', five)).toMatchObject({
    outcome: 'refused',
    reasons: [{ limit: 5, place: 'Denver' }],
  })
  const ten = { ...local, magazines: null, magazineLimit: 10 }
  expect(judged('80202', { ...colorado, local: [ten] }).outcome).toBe('allowed')
  const old = { ...ten, asOf: '2025-01-01' }
  expect(judged('80202', { ...colorado, local: [old] })).toMatchObject({ reasons: [{ status: 'stale' }] })
  expect(judged('80202', { ...colorado, local: [{ ...local, magazines: 'prohibited' }] })).toMatchObject({
    outcome: 'refused',
    reasons: [{ status: 'prohibited' }],
  })
})

test('a place where the buyer lives counts as well', () => {
  const colorado = rule('CO', { local: [localRule({ magazines: 'prohibited' })] })
  const judged = (buyerZip: string) =>
    judgeMagazine(thirty, { shipState: 'TX', buyerState: 'CO', buyerZip }, [...rules, colorado], now)
  expect(judged('80202')).toMatchObject({ outcome: 'refused', reasons: [{ role: 'buyer', place: 'Denver' }] })
  expect(judged('80301').outcome).toBe('allowed')
})

test('a state whose row is uncertain is reviewed', () => {
  const judged = judgeMagazine(thirty, { shipState: 'OR' }, [rule('OR', { confidence: 'low' })], now)
  expect(judged).toMatchObject({ outcome: 'review', reasons: [{ status: 'unverified' }] })
})

test('more rounds are never judged more kindly, whatever the limits', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 40 }), { nil: null })
  const strictness = { allowed: 0, review: 1, refused: 2 }
  fc.assert(
    fc.property(
      ...([limit, limit, fc.integer({ min: 1, max: 40 }), fc.constantFrom(...magazineFits)] as const),
      fc.constantFrom('in_force', 'in_court'),
      (handgun, longGun, capacity, fits, status) => {
        const known = [rule('XX', limits(handgun, longGun, status))]
        const [less, more] = [capacity, capacity + 1].map(
          (rounds) => judgeMagazine({ capacity: rounds, fits }, { shipState: 'XX' }, known, now).outcome,
        )
        expect(strictness[more ?? 'allowed']).toBeGreaterThanOrEqual(strictness[less ?? 'allowed'])
      },
    ),
  )
})

test('what fits both is never allowed more than what fits one kind', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 40 }), { nil: null })
  fc.assert(
    fc.property(limit, limit, (handgun, longGun) => {
      const bounds = limits(handgun, longGun)
      const both = magazineLimit('both', bounds) ?? Infinity
      expect(both).toBe(Math.min(handgun ?? Infinity, longGun ?? Infinity))
    }),
  )
  expect(magazineLimit('both', limits(null, null))).toBeNull()
})
