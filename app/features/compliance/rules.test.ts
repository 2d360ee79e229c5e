import { expect, test } from 'vitest'
import { isState, isStaleRule, judge, type StateRule, states } from './rules.ts'

const now = new Date('2026-11-20T15:00:00Z')

const rule = (state: string, values: Partial<StateRule> = {}): StateRule => ({
  state,
  name: state,
  sbr: 'allowed',
  sbs: 'allowed',
  suppressor: 'allowed',
  suggestedDefault: 'allow',
  note: '',
  asOf: '2026-11-20',
  ...values,
})

const rules = [
  rule('TX', { name: 'Texas' }),
  rule('FL', { name: 'Florida' }),
  rule('CA', { name: 'California', sbr: 'prohibited', suggestedDefault: 'block' }),
  rule('MD', { name: 'Maryland', sbr: 'restricted', suggestedDefault: 'manual_review' }),
  rule('WA', { name: 'Washington', sbr: 'restricted', suggestedDefault: 'block' }),
]

const sbr = (buyerState: string, dealerState: string | null) =>
  judge({ itemClass: 'sbr', buyerState, dealerState }, rules, now)

test('a sale between two states that allow the item is allowed, without reasons', () => {
  expect(sbr('TX', 'FL')).toEqual({ outcome: 'allowed', reasons: [] })
})

test('a prohibition in the buyer’s state refuses the sale and is named', () => {
  expect(sbr('CA', 'TX')).toEqual({
    outcome: 'refused',
    reasons: [
      {
        role: 'buyer',
        state: 'CA',
        stateName: 'California',
        rule: 'sbr',
        standing: 'prohibited',
        asOf: '2026-11-20',
        note: '',
      },
    ],
  })
})

test('a prohibition in the dealer’s state refuses it as well', () => {
  expect(sbr('TX', 'CA')).toMatchObject({ outcome: 'refused', reasons: [{ role: 'dealer', state: 'CA' }] })
})

test('the strictest state wins, and a refusal lists only what refuses', () => {
  expect(sbr('MD', 'CA')).toMatchObject({ outcome: 'refused', reasons: [{ role: 'dealer', state: 'CA' }] })
  expect(sbr('MD', 'CA').reasons).toHaveLength(1)
})

test('a restriction on either side is reviewed', () => {
  expect(sbr('MD', 'TX')).toMatchObject({
    outcome: 'review',
    reasons: [{ role: 'buyer', standing: 'restricted' }],
  })
  expect(sbr('TX', 'MD')).toMatchObject({
    outcome: 'review',
    reasons: [{ role: 'dealer', standing: 'restricted' }],
  })
})

test('a restriction is refused where the state’s default is to block', () => {
  expect(sbr('WA', 'TX')).toMatchObject({
    outcome: 'refused',
    reasons: [{ state: 'WA', standing: 'restricted' }],
  })
})

test('the default of a state says nothing about an item it plainly allows', () => {
  const verdict = judge({ itemClass: 'suppressor', buyerState: 'WA', dealerState: 'WA' }, rules, now)
  expect(verdict.outcome).toBe('allowed')
})

test('while no dealer is chosen, the buyer’s state alone decides', () => {
  expect(sbr('TX', null).outcome).toBe('allowed')
  expect(sbr('CA', null).outcome).toBe('refused')
})

test('a state without a rule is reviewed as unknown, dated with the day of looking', () => {
  expect(sbr('TX', 'OH')).toMatchObject({
    outcome: 'review',
    reasons: [{ role: 'dealer', state: 'OH', stateName: 'Ohio', standing: 'unknown', asOf: '2026-11-20' }],
  })
})

test('a rule is relied on through its ninetieth day and is stale after it', () => {
  expect(isStaleRule({ asOf: '2026-11-20' }, new Date('2027-02-18T23:59:59Z'))).toBe(false)
  expect(isStaleRule({ asOf: '2026-11-20' }, new Date('2027-02-19T00:00:00Z'))).toBe(true)
})

test('an allowance that was checked too long ago is reviewed as stale', () => {
  const verdict = judge(
    { itemClass: 'sbr', buyerState: 'TX', dealerState: 'TX' },
    rules,
    new Date('2027-03-01T00:00:00Z'),
  )
  expect(verdict).toMatchObject({
    outcome: 'review',
    reasons: [{ role: 'buyer', standing: 'stale' }, { role: 'dealer' }],
  })
})

test('a prohibition does not soften with age', () => {
  const verdict = judge(
    { itemClass: 'sbr', buyerState: 'CA', dealerState: null },
    rules,
    new Date('2028-01-01T00:00:00Z'),
  )
  expect(verdict).toMatchObject({ outcome: 'refused', reasons: [{ standing: 'prohibited' }] })
})

test('fifty states and the District of Columbia are served, territories are not', () => {
  expect(states).toHaveLength(51)
  expect(new Set(states.map((state) => state.code)).size).toBe(51)
  expect(isState('DC')).toBe(true)
  for (const territory of ['PR', 'GU', 'VI', 'AS', 'MP']) expect(isState(territory)).toBe(false)
})
