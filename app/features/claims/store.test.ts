import { expect } from 'vitest'
import { sqlState } from '#app/db/db.server.ts'
import { test } from '#test/db.ts'
import { type ClaimInput, figureThroughTime, isStale } from './rules.ts'
import { addMissingClaims, findClaims, listAllClaims, listClaimHistory, recordClaim } from './store.server.ts'

const now = new Date('2026-11-20T12:00:00Z')

const claim = (key: string, figure: string, values: Partial<ClaimInput> = {}): ClaimInput => ({
  key,
  text: `It is ${figure}.`,
  figure,
  source: 'The shop.',
  reviewedOn: '2026-11-20',
  effectiveFrom: null,
  effectiveTo: null,
  period: '',
  ...values,
})

const tax = [
  claim('tax.sbr', '$200', {
    effectiveTo: '2025-12-31',
    period: 'until Dec 31, 2025',
    reviewedOn: '2025-12-31',
  }),
  claim('tax.sbr', '$0', { effectiveFrom: '2026-01-01', period: 'since Jan 1, 2026' }),
]

test('the claims in force come back by key, and a key without one is missing', async ({ db }) => {
  await addMissingClaims(db, [...tax, claim('age.site', '18')])
  const found = await findClaims(db, ['tax.sbr', 'age.site', 'nothing.here'], now)

  expect(found['tax.sbr']?.figure).toBe('$0')
  expect(found['age.site']?.figure).toBe('18')
  expect(found).not.toHaveProperty(['nothing.here'])
})

test('both periods of a figure stay readable', async ({ db }) => {
  await addMissingClaims(db, tax)
  expect(figureThroughTime(await listClaimHistory(db, ['tax.sbr']))).toBe(
    '$200 until Dec 31, 2025; $0 since Jan 1, 2026',
  )
})

test('customers read laws and addresses of a source, the operator all of it', async ({ db }) => {
  const source =
    'Florida Statutes 790.065(13); 26 USC 5841(e). To be read again. Read in https://example.gov/a, 2026.'
  await recordClaim(db, claim('age.sbr', '21', { source }))
  const shown = 'Florida Statutes 790.065(13); 26 USC 5841(e); https://example.gov/a'
  expect((await findClaims(db, ['age.sbr'], now))['age.sbr']?.source).toBe(shown)
  expect(await listAllClaims(db)).toMatchObject([{ source }])
})

test('adding missing claims leaves every key that the operator already has', async ({ db }) => {
  await addMissingClaims(db, [claim('age.sbr', '21')])
  await recordClaim(db, claim('age.sbr', '18'))
  await addMissingClaims(db, [
    claim('age.sbr', '21'),
    claim('age.sbr', '25', { effectiveFrom: '2026-11-01' }),
  ])

  expect(await listClaimHistory(db, ['age.sbr'])).toMatchObject([{ figure: '18' }])
})

test('recording a period again replaces it, and a new beginning adds one', async ({ db }) => {
  await recordClaim(db, claim('age.sbr', '21'))
  await recordClaim(db, claim('age.sbr', '18', { reviewedOn: '2026-11-21' }))
  await recordClaim(db, claim('age.sbr', '21', { effectiveFrom: '2027-01-01' }))

  expect(await listClaimHistory(db, ['age.sbr'])).toMatchObject([
    { figure: '18', reviewedOn: '2026-11-21' },
    { figure: '21', effectiveFrom: '2027-01-01' },
  ])
})

test('the operator sees every claim with all periods, and which are due for review', async ({ db }) => {
  await addMissingClaims(db, [...tax, claim('age.site', '18', { reviewedOn: '2026-01-15' })])
  const rows = await listAllClaims(db)
  expect(rows.map(({ key, figure }) => `${key} ${figure}`)).toEqual([
    'age.site 18',
    'tax.sbr $200',
    'tax.sbr $0',
  ])
  expect(rows.filter((row) => isStale(row, now)).map((row) => row.key)).toEqual(['age.site'])
})

test('the database refuses a claim that ends before it begins', async ({ db }) => {
  const backwards = claim('age.site', '18', { effectiveFrom: '2026-02-01', effectiveTo: '2026-01-01' })
  await expect(recordClaim(db, backwards)).rejects.toSatisfy((error) => sqlState(error) === '23514')
})
