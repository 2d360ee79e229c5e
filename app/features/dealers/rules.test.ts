import { expect, test } from 'vitest'
import { states } from '#app/features/compliance/rules/states.ts'
import {
  type DealerFile,
  firearmFacts,
  firearmSheets,
  lacksOf,
  mayAnswer,
  parseLicenseNumber,
  shippingTermsWords,
  soonMissing,
  specialTaxYearEndsAt,
  wordsFor,
} from './rules.ts'
import {
  currentExpiryCodes,
  milesBetween,
  nearestAreas,
  nearness,
  parseQuestion,
  zipAreas,
} from './store/search.server.ts'
import { isFederalList, readHeader, readRow, sniffDelimiter } from './store/list.server.ts'
import fc from 'fast-check'
import { stateOfZip } from '#app/features/delivery/rules.ts'
import { itemClasses } from '#app/features/compliance/rules.ts'
import { unsetFacts } from '#app/facts/facts.ts'
import { letterText } from '#app/mail/letter.ts'
import { requestLetter } from './jobs.server.ts'
import { answerInput } from './store/requests.server.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-30T12:00:00Z')
const ask = (typed: string) => parseQuestion(typed)

test('five digits ask for a ZIP code, nine for its first five', () => {
  for (const typed of ['33101', ' 33101 ', '33101-1234', '331011234'])
    expect(ask(typed)).toEqual({ by: 'zip', zip: '33101', state: null })
})

test('a license number asks for its dealer, however it is written', () => {
  for (const typed of ['1-59-086-01-04567', '1-59-086-01-9A-04567', '15908601 04567'])
    expect(ask(typed)).toEqual({ by: 'license', key: '1-59-086-01-04567' })
})

test('a ZIP code beside its city and state is a ZIP code, and a number inside a name is none', () => {
  for (const typed of ['Miami, FL 33130', 'miami 33130-1234', '33130 Miami FL', 'Miami,FL,33130'])
    expect(ask(typed), typed).toEqual({ by: 'zip', zip: '33130', state: null })
  expect(ask('Sample Arms 12345 LLC')).toMatchObject({ by: 'words' })
})

test('a state is understood by its name too, but not where it is all that was typed', () => {
  expect(ask('Miami, Florida')).toEqual({ by: 'words', words: ['miami'], state: 'FL' })
  expect(ask('Charleston West Virginia')).toEqual({ by: 'words', words: ['charleston'], state: 'WV' })
  expect(ask('Albany, new york')).toEqual({ by: 'words', words: ['albany'], state: 'NY' })
  expect(ask('New York')).toEqual({ by: 'words', words: ['new', 'york'], state: null })
  expect(ask('Virginia Beach')).toEqual({ by: 'words', words: ['virginia', 'beach'], state: null })
})

test('“and” is as much of a word as “&”', () => {
  expect(ask('guns and ammo')).toEqual({ by: 'words', words: ['guns', 'ammo'], state: null })
  expect(ask('and')).toBeUndefined()
})

test('words ask for names and cities, and a state’s code at the end narrows', () => {
  expect(ask('Sample Arms')).toEqual({ by: 'words', words: ['sample', 'arms'], state: null })
  expect(ask('Miami, FL')).toEqual({ by: 'words', words: ['miami'], state: 'FL' })
  expect(ask('O’Neil & Sons')).toMatchObject({ words: ["o'neil", 'sons'] })
})

test('too little is no question, and nothing typed can become part of one', () => {
  for (const typed of ['', '  ', 'ab', 'FL', "'", ':* |', '12 34']) expect(ask(typed)).toBeUndefined()
  expect(ask("arms' & !x:* | (y")).toEqual({ by: 'words', words: ["arms'", 'x', 'y'], state: null })
})

test('a request can be answered while it is open, an acceptance may be corrected, and a refusal is final', () => {
  const request = (state: Parameters<typeof mayAnswer>[0]['state'], expiresAt = later) =>
    mayAnswer({ state, expiresAt }, now)
  expect(request('requested')).toEqual({ ok: true })
  expect(request('accepted', now)).toEqual({ ok: true })
  expect(request('requested', now)).toEqual({ ok: false, why: 'expired' })
  expect(request('expired')).toEqual({ ok: false, why: 'expired' })
  expect(request('declined')).toEqual({ ok: false, why: 'declined' })
  expect(request('withdrawn')).toEqual({ ok: false, why: 'withdrawn' })
})

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
const missing = (change: Partial<DealerFile>, itemClass: 'sbr' | 'rifle' | null = 'sbr', onDay = today) =>
  lacksOf({ ...ready, ...change }, itemClass, onDay)

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
  expect(lacksOf(undefined, null, today)).not.toEqual([])
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
    }),
  )
})

