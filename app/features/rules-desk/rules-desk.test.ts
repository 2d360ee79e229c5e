import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { listAllClaims, recordClaim } from '#app/features/claims/store.server.ts'
import { judge } from '#app/features/compliance/rules.ts'
import {
  findStateRule,
  listLocalRules,
  listReviews,
  listStateRules,
} from '#app/features/compliance/store/state-rules.server.ts'
import { givenReference } from '#test/reference.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { givenPaid } from '#test/world.ts'
import { affectedKey, changeLaw, compareLaw, confirmLaws, findLaw } from './laws.server.ts'
import { confirmInput, differencesOf, lawForms, type Law } from './rules.ts'

const rulesIn = (ctx: TestContext) => ({
  ctx,
  actor: 'M. Owner <owner@example.com>',
  timeZone: 'America/New_York',
})

type Decided = { seen: string | number; affected?: string; evidence: string }

const changeRow = (
  ctx: TestContext,
  state: string,
  proposal: Law,
  { seen, affected = '', evidence }: Decided,
) => changeLaw(rulesIn(ctx), 'state', { key: state, proposal }, { seen: String(seen), affected, evidence })

async function claimRevision(ctx: TestContext, key: string): Promise<string> {
  const clock = { now: ctx.now(), timeZone: 'America/New_York' }
  return (await findLaw(ctx.db, 'claim', key, clock))?.version ?? '0'
}

async function rowOf(ctx: TestContext, state = 'FL') {
  const row = await findStateRule(ctx.db, state)
  if (!row) throw new Error(`No row of ${state}`)
  return row
}

test('a row changes with its reviewer, evidence, difference and audit entry', async ({ ctx, db }) => {
  await givenReference(db)
  const row = await rowOf(ctx)
  const proposal = { sbr: 'restricted', note: 'Read again.' }
  const done = await changeRow(ctx, 'FL', proposal, { seen: row.version, evidence: '§ 790.221' })
  expect(done).toEqual({ ok: true, version: row.version + 1 })
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
  const proposal = { sbr: 'restricted' }
  const refused = (why: string) => ({ ok: false, why })
  expect(await changeRow(ctx, 'FL', proposal, { seen: row.version - 1, evidence: 'old' })).toEqual(
    refused('changed'),
  )
  expect(await changeRow(ctx, 'FL', {}, { seen: row.version, evidence: 'same' })).toEqual(
    refused('nothing_to_do'),
  )
  expect(await changeRow(ctx, 'XX', proposal, { seen: 0, evidence: 'none' })).toEqual(
    refused('rule_not_found'),
  )
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
  const proposal = { sbr: 'prohibited' }
  const affected = (
    await compareLaw(db, 'state', 'FL', proposal, { now: ctx.now(), timeZone: 'America/New_York' })
  ).affected
  expect(affected).toMatchObject([{ orderId, from: 'allowed', to: 'refused' }])
  const decide = (key: string) =>
    changeRow(ctx, 'FL', proposal, { seen: row.version, affected: key, evidence: 'read' })
  expect(await decide('')).toEqual({ ok: false, why: 'affected_changed' })
  expect((await rowOf(ctx)).sbr).toBe(row.sbr)
  expect(await decide(affectedKey(affected))).toMatchObject({ ok: true })
  expect(ctx.queued.map(({ job }) => job)).toContain('judge-orders-again')
})

test('rows are confirmed together, or none where one changed meanwhile', async ({ ctx, db }) => {
  await givenReference(db)
  await db.execute(sql`update state_rules set as_of = '2026-01-01'`)
  const rows = [
    { kind: 'state' as const, key: 'FL', version: '1' },
    { kind: 'state' as const, key: 'GA', version: '7' },
  ]
  expect(await confirmLaws(rulesIn(ctx), rows, 'read both')).toEqual({
    ok: false,
    why: 'changed',
    rules: ['GA'],
  })
  expect((await rowOf(ctx)).asOf).toBe('2026-01-01')
  expect(await listReviews(db, 'state FL')).toEqual([])
  expect(
    await confirmLaws(
      rulesIn(ctx),
      rows.map((row) => ({ ...row, version: '1' })),
      'read both',
    ),
  ).toEqual({ ok: true })
  expect(await rowOf(ctx, 'GA')).toMatchObject({ asOf: '2026-11-20', version: 2 })
  expect(await listReviews(db, 'state GA')).toHaveLength(1)
})

const place = {
  id: 'harbor-fl',
  state: 'FL',
  place: 'Harbor',
  zips: ['33199'],
  firearms: null,
  magazines: 'restricted' as const,
  magazineLimit: 10,
  note: '',
  sources: ['https://example.com/code'],
  asOf: '2026-11-20',
}

const changePlace = (ctx: TestContext, proposal: Law | null, { seen, evidence }: Decided) =>
  changeLaw(
    rulesIn(ctx),
    'local',
    { key: place.id, proposal },
    { seen: String(seen), affected: '', evidence },
  )

