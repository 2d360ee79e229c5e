import { expect, test, describe } from 'vitest'
import { stages } from '#app/features/orders/rules.ts'
import { pathOf } from '#app/features/orders/stages.ts'
import {
  type GateName,
  type GateRecord,
  heldBy,
  dueReminder,
  lastReminder,
  lastDayOfGrace,
  payableUntil,
  releasableFrom,
  reminderKinds,
  remindsAt,
  balanceTax,
  depositLeft,
} from './rules.ts'
import fc from 'fast-check'
import { after, day, hour } from '#app/kit/clock.ts'
import { shownIn } from '#app/kit/dates.ts'
import { referenceTariff } from '#db/sample/data/reference.ts'
import type { Tariff } from '#app/features/delivery/rules.ts'
import { endOfDay } from './store/balance.server.ts'

const accepted: NonNullable<GateRecord['dealerAnswer']> = {
  is: 'accepted',
  isConfirmed: true,
  at: '2026-11-01T12:00:00.000Z',
  feeCents: 2_500,
  hours: '',
}
const file: NonNullable<GateRecord['dealerFile']> = {
  isListed: true,
  licenseExpiresOn: '2027-11-20',
  copyAcceptedOn: '2026-11-01',
  ezCheckedOn: '2026-11-10',
  specialTaxClass: '3',
  specialTaxYearEnds: 2027,
  specialTaxCopyOn: '2026-11-01',
  blockedReason: null,
}
const records: GateRecord = {
  line: { itemClass: 'sbr', unitCents: 10_000, quantity: 1, refundedCents: 0 },
  review: 'clear',
  terms: { priceCents: 249_900, acceptedAt: new Date('2026-11-02') },
  balance: { state: 'paid', priceCents: 249_900 },
  dealerAnswer: accepted,
  dealerFile: file,
  onDay: '2026-11-20',
}

const closed: GateRecord = {
  ...records,
  line: { ...records.line, itemClass: 'rifle' },
  review: 'waiting',
  terms: undefined,
  dealerAnswer: null,
  dealerFile: undefined,
}

test('a firearm without forms is held by every gate before it is shipped', () => {
  const path = pathOf('rifle')
  const held = path.slice(1).map((to, index) => heldBy(path[index] ?? 'reserved', to, closed))
  const dealer = ['review', 'agreement', 'balance', 'dealer_accepted']
  expect(Object.fromEntries(path.slice(1).map((to, index) => [to, held[index]]))).toEqual({
    agreed: ['review', 'agreement'],
    balance_paid: ['review', 'agreement', 'balance'],
    in_build: ['review', 'agreement', 'balance'],
    built: ['review', 'agreement', 'balance'],
    shipped: [...dealer, 'dealer_papers'],
    at_dealer: dealer,
    picked_up: dealer,
  })
})

test('the dealer’s papers of an NFA firearm are looked at when the form is filed and when it is shipped', () => {
  const path = pathOf('sbr')
  const looked = path
    .slice(1)
    .filter((to, index) =>
      heldBy(path[index] ?? 'reserved', to, { ...closed, line: records.line }).includes('dealer_papers'),
    )
  expect(looked).toEqual(['form3_filed', 'shipped'])
})

test('only a clear review lets anything on', () => {
  for (const review of ['waiting', 'document', 'refused', 'declined'] as const)
    expect(heldBy('built', 'form3_filed', { ...closed, review })).toContain('review')
  expect(heldBy('built', 'form3_filed', { ...closed, review: 'clear' })).not.toContain('review')
})

test('no gate holds a move that goes back', () => {
  const back = stages.slice(1).map((from, index) => heldBy(from, stages[index] ?? 'reserved', closed))
  expect(back.flat()).toEqual([])
})

const dueAt = new Date('2026-12-05T04:59:00Z')

test('a balance can be paid until the due date, then for seven days', () => {
  expect(payableUntil(dueAt, after(dueAt, -1))).toEqual(dueAt)
  expect(payableUntil(dueAt, dueAt)).toEqual(releasableFrom(dueAt))
  expect(payableUntil(dueAt, after(releasableFrom(dueAt), -1))).toEqual(releasableFrom(dueAt))
  expect(payableUntil(dueAt, releasableFrom(dueAt))).toBeNull()
})

test('the last day of grace is seven calendar days after the due date, whatever the clocks did meanwhile', () => {
  const zone = 'America/New_York'
  expect(lastDayOfGrace(dueAt, zone)).toBe('December 11, 2026')
  expect(lastDayOfGrace(new Date('2027-03-11T04:59:00Z'), zone)).toBe('March 17, 2027')
  expect(lastDayOfGrace(new Date('2027-11-04T03:59:00Z'), zone)).toBe('November 10, 2027')
})

