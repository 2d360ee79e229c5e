import { expect, test } from 'vitest'
import { localRule, stateRule as rule, stateRule } from '#test/state-rules.ts'
import {
  isStaleRule,
  type ItemClass,
  judge,
  type StateRule,
  strictest,
  type Goods,
  judgeGoods,
  ageClassOf,
  type AgeRule,
  ageWithoutRule,
  minimumAge,
  minimumAgeOf,
  judgeMagazine,
  type Magazine,
  magazineFits,
} from './rules.ts'
import { isState, states } from './rules/states.ts'
import { verdictText } from './words.ts'
import fc from 'fast-check'

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

const california = stateRule('CA', { name: 'California', flags: ['accessory_id_check_ab1263'] })
const goodsRules = [california, stateRule('TX')]
const coupler: Goods = { name: 'Magazine Coupler', statesBarred: [], caAb1263: 'covered' }
const to = (shipState: string, goods: Partial<Goods> = {}, buyerState: string | null = null) =>
  judgeGoods({ ...coupler, ...goods }, { shipState, buyerState }, goodsRules, now)

test('an accessory that California’s law covers is refused there, and named with the law', () => {
  const verdict = to('CA')
  expect(verdict).toMatchObject({
    outcome: 'refused',
    reasons: [{ role: 'delivery', rule: 'goods', status: 'accessory_covered', cites: { id: 'CA' } }],
  })
  expect(verdictText(verdict)).toMatch(
    /California asks for a notice, proof of identity and an adult’s signature with Magazine Coupler.*\(California AB 1263, checked Nov 20, 2026\)/,
  )
  expect(to('TX').outcome).toBe('allowed')
})

test('what nobody classified is reviewed there, what is not covered goes, and without the state’s mark all go', () => {
  expect(to('CA', { caAb1263: 'unclear' })).toMatchObject({
    outcome: 'review',
    reasons: [{ status: 'accessory_unclear' }],
  })
  expect(to('CA', { caAb1263: 'not_covered' })).toMatchObject({ outcome: 'allowed', rules: [{ id: 'CA' }] })
  const unmarked = [stateRule('CA', { flags: ['in_litigation'] })]
  expect(judgeGoods(coupler, { shipState: 'CA' }, unmarked, now).outcome).toBe('allowed')
})

test('a barred state refuses as delivery and as the buyer’s home, and both reasons are shown', () => {
  const barred = { statesBarred: ['TX', 'NY'] }
  expect(to('TX', barred)).toMatchObject({
    outcome: 'refused',
    reasons: [{ role: 'delivery', status: 'barred' }],
  })
  expect(verdictText(to('TX', barred))).toContain('We do not send Magazine Coupler to Texas.')
  expect(to('FL', barred, 'NY')).toMatchObject({
    outcome: 'refused',
    reasons: [{ role: 'buyer', state: 'NY' }],
  })
  expect(to('NY', barred, 'NY').reasons).toHaveLength(1)
  expect(to('CA', { statesBarred: ['CA'] }).reasons.map(({ status }) => status)).toEqual([
    'barred',
    'accessory_covered',
  ])
  expect(to('FL', barred, 'GA').outcome).toBe('allowed')
})

const age = (ageClass: AgeRule['ageClass'], state: string, years: number): AgeRule => ({
  ageClass,
  state,
  years,
  asOf: '2026-11-20',
  version: 1,
})
const ageRules = [age('sbr', 'US', 18), age('sbr', 'FL', 21), age('training', 'US', 18)]

test('the higher of the rule for everywhere and the state’s own holds', () => {
  expect(minimumAge('sbr', 'TX', ageRules)).toBe(18)
  expect(minimumAge('sbr', 'FL', ageRules)).toBe(21)
})

test('a state cannot ask for less than everywhere', () => {
  expect(minimumAge('training', 'TX', [...ageRules, age('training', 'TX', 16)])).toBe(18)
})

test('while the state is not known, the highest age of any state is required', () => {
  expect(minimumAge('sbr', null, ageRules)).toBe(21)
  expect(minimumAge('training', null, ageRules)).toBe(18)
})

test('a class without a rule requires the highest age of the trade', () => {
  expect(minimumAge('suppressor', 'TX', ageRules)).toBe(ageWithoutRule)
})

test('one attestation speaks of the highest age of everything in the order', () => {
  expect(minimumAgeOf(['training', 'sbr'], 'FL', ageRules)).toBe(21)
  expect(minimumAgeOf(['training'], 'FL', ageRules)).toBe(18)
  expect(minimumAgeOf([], 'FL', ageRules)).toBeUndefined()
})

test('a line without a class in law is other goods, a seat is training', () => {
  expect(ageClassOf('sbr', 'drop_unit')).toBe('sbr')
  expect(ageClassOf(null, 'accessory')).toBe('goods')
  expect(ageClassOf(null, 'course_seat')).toBe('training')
})

const limitRule = (state: string, values: Partial<StateRule> = {}) =>
  stateRule(state, { version: 4, sources: ['https://example.org'], ...values })
const limits = (handgun: number | null, longGun: number | null, magazineStatus = 'in_force') => ({
  magazineLimitHandgun: handgun,
  magazineLimitLongGun: longGun,
  magazineStatus,
})

