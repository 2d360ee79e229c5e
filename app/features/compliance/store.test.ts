import { expect } from 'vitest'
import { sqlState } from '#app/db/work.server.ts'
import { test } from '#test/db.ts'
import type { StateRuleInput } from './input.ts'
import { judge } from './rules.ts'
import {
  addMissingStateRules,
  findKnownRules,
  findRulesFor,
  listStateRules,
  recordStateRule,
} from './store.server.ts'

const now = new Date('2026-11-20T12:00:00Z')

const rule = (state: string, name: string, values: Partial<StateRuleInput> = {}): StateRuleInput => ({
  state,
  name,
  sbr: 'allowed',
  sbs: 'allowed',
  suppressor: 'allowed',
  suggestedDefault: 'allow',
  note: '',
  sources: ['https://example.org/rule'],
  asOf: '2026-11-20',
  confidence: 'medium',
  sbsConfidence: 'low',
  magazineLimit: null,
  magazineLimitHandgun: null,
  magazineLimitLongGun: null,
  magazineStatus: 'none',
  flags: [],
  ...values,
})

test('the rules of the asked states come back ready to be judged with', async ({ db }) => {
  await addMissingStateRules(db, [
    rule('TX', 'Texas'),
    rule('FL', 'Florida'),
    rule('CA', 'California', { sbr: 'prohibited' }),
  ])
  const rules = await findRulesFor(db, ['TX', 'CA', 'TX', null])

  expect(rules.map((found) => found.state).toSorted()).toEqual(['CA', 'TX'])
  expect(judge({ itemClass: 'sbr', buyerState: 'CA', dealerState: 'TX' }, rules, now).outcome).toBe('refused')
})

test('a state without a rule is simply missing, and asking for none reads nothing', async ({ db }) => {
  expect(await findRulesFor(db, ['OH'])).toEqual([])
  expect(await findRulesFor(db, [null])).toEqual([])
})

test('adding missing rules leaves what the operator has changed', async ({ db }) => {
  await addMissingStateRules(db, [rule('TX', 'Texas')])
  await recordStateRule(db, rule('TX', 'Texas', { sbr: 'restricted', asOf: '2026-11-21' }))
  await addMissingStateRules(db, [rule('TX', 'Texas'), rule('FL', 'Florida')])

  expect(await listStateRules(db)).toMatchObject([
    { state: 'FL', sources: ['https://example.org/rule'] },
    { state: 'TX', sbr: 'restricted', asOf: '2026-11-21' },
  ])
})

test('known rules are all rules, ready to be judged with', async ({ db }) => {
  await addMissingStateRules(db, [rule('TX', 'Texas'), rule('CA', 'California', { sbr: 'prohibited' })])
  findKnownRules.forget(db)
  expect(await findKnownRules(db, now)).toMatchObject([{ state: 'TX' }, { state: 'CA', sbr: 'prohibited' }])
})

test('the database refuses a standing that does not exist', async ({ db }) => {
  const odd = { ...rule('TX', 'Texas'), sbr: 'perhaps' as 'allowed' }
  await expect(addMissingStateRules(db, [odd])).rejects.toSatisfy((error) => sqlState(error) === '23514')
})