test('the rule of a place is added, changed by the first of two people, and deleted, each with its review', async ({
  ctx,
  db,
}) => {
  await givenReference(db)
  expect(await changePlace(ctx, place, { seen: 0, evidence: 'Code 1' })).toMatchObject({
    ok: true,
    version: 1,
  })
  expect(await changePlace(ctx, place, { seen: 0, evidence: 'again' })).toMatchObject({ why: 'changed' })
  expect(await changePlace(ctx, place, { seen: 1, evidence: 'same' })).toMatchObject({
    why: 'nothing_to_do',
  })
  const stricter = { ...place, magazineLimit: 7 }
  expect(await changePlace(ctx, stricter, { seen: 1, evidence: 'Code 2' })).toMatchObject({ version: 2 })
  expect((await listAuditEntries(db))[0]).toMatchObject({
    verb: 'local-rule',
    subject: 'harbor-fl',
    data: { before: { 'Magazine limit': '10' }, after: { 'Magazine limit': '7' } },
  })
  for (const other of [{ state: 'GA' }, { id: 'miami-fl' }])
    expect(await changePlace(ctx, { ...place, ...other }, { seen: 2, evidence: 'Code 3' })).toMatchObject({
      why: 'other_rule',
    })
  expect(await changePlace(ctx, null, { seen: 1, evidence: 'old' })).toMatchObject({ why: 'changed' })
  expect(await changePlace(ctx, null, { seen: 2, evidence: 'repealed' })).toMatchObject({ ok: true })
  expect((await listLocalRules(db)).map(({ id }) => id)).not.toContain(place.id)
  expect((await listReviews(db, 'local harbor-fl')).map(({ evidence }) => evidence)).toEqual([
    'repealed',
    'Code 2',
    'Code 1',
  ])
  expect(ctx.queued.filter(({ job }) => job === 'judge-orders-again')).toHaveLength(3)
})

test('nothing is read in the future', async ({ ctx, db }) => {
  await givenReference(db)
  const later = { ...place, asOf: '2027-01-01' }
  expect(await changePlace(ctx, later, { seen: 0, evidence: 'Code' })).toMatchObject({ why: 'not_read_yet' })
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
  const seen = await claimRevision(ctx, claim.key)
  const decide = (proposal: Law) =>
    changeLaw(rulesIn(ctx), 'claim', { key: claim.key, proposal }, { seen, affected: '', evidence: 'read' })
  const changed = { ...claim, source: 'F.S.', figure: '5 days', text: 'It is 5 days.' }
  expect(await decide(changed)).toMatchObject({ ok: true })
  expect(await decide(claim)).toEqual({ ok: false, why: 'changed' })
  expect(await listReviews(db, 'claim wait.florida')).toMatchObject([
    {
      asOf: '2026-11-20',
      changes: 'Claim: It is 3 days. → It is 5 days.\nFigure: 3 days → 5 days',
    },
  ])
  expect((await listAuditEntries(db))[0]).toMatchObject({
    verb: 'claim',
    data: { before: { Figure: '3 days' }, after: { Figure: '5 days' } },
  })
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
  const read = async (key: string) => ({
    kind: 'claim' as const,
    key,
    version: await claimRevision(ctx, key),
  })
  const both = [await read('tax.sbr'), await read('wait.florida')]
  const stale = [{ kind: 'claim' as const, key: 'tax.sbr', version: 'another' }, await read('wait.florida')]
  expect(await confirmLaws(rulesIn(ctx), stale, 'read both')).toEqual({
    ok: false,
    why: 'changed',
    rules: ['tax.sbr'],
  })
  const checked = async () => (await listAllClaims(db)).map(({ figure, reviewedOn }) => [figure, reviewedOn])
  expect(new Set((await checked()).map(([, day]) => day))).toEqual(new Set(['2026-01-01']))
  expect(await confirmLaws(rulesIn(ctx), both, 'read both')).toEqual({ ok: true })
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
  expect(await confirmLaws(rulesIn(ctx), [await read('no.such')], 'read')).toMatchObject({ why: 'changed' })
})

test('a form names claims by the history that was seen', () => {
  const row = ['claim tax.sbr Ab_-9xyzAb_-9xyzAb_-9x', 'state MD 12']
  expect(confirmInput.parse({ row, evidence: 'read' }).row).toEqual([
    { kind: 'claim', key: 'tax.sbr', version: 'Ab_-9xyzAb_-9xyzAb_-9x' },
    { kind: 'state', key: 'MD', version: '12' },
  ])
  expect(confirmInput.safeParse({ row: 'claim tax.sbr', evidence: 'read' }).success).toBe(false)
})

test('a proposal has the values of the form: empty fields are null, and wrong values are named', () => {
  const form = {
    state: 'FL',
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
  expect(lawForms.state.parse(form)).toMatchObject({
    rifle: null,
    handgun: null,
    aow: 'restricted',
    magazineLimitHandgun: 15,
    magazineLimitLongGun: null,
    magazineLimit: 15,
    law: null,
    flags: ['one', 'two'],
  })
  expect(lawForms.state.safeParse({ ...form, sbr: 'maybe' }).error?.issues[0]?.path).toEqual(['sbr'])
  expect(lawForms.state.safeParse({ ...form, magazineLimitHandgun: '-1' }).success).toBe(false)
  expect(lawForms.state.safeParse({ ...form, sources: 'no address' }).error?.issues[0]?.path[0]).toBe(
    'sources',
  )
})

test('differences are listed by field, without the day of the check', () => {
  const row = { sbr: 'allowed', flags: ['a'], law: null }
  expect(differencesOf('state', row, { ...row, law: 'F.S. 1', flags: ['a', 'b'] })).toEqual([
    { field: 'Statute', before: '', after: 'F.S. 1' },
    { field: 'Marks', before: 'a', after: 'a, b' },
  ])
  expect(differencesOf('local', { ...row, asOf: '1' }, { ...row, asOf: '2' })).toEqual([])
})
