import { expect, test } from 'vitest'
import { localRule, stateRule as rule } from '#test/state-rules.ts'
import { isStaleRule, type ItemClass, judge, type StateRule, strictest } from './rules.ts'
import { isState, states } from './rules/states.ts'

const now = new Date('2026-11-20T15:00:00Z')

const cited = (id: string) => ({
  id,
  version: 1,
  asOf: '2026-11-20',
  sources: ['https://example.org/rule'],
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

test('a sale between two states that allow the item is allowed, and cites both rules', () => {
  expect(sbr('TX', 'FL')).toEqual({
    outcome: 'allowed',
    reasons: [],
    rules: [cited('TX'), cited('FL')],
  })
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
        status: 'prohibited',
        cites: cited('CA'),
        asOf: '2026-11-20',
        note: '',
      },
    ],
    rules: [cited('CA'), cited('TX')],
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
    reasons: [{ role: 'buyer', status: 'restricted' }],
  })
  expect(sbr('TX', 'MD')).toMatchObject({
    outcome: 'review',
    reasons: [{ role: 'dealer', status: 'restricted' }],
  })
})

test('a restriction is refused where the state’s default is to block', () => {
  expect(sbr('WA', 'TX')).toMatchObject({
    outcome: 'refused',
    reasons: [{ state: 'WA', status: 'restricted' }],
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
    reasons: [{ role: 'dealer', state: 'OH', stateName: 'Ohio', status: 'unknown', asOf: '2026-11-20' }],
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
    reasons: [{ role: 'buyer', status: 'stale' }, { role: 'dealer' }],
  })
})

test('a prohibition does not soften with age', () => {
  const verdict = judge(
    { itemClass: 'sbr', buyerState: 'CA', dealerState: null },
    rules,
    new Date('2028-01-01T00:00:00Z'),
  )
  expect(verdict).toMatchObject({ outcome: 'refused', reasons: [{ status: 'prohibited' }] })
})

test('fifty states and the District of Columbia are served, territories are not', () => {
  expect(states).toHaveLength(51)
  expect(new Set(states.map((state) => state.code)).size).toBe(51)
  expect(isState('DC')).toBe(true)
  for (const territory of ['PR', 'GU', 'VI', 'AS', 'MP']) expect(isState(territory)).toBe(false)
})

const denver = localRule({ version: 3 })
const colorado = rule('CO', { name: 'Colorado', local: [denver] })

test('a place within a state is stricter than the state, for those who live in it', () => {
  const sale = { itemClass: 'sbr' as const, buyerState: 'CO', dealerState: null }
  expect(judge({ ...sale, buyerZip: '80301' }, [colorado], now).outcome).toBe('allowed')
  expect(judge(sale, [colorado], now)).toMatchObject({
    outcome: 'review',
    reasons: [{ role: 'buyer', place: 'Denver', status: 'place_unknown', cites: { id: 'denver-co' } }],
  })
  const harmless = rule('CO', { local: [localRule({ firearms: null }), localRule({ firearms: 'allowed' })] })
  expect(judge(sale, [harmless], now).outcome).toBe('allowed')
  expect(judge({ ...sale, buyerZip: '80205' }, [colorado], now)).toMatchObject({
    outcome: 'review',
    reasons: [{ place: 'Denver', status: 'restricted', cites: { id: 'denver-co', version: 3 } }],
    rules: [{ id: 'CO' }, { id: 'denver-co' }],
  })
})

test('a rule of a place that was not checked for too long is reviewed, also where the state’s is fresh', () => {
  const old = rule('CO', { local: [localRule({ firearms: 'allowed', asOf: '2026-01-01' })] })
  const sale = { itemClass: 'sbr' as const, buyerState: 'CO', dealerState: null }
  expect(judge({ ...sale, buyerZip: '80205' }, [old], now)).toMatchObject({
    outcome: 'review',
    reasons: [{ place: 'Denver', status: 'stale' }],
  })
})

test('the strictest of several verdicts wins, and every row that was relied on is cited once', () => {
  const together = strictest([sbr('TX', 'FL'), sbr('MD', 'TX'), sbr('TX', 'TX')])
  expect(together.outcome).toBe('review')
  expect(together.reasons).toHaveLength(1)
  expect(together.rules?.map(({ id }) => id)).toEqual(['TX', 'FL', 'MD'])
  expect(strictest([])).toEqual({ outcome: 'allowed', reasons: [], rules: [] })
})

const inTexasAndFlorida = [rule('TX', { name: 'Texas' }), rule('FL', { name: 'Florida' })]
const between = (itemClass: ItemClass, buyerState: string, dealerState: string | null) =>
  judge({ itemClass, buyerState, dealerState }, inTexasAndFlorida, now)

