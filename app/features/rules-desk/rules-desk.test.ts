import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { listAllClaims, recordClaim } from '#app/features/claims/store.server.ts'
import { judge } from '#app/features/compliance/rules.ts'
import { findStateRule, listStateRules } from '#app/features/compliance/store/state-rules.server.ts'
import { listAffected } from '#app/features/orders/store/review.server.ts'
import { givenReference } from '#test/reference.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { givenPaid } from '#test/world.ts'
import { affectedKey, changeClaim, changeRow, claimRevision, proposedRow } from './flows.server.ts'
import { confirmRules } from './routes/confirm-selected.server.ts'
import { confirmInput, proposalInput } from './input.ts'
import { differencesOf } from './rules.ts'
import { listReviews } from './store.server.ts'

const rulesIn = (ctx: TestContext) => ({
  ctx,
  actor: 'M. Owner <owner@example.com>',
  timeZone: 'America/New_York',
})

async function rowOf(ctx: TestContext, state = 'FL') {
  const row = await findStateRule(ctx.db, state)
  if (!row) throw new Error(`No row of ${state}`)
  return row
}

test('a row changes with its reviewer, evidence, difference and audit entry', async ({ ctx, db }) => {
  await givenReference(db)
  const row = await rowOf(ctx)
  const proposal = { ...row, sbr: 'restricted' as const, note: 'Read again.' }
  const done = await changeRow(rulesIn(ctx), 'FL', {
    proposal,
    seen: row.version,
    affected: '',
    evidence: '§ 790.221',
  })
  expect(done).toEqual({ ok: true, version: row.version + 1, isChanged: true })
  expect(await rowOf(ctx)).toMatchObject({ sbr: 'restricted', asOf: '2026-11-20', version: row.version + 1 })
  expect(await listReviews(db, 'state FL')).toMatchObject([
    { reviewer: 'M. Owner <owner@example.com>', evidence: '§ 790.221', version: row.version + 1 },
  ])
  expect((await listAuditEntries(db))[0]).toMatchObject({
    verb: 'rule',
    subject: 'FL',
    data: { before: { SBR: 'allowed' }, after: { SBR: 'restricted' } },
  })
})

test('the list shows what buyers of each state are answered', async ({ ctx, db }) => {
  await givenReference(db)
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  const html = await (await ask('/staff/rules', { headers: { Cookie: cookie } })).text()
  const listed = (state: string) => {
    const row = html.split('<tr').find((each) => each.includes(`href="/staff/rules/${state}"`)) ?? ''
    return /Allowed|Review|Refused/.exec(row)?.[0]
  }
  const words = { allowed: 'Allowed', review: 'Review', refused: 'Refused' }
  const rules = await listStateRules(db)
  for (const { state } of rules) {
    const sale = { itemClass: 'sbr' as const, buyerState: state, dealerState: state }
    const own = rules.map((rule) => ({ ...rule, local: [] }))
    expect(listed(state), state).toBe(words[judge(sale, own, ctx.now()).outcome])
  }
  expect(listed('IL')).toBe('Refused')
})

test('who read an older version changes nothing', async ({ ctx, db }) => {
  await givenReference(db)
  const row = await rowOf(ctx)
  const proposal = { ...row, sbr: 'restricted' as const }
  expect(await changeRow(rulesIn(ctx), 'FL', { proposal, seen: row.version - 1, evidence: 'old' })).toEqual({
    ok: false,
    why: 'changed',
  })
  expect(await changeRow(rulesIn(ctx), 'FL', { proposal: row, seen: row.version, evidence: 'same' })).toEqual(
    {
      ok: false,
      why: 'nothing_to_do',
    },
  )
  expect(await changeRow(rulesIn(ctx), 'XX', { proposal, evidence: 'none' })).toEqual({
    ok: false,
    why: 'no_such_state',
  })
  expect((await rowOf(ctx)).version).toBe(row.version)
  expect(await listReviews(db, 'state FL')).toEqual([])
})

