import { expect } from 'vitest'
import { figureThroughTime } from '#app/features/claims/rules.ts'
import {
  findClaims,
  listClaimHistory,
  listStaleClaims,
  recordClaim,
} from '#app/features/claims/store.server.ts'
import { judge, states } from '#app/features/compliance/rules.ts'
import { findRulesFor, listStateRules } from '#app/features/compliance/store.server.ts'
import { drops } from '#app/features/drops/tables.ts'
import { test } from '#test/db.ts'
import { referenceClaims } from './data/claims.ts'
import { loadReference } from './load.ts'

const now = new Date('2026-11-20T12:00:00Z')

test('every state that is served has a rule, and no other', async ({ db }) => {
  await loadReference(db)
  const rules = await listStateRules(db)
  expect(rules.map((rule) => rule.state).sort()).toEqual(states.map((state) => state.code).sort())
  for (const rule of rules) expect(rule.name).toBe(states.find((state) => state.code === rule.state)?.name)
})

test('short-barreled rifles are refused, reviewed and allowed where the checked rules say so', async ({
  db,
}) => {
  await loadReference(db)
  const outcome = async (state: string) =>
    judge({ itemClass: 'sbr', buyerState: state, dealerState: state }, await findRulesFor(db, [state]), now)
      .outcome
  for (const state of ['CA', 'DC', 'HI', 'NJ', 'NY', 'RI'])
    expect(await outcome(state), state).toBe('refused')
  for (const state of ['IL', 'MA', 'WA']) expect(await outcome(state), state).toBe('refused')
  for (const state of ['CO', 'CT', 'DE', 'MD', 'VA']) expect(await outcome(state), state).toBe('review')
  for (const state of ['FL', 'TX', 'GA', 'MN']) expect(await outcome(state), state).toBe('allowed')
})

test('magazine limits, sources and flags are kept for later use', async ({ db }) => {
  await loadReference(db)
  const rules = await listStateRules(db)
  const of = (state: string) => rules.find((rule) => rule.state === state)
  expect(of('VT')).toMatchObject({
    magazineLimitLongGun: 10,
    magazineLimitHandgun: 15,
    magazineStatus: 'in_force',
  })
  expect(of('FL')?.flags).toContain('min_age_21_all_firearms')
  for (const rule of rules) expect(rule.sources.length, rule.state).toBeGreaterThan(0)
})

test('the tax is shown with both its periods', async ({ db }) => {
  await loadReference(db)
  for (const key of ['tax.sbr', 'tax.suppressor'])
    expect(figureThroughTime(await listClaimHistory(db, [key]))).toBe(
      '$200 until 31 Dec 2025, $0 since 1 Jan 2026',
    )
})

test('every claim is in force today and was checked lately', async ({ db }) => {
  await loadReference(db)
  const keys = [...new Set(referenceClaims.map((claim) => claim.key))]
  expect(Object.keys(await findClaims(db, keys, now)).sort()).toEqual(keys.sort())
  expect(await listStaleClaims(db, now)).toEqual([])
})

test('loading again keeps the operator’s claims and adds nothing', async ({ db }) => {
  await loadReference(db)
  const [stated] = await listClaimHistory(db, ['age.sbr'])
  if (!stated) throw new Error('the claim about age is missing')
  await recordClaim(db, { ...stated, figure: '18' })
  await loadReference(db)
  expect(await listClaimHistory(db, ['age.sbr'])).toMatchObject([{ figure: '18' }])
  expect(await listClaimHistory(db, ['tax.sbr'])).toHaveLength(2)
})

test('reference data brings no catalogue', async ({ db }) => {
  await loadReference(db)
  expect(await db.$count(drops)).toBe(0)
})