test('every area lies in its state', () => {
  expect(Object.keys(zipAreas).toSorted()).toEqual(states.map(({ code }) => code).toSorted())
  for (const [state, areas] of Object.entries(zipAreas))
    for (const prefix of areas.split(',').map((area) => area.slice(0, 3))) {
      expect(milesBetween(prefix, prefix), prefix).toBe(0)
      expect(stateOfZip(`${prefix}99`), prefix).toBe(state)
    }
})

test.each([
  ['33101', '33401', 65],
  ['33101', '32801', 205],
  ['10001', '90001', 2_450],
  ['60601', '53202', 82],
  ['98101', '97201', 145],
  ['75201', '77002', 225],
  ['30303', '37201', 215],
])('the distance from %s to %s is about %i miles', (from, zip, known) => {
  expect(milesBetween(zip, from)).toBeGreaterThan(known * 0.9 - 10)
  expect(milesBetween(zip, from)).toBeLessThan(known * 1.1 + 10)
  expect(milesBetween(from, zip)).toBeCloseTo(milesBetween(zip, from))
})

test('nearness is said as far as ZIP codes can say it', () => {
  expect(nearness('33101', '33101')).toBe('same ZIP code')
  expect(nearness('33199', '33101')).toBe('same area')
  expect(nearness('33010', '33101')).toBe('about 10 miles')
  expect(nearness('32801', '33101')).toMatch(/^about 2[01]0 miles$/)
  expect(nearness('00901', '33101')).toBe('further away')
})

test('the nearest areas of a ZIP code begin with its own, and those of an unassigned code have the nearest numbers', () => {
  expect(nearestAreas('33101', 4)[0]).toBe('331')
  expect(nearestAreas('33101', 4)).toEqual(expect.arrayContaining(['330', '333']))
  expect(nearestAreas('20001', 12)).toEqual(expect.arrayContaining(['200', '222', '223', '209']))
  expect(nearestAreas('00901', 4)).toEqual(['009', '010', '011', '012'])
})

const line = {
  fulfillment: 'ffl_transfer',
  title: 'Build slot',
  detail: 'For build Z34ESVK8',
  itemClass: 'handgun' as const,
  firearm: { model: 'AR-9', caliber: '9×19 mm', barrel: '5.5 in', overall: '21 in' },
  returnedAt: null,
}
const factsOf = (more: Partial<Parameters<typeof firearmSheets>[0][number]>) =>
  Object.fromEntries(
    firearmSheets([{ ...line, ...more }]).flatMap((sheet) =>
      firearmFacts(sheet, 'Biscayne Arms Works LLC').map(({ label, value }) => [label, value]),
    ),
  )

test('a dealer reads class, forms, maker, model, caliber and barrel of a handgun, and of no NFA form', () => {
  expect(factsOf({})).toEqual({
    Firearm: 'Build slot, For build Z34ESVK8',
    Class: 'Handgun',
    Forms: 'No NFA form: Form 4473 and the background check with the buyer',
    Maker: 'Biscayne Arms Works LLC',
    Model: 'AR-9',
    Caliber: '9×19 mm',
    Barrel: '5.5 in',
    'Overall length': '21 in',
  })
})

test('each class says whether it takes Form 3 and Form 4', () => {
  for (const itemClass of itemClasses) {
    const isNfa = ['sbr', 'sbs', 'suppressor', 'aow'].includes(itemClass)
    const facts = factsOf({ itemClass })
    expect(facts.Forms).toMatch(isNfa ? /^Form 3 from us to you/ : /^No NFA form/)
    expect(facts.Class?.includes('NFA')).toBe(isNfa)
  }
})

test('missing facts are left out, and an unknown class counts as an NFA item', () => {
  const facts = factsOf({ itemClass: null, firearm: null })
  expect(Object.keys(facts)).toEqual(['Firearm', 'Class', 'Forms', 'Maker'])
  expect(facts.Forms).toMatch(/^Form 3/)
})

test('parcels and returned firearms are not on the sheet', () => {
  expect(firearmSheets([{ ...line, fulfillment: 'shipping' }])).toEqual([])
  expect(firearmSheets([{ ...line, returnedAt: new Date() }])).toEqual([])
})

