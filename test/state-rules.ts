import type { LocalRule, StateRule, StateRuleInput } from '#app/features/compliance/rules.ts'

/** A state's row that allows everything and limits nothing, checked on the day that the tests live in. */
export function stateRuleForm(state: string, values: Partial<StateRuleInput> = {}): StateRuleInput {
  return {
    state,
    name: state,
    rifle: 'allowed',
    sbr: 'allowed',
    sbs: 'allowed',
    handgun: 'allowed',
    suppressor: 'allowed',
    aow: 'allowed',
    receiver: 'allowed',
    suggestedDefault: 'allow',
    note: '',
    sources: ['https://example.org/rule'],
    law: null,
    asOf: '2026-11-20',
    confidence: 'medium',
    sbsConfidence: 'medium',
    magazineLimit: null,
    magazineLimitHandgun: null,
    magazineLimitLongGun: null,
    magazineStatus: 'none',
    flags: [],
    permitDocument: null,
    ...values,
  }
}

/** The same as verdicts read it. */
export function stateRule(state: string, values: Partial<StateRule> = {}): StateRule {
  return { ...stateRuleForm(state), version: 1, local: [], ...values }
}

/** A place that restricts firearms. */
export function localRule(values: Partial<LocalRule> = {}): LocalRule {
  return {
    id: 'denver-co',
    version: 1,
    asOf: '2026-11-20',
    sources: [],
    place: 'Denver',
    zips: ['802'],
    firearms: 'restricted',
    magazines: null,
    magazineLimit: null,
    note: '',
    ...values,
  }
}