test('no reservation is released before its last day of grace is over, nor later than the small hours of the next day', () => {
  const zone = 'America/New_York'
  const shown = (dueOn: string) => {
    const due = endOfDay(dueOn, zone)
    return due && shownIn(zone, releasableFrom(due))
  }
  expect(shown('2026-12-04')).toBe('2026-12-12 00:59')
  expect(shown('2027-11-03')).toBe('2027-11-10 23:59')
  expect(shown('2027-03-10')).toBe('2027-03-18 01:59')
})

describe('reminders', () => {
  test('are mailed at ten in the morning, seven and two days before, that day, and three days after', () => {
    expect(reminderKinds.map((kind) => remindsAt(kind, dueAt).toISOString())).toEqual([
      '2026-11-27T14:59:00.000Z',
      '2026-12-02T14:59:00.000Z',
      '2026-12-04T14:59:00.000Z',
      '2026-12-07T14:59:00.000Z',
    ])
  })

  test('wait for their minute, and for nobody who was reminded of it or of a later one', () => {
    const known = { remindFrom: after(dueAt, -20 * day), dueAt, reminded: null }
    const [week, twoDays, today] = reminderKinds.map((kind) => remindsAt(kind, dueAt)) as [Date, Date, Date]
    expect([lastReminder(dueAt, after(week, -1)), lastReminder(dueAt, week)]).toEqual([null, 'week'])
    expect([dueReminder(known, after(week, -1)), dueReminder(known, week)]).toEqual([null, 'week'])
    expect(dueReminder({ ...known, reminded: 'week' }, week)).toBeNull()
    expect(dueReminder({ ...known, reminded: 'week' }, twoDays)).toBe('two_days')
    expect(dueReminder({ ...known, reminded: 'today' }, twoDays)).toBeNull()
    expect(dueReminder({ ...known, remindFrom: twoDays }, twoDays)).toBeNull()
    expect(dueReminder({ ...known, remindFrom: twoDays }, today)).toBe('today')
  })

  test('each at most once, in order, and none of before the request, however seldom somebody looks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20 * 24, max: -1 }),
        fc.array(fc.integer({ min: -20 * 24, max: 10 * 24 }), { maxLength: 30 }),
        (requestedHours, looks) => {
          const remindFrom = after(dueAt, requestedHours * hour)
          const sent: string[] = []
          let reminded: ReturnType<typeof dueReminder> = null
          for (const at of looks.filter((each) => each >= requestedHours).toSorted((a, b) => a - b)) {
            const now = after(dueAt, at * hour)
            const kind = dueReminder({ remindFrom, dueAt, reminded }, now)
            if (!kind) continue
            expect(remindsAt(kind, dueAt) > remindFrom && remindsAt(kind, dueAt) <= now).toBe(true)
            sent.push(kind)
            reminded = kind
          }
          const order = sent.map((kind) => reminderKinds.indexOf(kind as (typeof reminderKinds)[number]))
          expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b))
        },
      ),
    )
  })
})

describe('the sales tax', () => {
  const tariff = referenceTariff as unknown as Tariff
  const today = '2026-08-01'
  const nowhere = { buyerState: null, dealerState: null, dealerZip: null, county: null }
  const tax = (handover: Partial<typeof nowhere> | Record<string, string>, cents = 249_900, on = today) =>
    balanceTax(cents, { ...nowhere, ...handover }, tariff, on)

  test('is that of the dealer’s county, on the whole price, with the surtax on the first $5,000', () => {
    const miami = { dealerState: 'FL', dealerZip: '33130', buyerState: 'TX' }
    expect(tax(miami)).toEqual({
      ok: true,
      taxState: 'FL',
      taxCounty: 'Miami-Dade',
      taxCents: 17493,
      taxDoubts: [],
      taxLabel: 'Florida 6%, Miami-Dade 1%',
    })
    expect(tax(miami, 600_000)).toMatchObject({ taxCents: 36_000 + 5_000 })
    expect(tax({ ...miami, county: 'Broward' })).toMatchObject({
      taxCounty: 'Broward',
      taxCents: 14994,
      taxLabel: 'Florida 6%',
      taxDoubts: ['no_county_rate'],
    })
  })

  test('is not collected in states without a rate of ours', () => {
    expect(tax({ dealerState: 'TX', dealerZip: '75201', buyerState: 'FL' })).toEqual({
      ok: true,
      taxState: 'TX',
      taxCounty: null,
      taxCents: 0,
      taxLabel: '',
      taxDoubts: [],
    })
    expect(tax({ buyerState: 'TX' })).toMatchObject({ taxCents: 0, taxDoubts: ['no_dealer'] })
  })

  test('is not guessed where the place decides it', () => {
    expect(tax({})).toEqual({ ok: false, why: 'place_unknown' })
    expect(tax({ buyerState: 'FL' })).toEqual({ ok: false, why: 'place_unknown' })
    expect(tax({ buyerState: 'FL', county: 'Miami-Dade' })).toMatchObject({
      ok: true,
      taxDoubts: ['no_dealer'],
      taxCents: 17493,
    })
    expect(tax({ dealerState: 'FL' })).toEqual({ ok: false, why: 'county_unknown' })
    expect(tax({ dealerState: 'FL', county: 'Dade' })).toEqual({ ok: false, why: 'county_unknown' })
  })

  test('is none in a confirmed holiday, and an unconfirmed one is a doubt', () => {
    const miami = { dealerState: 'FL', dealerZip: '33130' }
    expect(tax(miami, 249_900, '2025-10-01')).toMatchObject({ taxCents: 0, taxLabel: '' })
    expect(tax(miami, 249_900, '2026-10-01')).toMatchObject({
      taxCents: 17493,
      taxDoubts: ['holiday_unconfirmed'],
    })
    expect(tax({ dealerState: 'TX' }, 249_900, '2026-10-01')).toMatchObject({ taxDoubts: [] })
  })

  test('has no doubt of a rate on its first and its last day, nor of a holiday for other goods', () => {
    const miami = { ...nowhere, dealerState: 'FL', dealerZip: '33130' }
    const row = { state: 'FL', effectiveFrom: '2026-06-01', effectiveTo: '2026-08-31' }
    const rate = { ...row, county: null, rateMillionths: 60_000, capCents: null, taxesShipping: true }
    const county = { ...rate, county: 'Miami-Dade', rateMillionths: 10_000 }
    const holiday = { ...row, taxClass: 'goods' as const, name: '', isConfirmed: false }
    const doubtsOn = (day: string, rates = [rate, county]) =>
      balanceTax(10_000, miami, { rates, exemptions: [holiday] }, day)
    for (const day of ['2026-06-01', '2026-08-31']) expect(doubtsOn(day)).toMatchObject({ taxDoubts: [] })
    for (const day of ['2026-05-31', '2026-09-01'])
      expect(
        doubtsOn(day, [{ ...rate, effectiveFrom: '2026-01-01', effectiveTo: '2026-12-31' }, county]),
      ).toMatchObject({
        taxDoubts: ['no_county_rate'],
      })
  })

  test('needs no county where its state collects nothing that day', () => {
    const before = tax({ dealerState: 'FL' }, 249_900, '1900-01-01')
    expect(before).toMatchObject({ ok: true, taxCounty: null, taxCents: 0 })
  })
})