const limitRules = [
  limitRule('TX'),
  limitRule('CA', { name: 'California', ...limits(10, 10), suggestedDefault: 'block' }),
  limitRule('IL', { ...limits(15, 10), suggestedDefault: 'block' }),
  limitRule('HI', limits(10, null)),
  limitRule('CT', { ...limits(10, 10), flags: ['magazine_needs_buyer_permit'] }),
  limitRule('VA', limits(15, 15, 'enacted_but_enjoined_check_31_dec_2026')),
  limitRule('DC', {
    ...limits(10, 10, 'struck_down_panel_rehearing_sought'),
    suggestedDefault: 'block',
  }),
]

const thirty: Magazine = { capacity: 30, fits: 'long_gun' }
const shipTo = (shipState: string, magazine = thirty, more: object = {}) =>
  judgeMagazine(magazine, { shipState, ...more }, limitRules, now)

test('a state without a limit allows any magazine, and its row is cited', () => {
  expect(shipTo('TX')).toEqual({
    outcome: 'allowed',
    reasons: [],
    rules: [{ id: 'TX', version: 4, asOf: '2026-11-20', sources: ['https://example.org'] }],
  })
})

test('more rounds than the limit in force are refused, and the limit is named with its row', () => {
  expect(shipTo('CA')).toMatchObject({
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
  expect(shipTo('CA', { capacity: 10, fits: 'handgun' }).outcome).toBe('allowed')
  expect(shipTo('CA', { capacity: 11, fits: 'handgun' }).outcome).toBe('refused')
})

test('a magazine that fits both kinds is held to the lower limit', () => {
  expect(shipTo('IL', { capacity: 15, fits: 'handgun' }).outcome).toBe('allowed')
  expect(shipTo('IL', { capacity: 15, fits: 'both' })).toMatchObject({
    outcome: 'refused',
    reasons: [{ limit: 10 }],
  })
})

test('a limit for handguns only leaves long guns alone, and binds what fits both', () => {
  expect(shipTo('HI').outcome).toBe('allowed')
  expect(shipTo('HI', { capacity: 30, fits: 'both' }).outcome).toBe('refused')
})

test('where a state sells to its permit holders only, staff look at every magazine', () => {
  expect(shipTo('CT', { capacity: 10, fits: 'handgun' })).toMatchObject({
    outcome: 'review',
    reasons: [{ status: 'needs_permit' }],
  })
})

test('an unsettled limit is reviewed, and refused where the state’s default is to block', () => {
  expect(shipTo('VA')).toMatchObject({
    outcome: 'review',
    reasons: [{ status: 'unsettled', limit: 15 }],
  })
  expect(shipTo('VA', { capacity: 15, fits: 'both' }).outcome).toBe('allowed')
  expect(shipTo('DC')).toMatchObject({ outcome: 'refused', reasons: [{ status: 'unsettled' }] })
})

test('the buyer’s own state counts as well, and the stricter of the two wins', () => {
  expect(shipTo('TX', thirty, { buyerState: 'CA' })).toMatchObject({
    outcome: 'refused',
    reasons: [{ role: 'buyer', state: 'CA' }],
  })
  expect(shipTo('CA', thirty, { buyerState: 'CA' }).reasons).toHaveLength(1)
})

test('a state without a rule is reviewed, and an old allowance too; an old prohibition stays one', () => {
  expect(shipTo('OH')).toMatchObject({
    outcome: 'review',
    reasons: [{ status: 'unknown', stateName: 'Ohio' }],
  })
  const later = new Date('2027-03-01T00:00:00Z')
  expect(judgeMagazine(thirty, { shipState: 'TX' }, limitRules, later)).toMatchObject({
    outcome: 'review',
    reasons: [{ status: 'stale' }],
  })
  expect(judgeMagazine(thirty, { shipState: 'CA' }, limitRules, later).outcome).toBe('refused')
})

test('a place within a state may be stricter than the state', () => {
  const local = localRule({ firearms: null, magazines: 'restricted' })
  const colorado = limitRule('CO', { ...limits(15, 15), local: [local] })
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
  const colorado = limitRule('CO', { local: [localRule({ magazines: 'prohibited' })] })
  const judged = (buyerZip: string) =>
    judgeMagazine(thirty, { shipState: 'TX', buyerState: 'CO', buyerZip }, [...limitRules, colorado], now)
  expect(judged('80202')).toMatchObject({ outcome: 'refused', reasons: [{ role: 'buyer', place: 'Denver' }] })
  expect(judged('80301').outcome).toBe('allowed')
})

test('a state whose row is uncertain is reviewed', () => {
  const judged = judgeMagazine(thirty, { shipState: 'OR' }, [limitRule('OR', { confidence: 'low' })], now)
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
        const known = [limitRule('XX', limits(handgun, longGun, status))]
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
    fc.property(limit, limit, fc.integer({ min: 1, max: 41 }), (handgun, longGun, capacity) => {
      const known = [limitRule('XX', limits(handgun, longGun))]
      const { outcome } = judgeMagazine({ capacity, fits: 'both' }, { shipState: 'XX' }, known, now)
      const isOver = capacity > Math.min(handgun ?? Infinity, longGun ?? Infinity)
      expect(outcome).toBe(isOver ? 'refused' : 'allowed')
    }),
  )
})
