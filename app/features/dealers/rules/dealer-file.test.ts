import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DealerFile,
  dealerLacks,
  isDealerReady,
  soonMissing,
  specialTaxYearEndsAt,
} from './dealer-file.ts'

const today = '2026-11-20'
const ready: DealerFile = {
  isListed: true,
  licenseExpiresOn: '2026-11-20',
  copyAcceptedOn: '2026-10-01',
  ezCheckedOn: '2026-10-21',
  specialTaxClass: '3',
  specialTaxYearEnds: 2027,
  specialTaxCopyOn: '2026-10-01',
  blockedReason: null,
}
const missing = (change: Partial<DealerFile>, itemClass: 'sbr' | 'rifle' | null = 'sbr', onDay = today) => {
  const verdict = isDealerReady({ ...ready, ...change }, itemClass, onDay)
  return verdict.ok ? [] : verdict.missing
}

test('a complete file receives an NFA item until the last day of its license', () => {
  expect(missing({})).toEqual([])
  expect(missing({}, 'sbr', '2026-11-21')).toEqual(['license_expired', 'ez_check_old'])
})

test.each([
  [{ blockedReason: 'returned two rifles' }, 'blocked'],
  [{ isListed: false }, 'unlisted'],
  [{ copyAcceptedOn: null }, 'copy_missing'],
  [{ licenseExpiresOn: null }, 'copy_missing'],
  [{ licenseExpiresOn: '2026-11-19' }, 'license_expired'],
  [{ ezCheckedOn: null }, 'ez_check_missing'],
  [{ ezCheckedOn: '2026-10-20' }, 'ez_check_old'],
  [{ specialTaxClass: null }, 'special_tax_missing'],
  [{ specialTaxYearEnds: null }, 'special_tax_missing'],
  [{ specialTaxYearEnds: 2026 }, 'special_tax_over'],
  [{ specialTaxCopyOn: null }, 'special_tax_copy_missing'],
] as const)('a file with %j is held by: %s', (change, lack) => {
  expect(missing(change)).toEqual([lack])
})

test('a rifle needs no special tax; an item without a class counts as an NFA item', () => {
  const none = { specialTaxClass: null, specialTaxYearEnds: null, specialTaxCopyOn: null }
  expect(missing(none, 'rifle')).toEqual([])
  expect(missing(none, null)).toEqual(['special_tax_missing'])
})

test('a dealer without a file is never ready', () => {
  expect(isDealerReady(undefined, null, today)).toMatchObject({ ok: false })
})

test('the tax year turns on July 1', () => {
  expect(['2026-06-30', '2026-07-01', '2027-01-01'].map(specialTaxYearEndsAt)).toEqual([2026, 2027, 2027])
})

test('what runs out soon is seen before it does; an old eZ Check is not news', () => {
  expect(soonMissing({ ...ready, licenseExpiresOn: '2026-12-19' }, 'sbr', today, 30)).toEqual([
    'license_expired',
  ])
  expect(soonMissing({ ...ready, licenseExpiresOn: '2026-12-20' }, 'sbr', today, 30)).toEqual([])
  expect(soonMissing({ ...ready, licenseExpiresOn: '2028-01-01' }, 'sbr', '2027-06-10', 30)).toEqual([
    'special_tax_over',
  ])
})

test('time alone never makes a dealer ready', () => {
  const day = fc
    .integer({ min: 0, max: 900 })
    .map((n) => new Date(Date.UTC(2026, 9, 1) + n * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, (a, b) => {
      const [first, second] = a < b ? [a, b] : [b, a]
      const before = missing({}, 'sbr', first)
      expect(missing({}, 'sbr', second)).toEqual(expect.arrayContaining(before))
      expect(dealerLacks).toEqual(expect.arrayContaining(before))
    }),
  )
})
