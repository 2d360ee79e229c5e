import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { listLocalRules } from '#app/features/compliance/store/local-rules.server.ts'
import { listPurchaseAges } from '#app/features/compliance/store/ages.server.ts'
import { givenReference } from '#test/reference.ts'
import { type TestContext, test } from '#test/db.ts'
import { changeLaw, confirmLaws, lawStores, listReviews } from './laws.server.ts'

const rulesIn = (ctx: TestContext) => ({
  ctx,
  actor: 'M. Owner <owner@example.com>',
  timeZone: 'America/New_York',
})

type Decided = { seen: number; affected?: string; evidence: string }

const change = (
  ctx: TestContext,
  kind: 'local' | 'age',
  proposal: Record<string, unknown> | null,
  { seen, affected = '', evidence }: Decided,
) =>
  changeLaw(
    rulesIn(ctx),
    kind,
    { key: kind === 'age' ? 'goods FL' : place.id, proposal },
    { seen: String(seen), affected, evidence },
  )

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
const age = {
  ageClass: 'goods' as const,
  state: 'FL',
  years: 19,
  note: '',
  sources: [],
  asOf: '2026-11-20',
}

test('the rule of a place is added, changed by the first of two people, and deleted, each with its review', async ({
  ctx,
  db,
}) => {
  await givenReference(db)
  expect(await change(ctx, 'local', place, { seen: 0, affected: '', evidence: 'Code 1' })).toMatchObject({
    ok: true,
    version: 1,
  })
  expect(await change(ctx, 'local', place, { seen: 0, evidence: 'again' })).toMatchObject({ why: 'changed' })
  expect(await change(ctx, 'local', place, { seen: 1, evidence: 'same' })).toMatchObject({
    why: 'nothing_to_do',
  })
  const stricter = { ...place, magazineLimit: 7 }
  expect(await change(ctx, 'local', stricter, { seen: 1, evidence: 'Code 2' })).toMatchObject({ version: 2 })
  expect((await listAuditEntries(db))[0]).toMatchObject({
    verb: 'local-rule',
    subject: 'harbor-fl',
    data: { before: { 'Magazine limit': '10' }, after: { 'Magazine limit': '7' } },
  })
  expect(await change(ctx, 'local', null, { seen: 1, evidence: 'old' })).toMatchObject({ why: 'changed' })
  expect(await change(ctx, 'local', null, { seen: 2, evidence: 'repealed' })).toMatchObject({ ok: true })
  expect((await listLocalRules(db)).map(({ id }) => id)).not.toContain(place.id)
  expect((await listReviews(db, 'local harbor-fl')).map(({ evidence }) => evidence)).toEqual([
    'repealed',
    'Code 2',
    'Code 1',
  ])
  expect(ctx.queued.filter(({ job }) => job === 'judge-orders-again')).toHaveLength(3)
})

test('a list of affected orders that differs from the one that was seen refuses the change', async ({
  ctx,
  db,
}) => {
  await givenReference(db)
  expect(await lawStores.local.affected(db, place.id, place, ctx.now())).toEqual([])
  expect(
    await change(ctx, 'local', place, { seen: 0, affected: 'A1 review', evidence: 'Code 1' }),
  ).toMatchObject({ why: 'affected_changed' })
  expect(await listReviews(db, 'local harbor-fl')).toEqual([])
})

test('nothing is read in the future', async ({ ctx, db }) => {
  await givenReference(db)
  const later = { asOf: '2027-01-01' }
  expect(await change(ctx, 'local', { ...place, ...later }, { seen: 0, evidence: 'Code' })).toMatchObject({
    why: 'not_read_yet',
  })
  expect(await change(ctx, 'age', { ...age, ...later }, { seen: 0, evidence: 'Code' })).toMatchObject({
    why: 'not_read_yet',
  })
})

test('an age is changed with its evidence or confirmed unchanged, and both are in the audit log', async ({
  ctx,
  db,
}) => {
  await givenReference(db)
  const storedAge = async () =>
    (await listPurchaseAges(db)).find(({ ageClass, state }) => ageClass === 'goods' && state === 'FL')
  expect(await change(ctx, 'age', age, { seen: 0, evidence: 'F.S.' })).toMatchObject({ ok: true, version: 1 })
  expect(await change(ctx, 'age', { ...age, years: 21 }, { seen: 0, evidence: 'F.S.' })).toMatchObject({
    why: 'changed',
  })
  expect(
    await change(ctx, 'age', { ...age, years: 21, asOf: '2026-10-01' }, { seen: 1, evidence: 'F.S. 2' }),
  ).toMatchObject({
    version: 2,
  })
  expect((await listAuditEntries(db))[0]).toMatchObject({
    verb: 'age',
    subject: 'goods FL',
    data: { before: { Age: '19' }, after: { Age: '21' } },
  })
  const read = [{ kind: 'age' as const, key: 'goods FL', version: '2' }]
  expect(
    await confirmLaws(rulesIn(ctx), [...read, { kind: 'local', key: 'nowhere', version: '1' }], 'read'),
  ).toEqual({
    ok: false,
    why: 'changed',
    rules: ['nowhere'],
  })
  expect((await storedAge())?.asOf).toBe('2026-10-01')
  expect(await confirmLaws(rulesIn(ctx), read, 'read')).toEqual({ ok: true })
  expect(await storedAge()).toMatchObject({ asOf: '2026-11-20', years: 21 })
})
