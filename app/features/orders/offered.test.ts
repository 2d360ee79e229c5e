import { expect, test } from 'vitest'
import type { Offered } from './goods.ts'
import { offeredRows, offeredText } from './offered.ts'

const field = {
  name: 'Field',
  caliber: '5.56 NATO',
  barrel: '10.3 in',
  finish: 'Gray',
  priceCents: 249_900,
}
const offered: Offered = {
  variants: [field],
  includes: 'Case',
  depositCents: 10_000,
  balance: 'before_agreement',
}
const rows = (values: Partial<Offered> = {}) =>
  Object.fromEntries(
    offeredRows({ ...offered, ...values }, 'December 4, 2026').map(({ term, value }) => [term, value]),
  )

test('one variant is named with all that is known of it', () => {
  expect(rows()).toEqual({
    Variant: 'Field',
    Caliber: '5.56 NATO',
    Barrel: '10.3 in',
    Finish: 'Gray',
    Price: '$2,499 before sales tax and the dealer’s fee',
    Included: 'Case',
    Balance: '$2,399. Due once you accept the agreement, before we build.',
  })
  expect(rows({ variants: [{ ...field, name: '', finish: '' }], includes: '' })).not.toHaveProperty('Finish')
})

test('of several variants each has its price, and the agreement fixes one', () => {
  const night = { ...field, name: 'Night', barrel: '', priceCents: 269_900 }
  expect(rows({ variants: [field, night] })).toMatchObject({
    Variant: 'One of these, fixed in the agreement before the balance is due',
    Field: '5.56 NATO, 10.3 in, Gray: $2,499',
    Night: '5.56 NATO, Gray: $2,699',
    Price: '$2,499 to $2,699 before sales tax and the dealer’s fee',
    Balance: '$2,399 to $2,599. Due once you accept the agreement, before we build.',
  })
})

test('the balance says its current state', () => {
  expect(rows({ balance: new Date(0) }).Balance).toBe('$2,399. Due December 4, 2026.')
  expect(rows({ balance: 'paid' }).Balance).toBe('$2,399. Paid.')
  expect(rows({ balance: 'waived' }).Balance).toBe('Waived: you owe nothing more.')
  expect(rows({ depositCents: 249_900 }).Balance).toBe('None: the deposit covers the price.')
  expect(rows({ balance: null })).not.toHaveProperty('Balance')
  expect(offeredRows({ ...offered, variants: [] }, '')).toEqual([])
})

test('as sentences each row ends in one period', () => {
  expect(offeredText(offeredRows({ ...offered, balance: 'paid' }, ''))).toMatch(
    /^Variant: Field\. .* Balance: \$2,399\. Paid\.$/,
  )
})
