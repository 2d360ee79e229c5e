import { expect } from 'vitest'
import { sqlState, transact } from '#app/db/db.server.ts'
import { test } from '#test/db.ts'
import { oneAfterTheOther } from '#test/locks.ts'
import { stateRuleForm } from '#test/state-rules.ts'
import { ruleVersions } from './tables.ts'
import {
  isStaleRule,
  judge,
  type LocalRuleInput,
  type PurchaseAgeInput,
  type StateRuleInput,
} from './rules.ts'
import {
  addMissingLocalRules,
  addMissingPurchaseAges,
  addMissingStateRules,
  deleteLocalRule,
  findKnownAges,
  findKnownRules,
  findRulesFor,
  findStateRule,
  listLocalRules,
  listPurchaseAges,
  listStateRules,
  recordLocalRule,
  recordPurchaseAge,
  recordStateRule,
  rulesExpiringBefore,
} from './store/state-rules.server.ts'

const now = new Date('2026-11-20T12:00:00Z')

const rule = (state: string, name: string, values: Partial<StateRuleInput> = {}) =>
  stateRuleForm(state, { name, ...values })

test('the rules of the given states are returned as the rule functions take them', async ({ db }) => {
  await addMissingStateRules(db, [
    rule('TX', 'Texas'),
    rule('FL', 'Florida'),
    rule('CA', 'California', { sbr: 'prohibited' }),
  ])
  const rules = await findRulesFor(db, ['TX', 'CA', 'TX', null])

  expect(rules.map((found) => found.state).toSorted()).toEqual(['CA', 'TX'])
  expect(judge({ itemClass: 'sbr', buyerState: 'CA', dealerState: 'TX' }, rules, now).outcome).toBe('refused')
})

test('a state without a rule is missing from the result, and an empty list of states reads nothing', async ({
  db,
}) => {
  expect(await findRulesFor(db, ['OH'])).toEqual([])
  expect(await findRulesFor(db, [null])).toEqual([])
})

test('adding missing rules does not change those of the operator', async ({ db, ctx }) => {
  await addMissingStateRules(db, [rule('TX', 'Texas')])
  const changed = rule('TX', 'Texas', { sbr: 'restricted', asOf: '2026-11-21' })
  await transact(ctx, (work) => recordStateRule(work, changed))
  await addMissingStateRules(db, [rule('TX', 'Texas'), rule('FL', 'Florida')])

  expect(await listStateRules(db)).toMatchObject([
    { state: 'FL', sources: ['https://example.org/rule'] },
    { state: 'TX', sbr: 'restricted', asOf: '2026-11-21' },
  ])
})

test('known rules are all rules, ready to be judged with', async ({ db }) => {
  await addMissingStateRules(db, [rule('TX', 'Texas'), rule('CA', 'California', { sbr: 'prohibited' })])
  findKnownRules.forget(db)
  const known = await findKnownRules(db, now)
  expect(known.toSorted((a, b) => a.state.localeCompare(b.state))).toMatchObject([
    { state: 'CA', sbr: 'prohibited' },
    { state: 'TX' },
  ])
})

test('the database refuses a status that does not exist', async ({ db }) => {
  const odd = { ...rule('TX', 'Texas'), sbr: 'perhaps' as 'allowed' }
  await expect(addMissingStateRules(db, [odd])).rejects.toSatisfy((error) => sqlState(error) === '23514')
})

test('a changed rule gets the next version, keeps the one before, and open orders are judged again', async ({
  db,
  ctx,
}) => {
  await addMissingStateRules(db, [rule('TX', 'Texas')])
  const changed = rule('TX', 'Texas', { sbr: 'restricted' })
  const record = (input: StateRuleInput) => transact(ctx, (work) => recordStateRule(work, input))
  expect(await record(rule('TX', 'Texas'))).toBe(1)
  expect(ctx.queued).toEqual([])
  expect(await record(changed)).toBe(2)
  expect(ctx.queued).toEqual([{ job: 'judge-orders-again', payload: { states: ['TX'] } }])
  expect(await listStateRules(db)).toMatchObject([{ sbr: 'restricted', version: 2 }])
  expect(await db.select().from(ruleVersions).orderBy(ruleVersions.version)).toMatchObject([
    { rule: 'state TX', version: 1, content: { sbr: 'allowed' } },
    { rule: 'state TX', version: 2, content: { sbr: 'restricted' } },
  ])
})

test('of two changes of a rule at the same moment, each gets a version of its own', async ({ ctx, db }) => {
  await addMissingStateRules(db, [rule('TX', 'Texas')])
  const done = await oneAfterTheOther(
    ctx,
    (work) => recordStateRule(work, rule('TX', 'Texas', { sbr: 'restricted' })),
    () => transact(ctx, (work) => recordStateRule(work, rule('TX', 'Texas', { sbr: 'prohibited' }))),
  )
  expect(done).toEqual([2, 3])
  expect(await listStateRules(db)).toMatchObject([{ sbr: 'prohibited', version: 3 }])
  expect(await db.$count(ruleVersions)).toBe(3)
})