test('a change names the open orders whose verdict it changes, and counts only for the list that was seen', async ({
  ctx,
  db,
}) => {
  const { orderId } = await givenPaid(ctx)
  await db.execute(
    sql`update orders set buyer_state = 'FL', verdict = '{"outcome": "allowed", "reasons": []}'`,
  )
  const row = await rowOf(ctx)
  await db.execute(sql`update order_lines set item_class = 'sbr'`)
  const proposal = { ...row, sbr: 'prohibited' as const }
  const affected = await listAffected(db, { ...row, ...proposedRow(row, proposal, '2026-11-20') }, ctx.now())
  expect(affected).toMatchObject([{ orderId, from: 'allowed', to: 'refused' }])
  const decide = (key: string) =>
    changeRow(rulesIn(ctx), 'FL', { proposal, seen: row.version, affected: key, evidence: 'read' })
  expect(await decide('')).toEqual({ ok: false, why: 'affected_changed' })
  expect((await rowOf(ctx)).sbr).toBe(row.sbr)
  expect(await decide(affectedKey(affected))).toMatchObject({ ok: true })
  expect(ctx.queued.map(({ job }) => job)).toContain('judge-orders-again')
})

test('rows are confirmed together, or none where one changed meanwhile', async ({ ctx, db }) => {
  await givenReference(db)
  await db.execute(sql`update state_rules set as_of = '2026-01-01'`)
  const rows = [
    { rule: 'state FL', version: 1 },
    { rule: 'state GA', version: 7 },
  ]
  expect(await confirmRules(rulesIn(ctx), rows, 'read both')).toEqual({
    ok: false,
    why: 'changed',
    rules: ['GA'],
  })
  expect((await rowOf(ctx)).asOf).toBe('2026-01-01')
  expect(await listReviews(db, 'state FL')).toEqual([])
  expect(
    await confirmRules(
      rulesIn(ctx),
      rows.map(({ rule }) => ({ rule, version: 1 })),
      'read both',
    ),
  ).toEqual({ ok: true })
  expect(await rowOf(ctx, 'GA')).toMatchObject({ asOf: '2026-11-20', version: 2 })
  expect(await listReviews(db, 'state GA')).toHaveLength(1)
})

test('a claim is confirmed by a person, and not over a change of another', async ({ ctx, db }) => {
  const claim = {
    key: 'wait.florida',
    text: 'It is 3 days.',
    figure: '3 days',
    source: '',
    effectiveFrom: null,
    effectiveTo: null,
    period: '',
  }
  await recordClaim(db, { ...claim, source: 'F.S.', reviewedOn: '2026-01-01' })
  const seen = await claimRevision(db, claim.key)
  const changed = { ...claim, source: 'F.S.', figure: '5 days', text: 'It is 5 days.' }
  expect(await changeClaim(rulesIn(ctx), changed, { evidence: 'read', seen })).toEqual({ ok: true })
  expect(await changeClaim(rulesIn(ctx), claim, { evidence: 'read', seen })).toEqual({
    ok: false,
    why: 'changed',
  })
  expect(await listReviews(db, 'claim wait.florida')).toMatchObject([
    { asOf: '2026-11-20', changes: '3 days: It is 3 days. → 5 days: It is 5 days.' },
  ])
})