test('the mail to the dealer says the same, and promises no Form 3 for a handgun', () => {
  const mail = (itemClass: 'handgun' | 'sbr') =>
    letterText(
      requestLetter(unsetFacts(), firearmSheets([{ ...line, itemClass }]), {
        orderId: 'TT9P6B5A9T',
        dealer: null,
        until: 'December 4',
        link: 'https://shop.test/dealers/answer/X',
        isReminder: false,
      }),
    )
  expect(mail('handgun')).toContain('Class: Handgun')
  expect(mail('handgun')).toContain('Caliber: 9×19 mm')
  expect(mail('handgun')).toContain(shippingTermsWords.plain)
  expect(mail('handgun')).not.toContain('special tax stamp')
  expect(mail('sbr')).toContain(shippingTermsWords.nfa)
  expect(wordsFor([{ isNfa: false }, { isNfa: true }])).toBe('nfa')
})

test.each([
  ['the month after this one', '6M', '2026-11-22', true],
  ['the first of this month, which was', '6L', '2026-11-22', false],
  ['the first of this month, which is today', '6L', '2026-11-01', true],
  ['last month', '6K', '2026-11-22', false],
  ['January of the next year', '7A', '2026-12-31', true],
  ['three years ahead', '9L', '2026-11-22', true],
  ['further ahead than a license runs', '0L', '2026-11-22', false],
  ['a letter that no month has', '7I', '2026-11-22', false],
])('a license that ends in %s, %s on %s, runs: %s', (_, expiry, today, isCurrent) => {
  expect(currentExpiryCodes(today).includes(expiry)).toBe(isCurrent)
})

test('no month is named twice', () => {
  const codes = currentExpiryCodes('2026-11-22')
  expect(new Set(codes).size).toBe(codes.length)
})

test.each([
  '1-59-086-01-04567',
  '1-59-086-01-9A-04567',
  '1-59-086-01-9a-04567',
  '15908601 04567',
  '159086019A04567',
  '1 59 086 01 9A 04567',
  ' 1–59–086–01–9A–04567 ',
  'FFL #1-59-086-01-9A-04567',
])('%s is the license 1-59-086-01-04567', (typed) => {
  expect(parseLicenseNumber(typed)).toBe('1-59-086-01-04567')
})

test.each([
  '',
  '33130',
  'Lane Arms',
  '1-59-086-01-9I-04567',
  '1-59-086-01-4567',
  '1-59-086-01-045678',
  '1-59-086-01-9A',
])('%s is no license number', (typed) => {
  expect(parseLicenseNumber(typed)).toBeUndefined()
})

const header =
  'LIC_REGN,LIC_DIST,LIC_CNTY,LIC_TYPE,LIC_XPRDTE,LIC_SEQN,LICENSE_NAME,BUSINESS_NAME,PREMISE_STREET,PREMISE_CITY,PREMISE_STATE,PREMISE_ZIP_CODE,MAIL_STREET,MAIL_CITY,MAIL_STATE,MAIL_ZIP_CODE,VOICE_PHONE'.split(
    ',',
  )

const usual = {
  LIC_REGN: '1',
  LIC_DIST: '59',
  LIC_CNTY: '086',
  LIC_TYPE: '01',
  LIC_XPRDTE: '9D',
  LIC_SEQN: '01234',
  LICENSE_NAME: 'SAMPLE ARMS 00001 LLC',
  BUSINESS_NAME: 'SAMPLE RANGE',
  PREMISE_STREET: '1 SAMPLE ST',
  PREMISE_CITY: 'MIAMI',
  PREMISE_STATE: 'FL',
  PREMISE_ZIP_CODE: '33101',
  VOICE_PHONE: '3055550100',
}
const read = (values: Partial<Record<string, string>> = {}) => {
  const all: Partial<Record<string, string>> = { ...usual, ...values }
  return readRow(
    header.map((name) => all[name] ?? ''),
    header,
  )
}

test('a row becomes a dealer under its license number without the expiry', () => {
  expect(read()).toEqual({
    is: 'dealer',
    licensee: {
      key: '1-59-086-01-01234',
      type: '01',
      expiry: '9D',
      name: 'SAMPLE ARMS 00001 LLC',
      tradeName: 'SAMPLE RANGE',
      street: '1 SAMPLE ST',
      city: 'MIAMI',
      state: 'FL',
      zip: '33101',
      phone: '3055550100',
    },
  })
})

test('leading zeros that a spreadsheet lost come back', () => {
  expect(
    read({ LIC_DIST: '6', LIC_CNTY: '9', LIC_TYPE: '7', LIC_SEQN: '42', PREMISE_ZIP_CODE: '2134' }),
  ).toMatchObject({ licensee: { key: '1-06-009-07-00042', type: '07', zip: '02134' } })
})