const denver: LocalRuleInput = {
  id: 'denver-co',
  state: 'CO',
  place: 'Denver',
  zips: ['802'],
  firearms: null,
  magazines: 'restricted',
  magazineLimit: null,
  note: '',
  sources: [],
  asOf: '2026-11-20',
}

test('the rule of a place comes with its state, and goes on counting after it was taken away', async ({
  db,
  ctx,
}) => {
  await addMissingStateRules(db, [rule('CO', 'Colorado')])
  await addMissingLocalRules(db, [denver])
  expect(await findRulesFor(db, ['CO'])).toMatchObject([
    {
      state: 'CO',
      local: [{ id: 'denver-co', place: 'Denver', zips: ['802'], version: 1, asOf: '2026-11-20' }],
    },
  ])
  const change = (input: LocalRuleInput) => transact(ctx, (work) => recordLocalRule(work, input))
  expect(await change({ ...denver, magazineLimit: 15 })).toBe(2)
  expect(await transact(ctx, (work) => deleteLocalRule(work, 'denver-co'))).toMatchObject({ ok: true })
  expect(await transact(ctx, (work) => deleteLocalRule(work, 'denver-co'))).toMatchObject({
    why: 'rule_not_found',
  })
  await addMissingLocalRules(db, [denver])
  expect(await listLocalRules(db)).toEqual([])
  expect(await change(denver)).toBe(3)
})

test('each state has the rules of its own places, and no others', async ({ db }) => {
  await addMissingStateRules(db, [rule('CO', 'Colorado'), rule('TX', 'Texas')])
  await addMissingLocalRules(db, [denver, { ...denver, id: 'aurora-co', place: 'Aurora' }])
  const placesOf = (rules: { state: string; local: readonly { id: string }[] }[]) =>
    Object.fromEntries(rules.map(({ state, local }) => [state, local.map(({ id }) => id)]))
  const own = { CO: ['aurora-co', 'denver-co'], TX: [] }
  findKnownRules.forget(db)
  expect(placesOf(await findKnownRules(db, now))).toEqual(own)
  expect(placesOf(await findRulesFor(db, ['CO', 'TX']))).toEqual(own)
  expect(placesOf(await listStateRules(db))).toEqual(own)
  expect((await findStateRule(db, 'TX'))?.local).toEqual([])
})

test('rules that turn stale before a moment are listed with their day, oldest first', async ({ db }) => {
  await addMissingStateRules(db, [rule('CO', 'Colorado', { asOf: '2026-09-01' }), rule('TX', 'Texas')])
  await addMissingLocalRules(db, [{ ...denver, asOf: '2026-08-31' }])
  const sbr = { ageClass: 'sbr' as const, state: 'US', years: 21, note: '', sources: [], asOf: '2026-10-01' }
  await addMissingPurchaseAges(db, [sbr])
  const before = async (moment: string) =>
    (await rulesExpiringBefore(db, new Date(moment))).map(({ kind, id, staleOn }) => [kind, id, staleOn])
  expect(await before('2026-11-30T00:00:00Z')).toEqual([])
  expect(await before('2026-11-30T00:00:01Z')).toEqual([['place', 'denver-co', '2026-11-30']])
  expect(await before('2027-01-01T00:00:00Z')).toEqual([
    ['place', 'denver-co', '2026-11-30'],
    ['state', 'CO', '2026-12-01'],
    ['age', 'sbr US', '2026-12-31'],
  ])
  const colorado = { asOf: '2026-09-01' }
  expect(isStaleRule(colorado, new Date('2026-11-30T23:59:59Z'))).toBe(false)
  expect(isStaleRule(colorado, new Date('2026-12-01T00:00:00Z'))).toBe(true)
})

test('a purchase age is changed by the operator and otherwise stays', async ({ db, ctx }) => {
  const florida: PurchaseAgeInput = {
    ageClass: 'sbr',
    state: 'FL',
    years: 21,
    note: '',
    sources: [],
    asOf: '2026-11-20',
  }
  await addMissingPurchaseAges(db, [florida])
  await transact(ctx, (work) => recordPurchaseAge(work, { ...florida, years: 25 }))
  await addMissingPurchaseAges(db, [florida])
  expect(await listPurchaseAges(db)).toMatchObject([{ years: 25, version: 2 }])
  findKnownAges.forget(db)
  expect(await findKnownAges(db, now)).toMatchObject([{ ageClass: 'sbr', state: 'FL', years: 25 }])
})
