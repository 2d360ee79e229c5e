import { expect, test } from 'vitest'
import { stateRule } from '#test/state-rules.ts'
import { verdictText } from '../words.ts'
import { type Goods, judgeGoods } from './goods.ts'

const now = new Date('2026-11-20T15:00:00Z')
const california = stateRule('CA', { name: 'California', flags: ['accessory_id_check_ab1263'] })
const rules = [california, stateRule('TX')]
const coupler: Goods = { name: 'Magazine Coupler', statesBarred: [], caAb1263: 'covered' }
const to = (shipState: string, goods: Partial<Goods> = {}, buyerState: string | null = null) =>
  judgeGoods({ ...coupler, ...goods }, { shipState, buyerState }, rules, now)

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
