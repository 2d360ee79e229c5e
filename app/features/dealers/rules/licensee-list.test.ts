import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Layout, readHeader, readRow, sniffDelimiter } from './licensee-list.ts'

const header =
  'LIC_REGN,LIC_DIST,LIC_CNTY,LIC_TYPE,LIC_XPRDTE,LIC_SEQN,LICENSE_NAME,BUSINESS_NAME,PREMISE_STREET,PREMISE_CITY,PREMISE_STATE,PREMISE_ZIP_CODE,MAIL_STREET,MAIL_CITY,MAIL_STATE,MAIL_ZIP_CODE,VOICE_PHONE'.split(
    ',',
  )

function layout(of = header): Layout {
  const read = readHeader(of)
  if (!read.ok) throw new Error(`lacks ${read.lacks.join(' ')}`)
  return read.layout
}

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
    layout(),
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
    expect(read({ LIC_TYPE: type })).toEqual({ is: 'other', why: 'type' })
  },
)

test('a territory is not served', () => {
  expect(read({ PREMISE_STATE: 'PR' })).toEqual({ is: 'other', why: 'state' })
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

test('headers are known in any order and case, with a byte order mark, and by their other name', () => {
  const other = header.toReversed().map((name) => name.toLowerCase().replace('license_name', 'licensee name'))
  const mixed = layout([`\uFEFF${other[0]}`, ...other.slice(1)])
  expect(mixed).toMatchObject({ region: 16, name: 10 })
})

test('a header that lacks what a license is made of is refused by what it lacks', () => {
  expect(readHeader(['LIC_REGN', 'LICENSE_NAME'])).toMatchObject({
    ok: false,
    lacks: expect.arrayContaining(['LIC_DIST', 'PREMISE_ZIP_CODE']),
  })
  expect(readHeader(header.filter((name) => name !== 'VOICE_PHONE')).ok).toBe(true)
})

test('the first line shows whether commas, tabs or pipes separate the fields', () => {
  for (const mark of [',', '\t', '|'] as const) expect(sniffDelimiter(header.join(mark))).toBe(mark)
})

test('whatever a row holds, it is read without a fault, and what is read is in order', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 20 }), fc.string(), (row, zip) => {
      expect(['dealer', 'other', 'bad']).toContain(readRow(row, layout()).is)
      const said = read({ PREMISE_ZIP_CODE: zip })
      expect(said.is === 'dealer' ? said.licensee.zip : '00000').toMatch(/^\d{5}$/)
    }),
  )
})
