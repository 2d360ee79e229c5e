import { expect, test } from 'vitest'
import { depositLeft, gateFactsOf } from './gate-facts.ts'
import { gatesFor, heldBy } from './gates.ts'

type Records = Parameters<typeof gateFactsOf>[0]

const accepted: NonNullable<Records['dealerAnswer']> = {
  is: 'accepted',
  isConfirmed: true,
  at: '2026-11-01T12:00:00.000Z',
  feeCents: 2_500,
  hours: '',
}
const file: NonNullable<Records['dealerFile']> = {
  isListed: true,
  licenseExpiresOn: '2027-11-20',
  copyAcceptedOn: '2026-11-01',
  ezCheckedOn: '2026-11-10',
  specialTaxClass: '3',
  specialTaxYearEnds: 2027,
  specialTaxCopyOn: '2026-11-01',
  blockedReason: null,
}
const records: Records = {
  line: { itemClass: 'sbr', unitCents: 10_000, quantity: 1, refundedCents: 0 },
  review: 'clear',
  terms: { priceCents: 249_900, acceptedAt: new Date('2026-11-02') },
  balance: { state: 'paid', priceCents: 249_900 },
  dealerAnswer: accepted,
  dealerFile: file,
  onDay: '2026-11-20',
}

const met = { isAgreed: true, isBalanceMet: true, isDealerAccepted: true, areDealerPapersValid: true }

test('with every record in order every gate is open', () => {
  expect(gateFactsOf(records)).toEqual({ itemClass: 'sbr', review: 'clear', ...met })
  expect(heldBy(gatesFor('built', 'form3_filed', gateFactsOf(records)))).toEqual([])
})

const cases: [string, Partial<Records>, Partial<typeof met>][] = [
  ['no terms were sent', { terms: undefined }, { isAgreed: false, isBalanceMet: false }],
  [
    'terms were sent and not accepted',
    { terms: { priceCents: 249_900, acceptedAt: null } },
    { isAgreed: false },
  ],
  ['no balance was requested', { balance: undefined }, { isBalanceMet: false }],
  ['the balance is open', { balance: { state: 'open', priceCents: 249_900 } }, { isBalanceMet: false }],
  [
    'the balance was released',
    { balance: { state: 'released', priceCents: 249_900 } },
    { isBalanceMet: false },
  ],
  ['a lower price was paid', { balance: { state: 'paid', priceCents: 249_899 } }, { isBalanceMet: false }],
  ['the balance was waived', { balance: { state: 'waived', priceCents: 1 } }, {}],
  ['nobody answered', { dealerAnswer: null }, { isDealerAccepted: false }],
  [
    'somebody answered whom nobody confirmed',
    { dealerAnswer: { ...accepted, isConfirmed: false } },
    { isDealerAccepted: false },
  ],
  [
    'a confirmed dealer declined',
    { dealerAnswer: { ...accepted, is: 'declined' } },
    { isDealerAccepted: false },
  ],
  ['the dealer has no file', { dealerFile: undefined }, { areDealerPapersValid: false }],
  [
    'the file has no special tax',
    { dealerFile: { ...file, specialTaxClass: null } },
    { areDealerPapersValid: false },
  ],
  ['the license ends the day before', { onDay: '2027-11-21' }, { areDealerPapersValid: false }],
]

test.for(cases)('%s', ([, change, closed]) => {
  expect(gateFactsOf({ ...records, ...change })).toMatchObject({ ...met, ...closed })
})

test('a dealer who receives a rifle needs no special tax status', () => {
  const plain = { ...records, line: { ...records.line, itemClass: 'rifle' as const } }
  const dealerFile = { ...file, specialTaxClass: null, specialTaxYearEnds: null, specialTaxCopyOn: null }
  expect(gateFactsOf({ ...plain, dealerFile }).areDealerPapersValid).toBe(true)
  expect(gateFactsOf({ ...records, dealerFile }).areDealerPapersValid).toBe(false)
})

test('a deposit counts as far as it was not refunded, for each piece', () => {
  expect(depositLeft({ unitCents: 10_000, quantity: 2, refundedCents: 3_000 })).toBe(17_000)
  const terms = { priceCents: 10_000, acceptedAt: new Date('2026-11-02') }
  const without = { ...records, terms, balance: undefined }
  expect(gateFactsOf(without).isBalanceMet).toBe(true)
  const line = { ...records.line, refundedCents: 1 }
  expect(gateFactsOf({ ...without, line }).isBalanceMet).toBe(false)
})

test('papers are looked at where the form is filed and where it is shipped; a rifle has no form', () => {
  const facts = (itemClass: Records['line']['itemClass']) =>
    gateFactsOf({ ...records, line: { ...records.line, itemClass }, dealerFile: undefined })
  const heldAt = (
    to: 'form3_filed' | 'form3_approved' | 'shipped' | 'at_dealer',
    itemClass: 'sbr' | 'rifle' | null,
  ) => heldBy(gatesFor('built', to, facts(itemClass))).includes('dealer_papers')
  expect(
    ['form3_filed', 'form3_approved', 'shipped', 'at_dealer'].map((to) => heldAt(to as never, 'sbr')),
  ).toEqual([true, false, true, false])
  expect([heldAt('form3_filed', null), heldAt('form3_filed', 'rifle'), heldAt('shipped', 'rifle')]).toEqual([
    true,
    false,
    true,
  ])
})
