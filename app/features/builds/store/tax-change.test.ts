import { expect } from 'vitest'
import { recordClaim } from '#app/features/claims/store.server.ts'
import { givenReference } from '#test/reference.ts'
import { test } from '#test/db.ts'
import { findTaxChange } from '../store.server.ts'

const zone = 'America/New_York'
const taxChange = new Date('2026-01-01T05:00:00Z')

test('the tax change at New Year 2026 is upcoming before it and past from then on', async ({ db }) => {
  await givenReference(db)
  const at = async (now: Date) => {
    const { figure, isPast, at: until } = (await findTaxChange(db, now, zone)) ?? {}
    return { figure, isPast, until }
  }
  expect(await at(new Date(taxChange.getTime() - 1))).toEqual({
    figure: '$0',
    isPast: false,
    until: taxChange,
  })
  expect(await at(taxChange)).toEqual({ figure: '$0', isPast: true, until: taxChange })
})

test('a future tax change entered by the operator is the next one', async ({ db }) => {
  await givenReference(db)
  await recordClaim(db, {
    key: 'tax.sbr',
    text: 'The federal tax is $50.',
    figure: '$50',
    source: 'A law to come.',
    reviewedOn: '2026-11-20',
    effectiveFrom: '2027-07-01',
    effectiveTo: null,
    period: 'from Jul 1, 2027',
  })
  const found = await findTaxChange(db, new Date('2026-11-20T12:00:00Z'), zone)
  expect(found).toMatchObject({ figure: '$50', date: '2027-07-01', isPast: false })
  expect(found?.at).toEqual(new Date('2027-07-01T04:00:00Z'))
})

test('without a dated claim there is no tax change', async ({ db }) => {
  expect(await findTaxChange(db, taxChange, zone)).toBeUndefined()
})