test('what federal law keeps in its state goes to no dealer of another, whatever both states say', () => {
  for (const itemClass of ['handgun', 'receiver', 'suppressor', 'aow'] as const) {
    expect(between(itemClass, 'TX', 'FL')).toMatchObject({
      outcome: 'refused',
      reasons: [{ role: 'dealer', state: 'FL', stateName: 'Florida', home: 'Texas', status: 'other_state' }],
    })
    expect(between(itemClass, 'TX', 'FL').reasons[0]?.cites?.law).toContain('922(b)(3)')
    expect(between(itemClass, 'TX', 'TX').outcome).toBe('allowed')
    expect(between(itemClass, 'TX', null).outcome).toBe('allowed')
  }
})

test('a rifle goes to a dealer of another state only where both states allow it', () => {
  for (const itemClass of ['rifle', 'sbr', 'sbs'] as const) {
    expect(between(itemClass, 'TX', 'FL').outcome).toBe('allowed')
    const florida = rule('FL', { [itemClass]: 'prohibited' })
    const sale = { itemClass, buyerState: 'TX', dealerState: 'FL' }
    expect(judge(sale, [rule('TX'), florida], now)).toMatchObject({ outcome: 'refused' })
    expect(judge(sale, [rule('TX'), rule('FL', { [itemClass]: null })], now)).toMatchObject({
      outcome: 'review',
      reasons: [{ role: 'dealer', status: 'unknown' }],
    })
  }
})

test('a state that sells to holders of its permit only is reviewed, and names the document', () => {
  const flags = ['buyer_permit_needed']
  const state = (values: Partial<StateRule>) =>
    judge({ itemClass: 'rifle', buyerState: 'IL', dealerState: null }, [rule('IL', values)], now)
  const document = 'your FOID card'
  expect(state({ flags, permitDocument: document })).toMatchObject({
    outcome: 'review',
    reasons: [{ status: 'needs_permit', document, cites: { id: 'IL' } }],
  })
  expect(state({ flags, rifle: 'restricted' }).reasons.map(({ status }) => status)).toEqual([
    'restricted',
    'needs_permit',
  ])
  expect(state({ permitDocument: document }).outcome).toBe('allowed')
  expect(state({ flags, rifle: 'prohibited' }).reasons).toMatchObject([{ status: 'prohibited' }])
})

test('an uncertain rule is reviewed, and one about shotguns only for shotguns', () => {
  const outcome = (itemClass: ItemClass, values: Partial<StateRule>) =>
    judge({ itemClass, buyerState: 'OR', dealerState: null }, [rule('OR', values)], now)
  expect(outcome('sbr', { confidence: 'low' })).toMatchObject({
    outcome: 'review',
    reasons: [{ status: 'unverified', cites: { id: 'OR' } }],
  })
  expect(outcome('sbr', { sbsConfidence: 'low' }).outcome).toBe('allowed')
  expect(outcome('sbs', { sbsConfidence: 'low' }).outcome).toBe('review')
  expect(outcome('handgun', { flags: ['verify_before_launch'] }).outcome).toBe('review')
  expect(outcome('handgun', { flags: ['ballot_result_unverified'] }).outcome).toBe('review')
  expect(outcome('rifle', { flags: ['verify_state_registration'] }).outcome).toBe('allowed')
  expect(outcome('sbr', { flags: ['verify_state_registration'] }).outcome).toBe('review')
  expect(outcome('sbr', { flags: ['verify_sbs', 'in_litigation'] }).outcome).toBe('allowed')
  expect(outcome('sbs', { flags: ['verify_sbs'] }).outcome).toBe('review')
  expect(outcome('sbr', { confidence: 'low', sbr: 'prohibited' })).toMatchObject({
    outcome: 'refused',
    reasons: [{ status: 'prohibited' }],
  })
})

test('a place that says nothing of firearms is not looked at for its age', () => {
  const old = localRule({ firearms: null, asOf: '2025-01-01' })
  const sale = { itemClass: 'rifle' as const, buyerState: 'CO', buyerZip: '80202', dealerState: null }
  const judged = (local: typeof old) => judge(sale, [rule('CO', { local: [local] })], now)
  expect(judged(old).outcome).toBe('allowed')
  expect(judged({ ...old, firearms: 'allowed' })).toMatchObject({
    outcome: 'review',
    reasons: [{ status: 'stale', place: 'Denver' }],
  })
})

test('several verdicts give the reasons of the strictest alone, and cite the rows of all', () => {
  const [review, refused] = [sbr('MD', 'TX'), sbr('TX', 'CA')]
  expect(strictest([review, refused])).toEqual({
    outcome: 'refused',
    reasons: refused.reasons,
    rules: [cited('MD'), cited('TX'), cited('CA')],
  })
  expect(strictest([])).toEqual({ outcome: 'allowed', reasons: [], rules: [] })
})