test('with every record in order every gate is open', () => {
  expect(heldBy('built', 'form3_filed', records)).toEqual([])
})

const cases: [string, Partial<GateRecord>, GateName[]][] = [
  ['no terms were sent', { terms: undefined }, ['agreement', 'balance']],
  ['terms were sent and not accepted', { terms: { priceCents: 249_900, acceptedAt: null } }, ['agreement']],
  ['no balance was requested', { balance: undefined }, ['balance']],
  ['the balance is being paid', { balance: { state: 'held', priceCents: 249_900 } }, ['balance']],
  ['the balance is open', { balance: { state: 'open', priceCents: 249_900 } }, ['balance']],
  ['the balance was released', { balance: { state: 'released', priceCents: 249_900 } }, ['balance']],
  ['a lower price was paid', { balance: { state: 'paid', priceCents: 249_899 } }, ['balance']],
  ['the balance was waived', { balance: { state: 'waived', priceCents: 1 } }, []],
  ['nobody answered', { dealerAnswer: null }, ['dealer_accepted']],
  [
    'somebody answered whom nobody confirmed',
    { dealerAnswer: { ...accepted, isConfirmed: false } },
    ['dealer_accepted'],
  ],
  ['a confirmed dealer declined', { dealerAnswer: { ...accepted, is: 'declined' } }, ['dealer_accepted']],
  ['the dealer has no file', { dealerFile: undefined }, ['dealer_papers']],
  ['the file has no special tax', { dealerFile: { ...file, specialTaxClass: null } }, ['dealer_papers']],
  ['the license ends the day before', { onDay: '2027-11-21' }, ['dealer_papers']],
]

test.for(cases)('%s', ([, change, held]) => {
  expect(heldBy('built', 'form3_filed', { ...records, ...change })).toEqual(held)
})

test('a dealer who receives a rifle needs no special tax status', () => {
  const plain = { ...records, line: { ...records.line, itemClass: 'rifle' as const } }
  const dealerFile = { ...file, specialTaxClass: null, specialTaxYearEnds: null, specialTaxCopyOn: null }
  expect(heldBy('built', 'shipped', { ...plain, dealerFile })).toEqual([])
  expect(heldBy('built', 'shipped', { ...records, dealerFile })).toEqual(['dealer_papers'])
})

test('a deposit counts as far as it was not refunded, for each piece', () => {
  expect(depositLeft({ unitCents: 10_000, quantity: 2, refundedCents: 3_000 })).toBe(17_000)
  const terms = { priceCents: 10_000, acceptedAt: new Date('2026-11-02') }
  const without = { ...records, terms, balance: undefined }
  expect(heldBy('agreed', 'balance_paid', without)).toEqual([])
  const line = { ...records.line, refundedCents: 1 }
  expect(heldBy('agreed', 'balance_paid', { ...without, line })).toEqual(['balance'])
})