test('claims are confirmed together with what else was read, the period in force alone', async ({
  ctx,
  db,
}) => {
  const stated = { text: 'It is so.', source: 'F.S.', period: '', reviewedOn: '2026-01-01' }
  const open = { effectiveFrom: null, effectiveTo: null }
  const coming = { effectiveFrom: '2027-01-01', effectiveTo: null }
  await recordClaim(db, { ...stated, ...open, key: 'wait.florida', figure: '3 days' })
  await recordClaim(db, { ...stated, ...open, key: 'tax.sbr', figure: '$0', effectiveTo: '2026-12-31' })
  await recordClaim(db, { ...stated, ...coming, key: 'tax.sbr', figure: '$5' })
  const read = async (key: string) => ({ rule: `claim ${key}`, version: await claimRevision(db, key) })
  const both = [await read('tax.sbr'), await read('wait.florida')]
  const stale = [{ rule: 'claim tax.sbr', version: 'another' }, await read('wait.florida')]
  expect(await confirmRules(rulesIn(ctx), stale, 'read both')).toEqual({
    ok: false,
    why: 'changed',
    rules: ['tax.sbr'],
  })
  const checked = async () => (await listAllClaims(db)).map(({ figure, reviewedOn }) => [figure, reviewedOn])
  expect(new Set((await checked()).map(([, day]) => day))).toEqual(new Set(['2026-01-01']))
  expect(await confirmRules(rulesIn(ctx), both, 'read both')).toEqual({ ok: true })
  expect(await checked()).toEqual([
    ['$0', '2026-11-20'],
    ['$5', '2026-01-01'],
    ['3 days', '2026-11-20'],
  ])
  expect(await listReviews(db, 'claim tax.sbr')).toMatchObject([
    { reviewer: 'M. Owner <owner@example.com>', evidence: 'read both', asOf: '2026-11-20' },
  ])
  expect((await listAuditEntries(db))[0]).toMatchObject({
    verb: 'rules-confirm',
    subject: 'claim tax.sbr, claim wait.florida',
  })
  expect(await confirmRules(rulesIn(ctx), [await read('no.such')], 'read')).toMatchObject({ why: 'changed' })
})

test('a form names claims by the history that was seen', () => {
  const row = ['claim tax.sbr Ab_-9xyzAb_-9xyzAb_-9x', 'state MD 12']
  expect(confirmInput.parse({ row, evidence: 'read' }).row).toEqual([
    { rule: 'claim tax.sbr', version: 'Ab_-9xyzAb_-9xyzAb_-9x' },
    { rule: 'state MD', version: 12 },
  ])
  expect(confirmInput.safeParse({ row: 'claim tax.sbr', evidence: 'read' }).success).toBe(false)
})

test('a proposal has the values of the form: empty fields are null, and wrong values are named', () => {
  const form = {
    sbr: 'allowed',
    sbs: 'allowed',
    suppressor: 'allowed',
    rifle: 'none',
    handgun: '',
    aow: 'restricted',
    receiver: 'none',
    suggestedDefault: 'allow',
    magazineLimitHandgun: '15',
    magazineLimitLongGun: '',
    magazineStatus: 'none',
    confidence: 'high',
    sbsConfidence: 'low',
    law: '',
    permitDocument: '',
    flags: 'one two',
    sources: '',
    note: '',
  }
  expect(proposalInput.parse(form)).toMatchObject({
    rifle: null,
    handgun: null,
    aow: 'restricted',
    magazineLimitHandgun: 15,
    magazineLimitLongGun: null,
    law: null,
    flags: ['one', 'two'],
  })
  expect(proposalInput.safeParse({ ...form, sbr: 'maybe' }).error?.issues[0]?.path).toEqual(['sbr'])
  expect(proposalInput.safeParse({ ...form, magazineLimitHandgun: '-1' }).success).toBe(false)
  expect(proposalInput.safeParse({ ...form, sources: 'no address' }).error?.issues[0]?.path).toEqual([
    'sources',
  ])
})

test('differences are listed by field, without the day of the check', () => {
  const row = { sbr: 'allowed', flags: ['a'], law: null }
  expect(differencesOf(row, { ...row, law: 'F.S. 1', flags: ['a', 'b'] })).toEqual([
    { field: 'Statute', before: '', after: 'F.S. 1' },
    { field: 'Marks', before: 'a', after: 'a, b' },
  ])
  expect(differencesOf({ ...row, asOf: '1' } as never, { ...row, asOf: '2' } as never)).toEqual([])
})
