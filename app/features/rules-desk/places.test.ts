import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { listLocalRules } from '#app/features/compliance/store/local-rules.server.ts'
import { listPurchaseAges } from '#app/features/compliance/store/ages.server.ts'
import { givenReference } from '#test/reference.ts'
import { type TestContext, test } from '#test/db.ts'
import { confirmRules } from './routes/confirm-selected.server.ts'
import { changeAge, changePlace, dropPlace, listAffectedByPlace } from './place-flows.server.ts'
import { readAgeKey } from './rules.ts'
import { listReviews } from './store.server.ts'

const rulesIn = (ctx: TestContext) => ({
  ctx,
  actor: 'M. Owner <owner@example.com>',
  timeZone: 'America/New_York',
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
  const desk = rulesIn(ctx)
  expect(await changePlace(desk, place, { seen: 0, affected: '', evidence: 'Code 1' })).toMatchObject({
    ok: true,
    version: 1,
  })
  expect(await changePlace(desk, place, { seen: 0, evidence: 'again' })).toMatchObject({ why: 'changed' })
  expect(await changePlace(desk, place, { seen: 1, evidence: 'same' })).toMatchObject({
    why: 'nothing_to_do',
  })
  const stricter = { ...place, magazineLimit: 7 }
  expect(await changePlace(desk, stricter, { seen: 1, evidence: 'Code 2' })).toMatchObject({ version: 2 })
  expect((await listAuditEntries(db))[0]).toMatchObject({
    verb: 'local-rule',
    subject: 'harbor-fl',
    data: { before: { 'Magazine limit': '10' }, after: { 'Magazine limit': '7' } },
  })
  expect(await dropPlace(desk, place.id, { seen: 1, evidence: 'old' })).toMatchObject({ why: 'changed' })
  expect(await dropPlace(desk, place.id, { seen: 2, evidence: 'repealed' })).toMatchObject({ ok: true })
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
  expect(await listAffectedByPlace(db, { id: place.id, state: 'FL', place }, ctx.now())).toEqual([])
  expect(
    await changePlace(rulesIn(ctx), place, { seen: 0, affected: 'A1 review', evidence: 'Code 1' }),
  ).toMatchObject({ why: 'affected_changed' })
  expect(await listReviews(db, 'local harbor-fl')).toEqual([])
})

test('nothing is read in the future', async ({ ctx, db }) => {
  await givenReference(db)
  const later = { asOf: '2027-01-01' }
  expect(
    await changePlace(rulesIn(ctx), { ...place, ...later }, { seen: 0, evidence: 'Code' }),
  ).toMatchObject({ why: 'not_read_yet' })
  expect(await changeAge(rulesIn(ctx), { ...age, ...later }, { evidence: 'Code' })).toMatchObject({
    why: 'not_read_yet',
  })
})

test('an age is changed with its evidence or confirmed unchanged, and both are in the audit log', async ({
  ctx,
  db,
}) => {
  await givenReference(db)
  const desk = rulesIn(ctx)
  const storedAge = async () =>
    (await listPurchaseAges(db)).find(({ ageClass, state }) => ageClass === 'goods' && state === 'FL')
  expect(await changeAge(desk, age, { seen: 0, evidence: 'F.S.' })).toMatchObject({ ok: true, version: 1 })
  expect(await changeAge(desk, { ...age, years: 21 }, { seen: 0, evidence: 'F.S.' })).toMatchObject({
    why: 'changed',
  })
  expect(
    await changeAge(desk, { ...age, years: 21, asOf: '2026-10-01' }, { seen: 1, evidence: 'F.S. 2' }),
  ).toMatchObject({
    version: 2,
  })
  expect((await listAuditEntries(db))[0]).toMatchObject({
    verb: 'age',
    subject: 'goods FL',
    data: { before: { Age: '19' }, after: { Age: '21' } },
  })
  const read = [{ rule: 'age goods FL', version: 2 }]
  expect(await confirmRules(desk, [...read, { rule: 'local nowhere', version: 1 }], 'read')).toEqual({
    ok: false,
    why: 'changed',
    rules: ['nowhere'],
  })
  expect((await storedAge())?.asOf).toBe('2026-10-01')
  expect(await confirmRules(desk, read, 'read')).toEqual({ ok: true })
  expect(await storedAge()).toMatchObject({ asOf: '2026-11-20', years: 21 })
})

test('the address of an age names its class and its state', () => {
  expect(readAgeKey('sbr-FL')).toEqual({ ageClass: 'sbr', state: 'FL' })
})
