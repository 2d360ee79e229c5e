import { expect, test } from 'vitest'
import { residencyRule, type Reason, type Verdict } from './rules.ts'
import { verdictSentences, verdictText } from './words.ts'

const reason = (values: Partial<Reason> = {}): Reason => ({
  role: 'buyer',
  state: 'CA',
  stateName: 'California',
  rule: 'sbr',
  status: 'prohibited',
  asOf: '2026-11-20',
  note: 'an internal note about permits',
  ...values,
})

const refused = (...reasons: Reason[]): Verdict => ({ outcome: 'refused', reasons })
const review = (...reasons: Reason[]): Verdict => ({ outcome: 'review', reasons })

test('a refusal names the rule, the state, the date checked and where to ask', () => {
  expect(verdictSentences(refused(reason()))).toEqual([
    'California does not allow short-barreled rifles to be transferred to its residents (rule checked Nov 20, 2026).',
    'Questions about this rule? Write to us at /contact.',
  ])
})

test('a refusal for the dealer’s state speaks of its dealers', () => {
  expect(verdictText(refused(reason({ role: 'dealer' })))).toContain('to be transferred by dealers there')
})

test('the District of Columbia keeps its article, with a capital at the start', () => {
  const words = verdictText(refused(reason({ state: 'DC', stateName: 'District of Columbia' })))
  expect(words).toMatch(/^The District of Columbia does not allow/)
})

test('a state that buyer and dealer share is named once', () => {
  expect(verdictSentences(refused(reason(), reason({ role: 'dealer' })))).toHaveLength(2)
})

test('two states in the way are both named', () => {
  const other = reason({ role: 'dealer', state: 'NY', stateName: 'New York', rule: 'sbr' })
  expect(verdictText(refused(reason(), other))).toMatch(/California.*New York/)
})

test('every kind of review says that staff check the reservation, and about what', () => {
  for (const status of ['restricted', 'stale', 'unknown'] as const) {
    const words = verdictText(
      review(reason({ status, rule: 'suppressor', state: 'MD', stateName: 'Maryland' })),
    )
    expect(words).toMatch(/Maryland/)
    expect(words).toMatch(/suppressors/)
    expect(words).toMatch(/Nov 20, 2026/)
    expect(words).toMatch(/our staff check this reservation/)
    expect(words).toMatch(/\/contact/)
  }
})

test('the operator’s note never reaches a visitor', () => {
  for (const status of ['restricted', 'prohibited', 'stale', 'unknown'] as const) {
    expect(verdictText(refused(reason({ status })))).not.toContain('permit')
    expect(verdictText(review(reason({ status })))).not.toContain('permit')
  }
})

test('an allowed sale needs no words', () => {
  expect(verdictSentences({ outcome: 'allowed', reasons: [] })).toEqual([])
})

test('a refused magazine names its limit, the state and the date', () => {
  const limited = reason({ role: 'delivery', rule: 'magazine', status: 'over_limit', limit: 10 })
  expect(verdictSentences(refused(limited))[0]).toBe(
    'California does not allow magazines of more than 10 rounds to be sent there (rule checked Nov 20, 2026).',
  )
})

test('every word on a magazine says magazines, never a firearm', () => {
  const every = ['restricted', 'prohibited', 'stale', 'unknown', 'over_limit', 'unsettled', 'needs_permit']
  for (const status of every as Reason['status'][])
    for (const verdict of [refused, review])
      expect(verdictText(verdict(reason({ role: 'delivery', rule: 'magazine', status, limit: 10 })))).toMatch(
        /magazines.*\/contact/,
      )
})

test('a place within a state is named with it, beside the state’s own rule', () => {
  const denver = reason({ state: 'CO', stateName: 'Colorado', place: 'Denver', status: 'restricted' })
  const both = review(reason({ state: 'CO', stateName: 'Colorado', status: 'restricted' }), denver)
  expect(verdictText(both)).toContain('Denver (Colorado) allows')
  expect(verdictSentences(both)).toHaveLength(3)
})

test('a refusal names the statute of its row, or the authority where it was read, and nobody else', () => {
  const cites = { id: 'MD', version: 1, asOf: '2026-11-20', sources: [] as string[] }
  const text = (more: object) => verdictText(refused(reason({ cites: { ...cites, ...more } })))
  const copies = ['https://lems.online/2025/12/15/questions', 'http://www.pressreader.com/usa/1']
  expect(text({ law: 'RCW 9.41.190' })).toContain('(RCW 9.41.190, checked Nov 20, 2026)')
  expect(text({ sources: [...copies, 'https://www.leg.example.gov/1'] })).toContain(
    '(rule checked Nov 20, 2026, source leg.example.gov)',
  )
  expect(text({ sources: copies })).toContain('(rule checked Nov 20, 2026)')
})

test('a permit is named, and two reasons of one state are both shown', () => {
  const needs = reason({
    status: 'needs_permit',
    document: 'your FOID card',
    state: 'IL',
    stateName: 'Illinois',
  })
  const both = verdictSentences(review(reason({ ...needs, status: 'restricted' }), needs))
  expect(both).toHaveLength(3)
  expect(both[1]).toContain('our staff ask you for your FOID card before this reservation moves forward')
  expect(verdictText(review({ ...needs, document: null }))).toContain('your state permit')
})

test('a handgun for a dealer of another state names both states and the law', () => {
  const other = reason({
    role: 'dealer',
    state: 'FL',
    stateName: 'Florida',
    home: 'Texas',
    rule: 'handgun',
    status: 'other_state',
    cites: residencyRule,
  })
  expect(verdictText(refused(other))).toContain(
    'Federal law lets handguns go only to a dealer in the state you live in, Texas, and this dealer is in Florida (18 U.S.C. 922(b)(3), 27 CFR 478.99, checked Nov 20, 2026).',
  )
})