test.each([
  ['331011234', '33101'],
  ['33101-1234', '33101'],
  ['21341234', '02134'],
  ['2134', '02134'],
])('the ZIP code %s is %s', (typed, zip) => {
  expect(read({ PREMISE_ZIP_CODE: typed })).toMatchObject({ licensee: { zip } })
})

test('NULL is nothing: no trade name, no phone, no expiry', () => {
  expect(read({ BUSINESS_NAME: 'NULL', VOICE_PHONE: 'null', LIC_XPRDTE: 'NULL' })).toMatchObject({
    licensee: { tradeName: null, phone: null, expiry: '' },
  })
})

test('a trade name that repeats the name is dropped, and replaces a name that is missing', () => {
  expect(read({ BUSINESS_NAME: usual.LICENSE_NAME })).toMatchObject({ licensee: { tradeName: null } })
  expect(read({ LICENSE_NAME: 'NULL' })).toMatchObject({
    licensee: { name: 'SAMPLE RANGE', tradeName: null },
  })
})

test.each(['03', '06', '09', '11'])(
  'a license of type %s does not receive firearms for customers',
  (type) => {
    expect(read({ LIC_TYPE: type })).toEqual({ is: 'other', count: 'otherTypes' })
  },
)

test('a territory is not served', () => {
  expect(read({ PREMISE_STATE: 'PR' })).toEqual({ is: 'other', count: 'otherStates' })
})

test.each([
  [{ LIC_REGN: '10' }, 'region'],
  [{ LIC_REGN: '' }, 'region'],
  [{ LIC_TYPE: 'x' }, 'type'],
  [{ LIC_SEQN: '1234567' }, 'number'],
  [{ PREMISE_STATE: 'Florida' }, 'state'],
  [{ PREMISE_ZIP_CODE: 'none' }, 'ZIP'],
  [{ PREMISE_ZIP_CODE: '00000' }, 'ZIP'],
  [{ LICENSE_NAME: '', BUSINESS_NAME: ' ' }, 'name'],
  [{ PREMISE_CITY: 'NULL' }, 'city'],
])('a row with %j is bad, and says why', (values, why) => {
  expect(read(values)).toMatchObject({ is: 'bad', why: expect.stringContaining(why) })
})

test('headers are known in any order and case, and by their other name', () => {
  const other = header.toReversed().map((name) => name.toLowerCase().replace('license_name', 'licensee name'))
  expect(readHeader(other)).toEqual(header.toReversed())
  expect(isFederalList(readHeader(other))).toBe(true)
})

test('a header that lacks what a license is made of is none of the federal list', () => {
  const without = (gone: string) => isFederalList(header.filter((name) => name !== gone))
  const mayLack = ['LIC_XPRDTE', 'BUSINESS_NAME', 'VOICE_PHONE']
  for (const name of header.filter((each) => !each.startsWith('MAIL_')))
    expect(without(name), name).toBe(mayLack.includes(name))
})

test('the first line shows whether commas, tabs or pipes separate the fields', () => {
  for (const mark of [',', '\t', '|'] as const) expect(sniffDelimiter(header.join(mark))).toBe(mark)
})

test('whatever a row holds, it is read without a fault, and what is read is in order', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 20 }), fc.string(), (row, zip) => {
      expect(['dealer', 'other', 'bad']).toContain(readRow(row, header).is)
      const said = read({ PREMISE_ZIP_CODE: zip })
      expect(said.is === 'dealer' ? said.licensee.zip : '00000').toMatch(/^\d{5}$/)
    }),
  )
})

const accept = { answer: 'accept', answeredBy: 'Sam Clerk', hours: 'Tue to Sat 10 to 6' }
const feeIn = (fee: string) => answerInput.safeParse({ ...accept, fee })

test.each([
  ['25', 2_500],
  ['$25', 2_500],
  ['25.50 usd', 2_550],
  ['$ 25 dollars', 2_500],
])('%s is a fee', (typed, feeCents) => {
  expect(feeIn(typed).data).toMatchObject({ feeCents })
})

test.each(['', 'free', '25.501', '1000', '-5'])('"%s" is no fee', (typed) => {
  expect(feeIn(typed).success).toBe(false)
})

test('a fee of nothing but room is refused at once', () => {
  // The pattern that takes the currency off tries each space anew: minutes, in which the shop answers nobody.
  expect(feeIn(`1${' '.repeat(200_000)}x`).success).toBe(false)
})
