import { expect, test } from 'vitest'
import { formatPhone, oneLine, visibleText } from './text.ts'
import { emailAddress } from './fields.ts'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { formatCsv, formatCsvRows } from './csv.ts'

test.each([
  ['zero-width spaces', '\u200B\u200B'],
  ['joiners', '\u200D\u200C'],
  ['fillers of Hangul', '\u3164\u115F\uFFA0'],
  ['the empty pattern of Braille', '\u2800'],
  ['wide and narrow spaces', '\u00A0\u2003\u3000'],
  ['a soft hyphen and a byte order mark', '\u00AD\uFEFF'],
  ['a lone accent', '\u0301'],
  ['tags and selectors', '\u{E0061}\uFE0F'],
  ['controls', '\u0000\u0007\u009F'],
])('%s alone are an empty text', (_, typed) => {
  expect(visibleText(typed).trim()).toBe('')
})

test('what turns, hides or breaks a text is taken out of it', () => {
  expect(visibleText('Jo\u202Erd\u2066an\u200B R\u200Fui\u0007z\uE000\u2028')).toBe('Jordan Ruiz')
})

test('letters of all scripts, emoji and line breaks stay as they were typed', () => {
  for (const typed of ['Żółć Świętej 李', 'می‌خواهم', '👩🏽‍🔧 ❤️', 'one\r\ntwo\tthree', ' padded '])
    expect(visibleText(typed)).toBe(typed)
})

test('a field of one line has one line', () => {
  expect(oneLine(' A\r\nBcc: evil\tB ')).toBe('A Bcc: evil B')
})

test('a US phone number is formatted, and one of another country stays as it is', () => {
  expect(formatPhone('3055550100')).toBe('(305) 555-0100')
  expect(formatPhone('+13055550100')).toBe('(305) 555-0100')
  expect(formatPhone('+44 20 7946 0958')).toBe('+44 20 7946 0958')
})

const field = emailAddress({ missing: 'Enter your email' })
const read = (typed: unknown) => field.safeParse(typed)

test.each([
  ['sales&service@example.com', 'sales&service@example.com'],
  ["o'neil!#$%*/=?^_`{|}~-@example.com", "o'neil!#$%*/=?^_`{|}~-@example.com"],
  ['n@müller.example', 'n@xn--mller-kva.example'],
  [' Jo@Example.COM ', 'jo@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('%s is an address', (typed, stored) => {
  expect(read(typed)).toEqual({ success: true, data: stored })
})

test.each([
  ['', 'Enter your email'],
  [undefined, 'Enter your email'],
  ['name', 'Enter an address with a domain, like name@example.com'],
  ['name@example', 'Enter an address with a domain, like name@example.com'],
  ['@example.com', 'Enter an address with a domain, like name@example.com'],
  ['two words@example.com', 'Enter an address with a domain, like name@example.com'],
  ['a@b@example.com', 'Enter an address with a domain, like name@example.com'],
  ['a@-example.com', 'Enter an address with a domain, like name@example.com'],
  ['a@müller.example/path', 'Enter an address with a domain, like name@example.com'],
  ['"a b"@example.com', 'Enter an address with a domain, like name@example.com'],
  ['a,b@example.com', 'Enter an address with a domain, like name@example.com'],
  [`${'a'.repeat(65)}@example.com`, 'This address is too long'],
  [`a@${'b.'.repeat(126)}com`, 'This address is too long'],
])('%s is none, and the reason is said', (typed, message) => {
  expect(read(typed).error?.issues[0]?.message).toBe(message)
})

test('any written cell can be read back', () => {
  expect.hasAssertions()
  const cell = fc.string({ unit: 'grapheme' }).map((text) => `x${text}`)
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const read: unknown = parse(formatCsv(['A', 'B'], rows), { bom: true })
      expect(read).toEqual([['A', 'B'], ...rows])
    }),
    { numRuns: 100 },
  )
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '-1.00+1',
  '-1.00\n=1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '=HYPERLINK("http://x")',
])('a spreadsheet does not treat %j as a formula', (cell) => {
  const read = parse(formatCsv(['A'], [[cell]]), { bom: true })
  expect(read[1]).toEqual([`'${cell}`])
})

test('spreadsheets recognize the file as UTF-8', () => {
  expect(formatCsv(['Name'], [])).toBe('\uFEFF"Name"\r\n')
})

test('an amount below zero stays an amount', () => {
  expect(formatCsvRows([['-12.50', '12.50']])).toBe('"-12.50","12.50"\r\n')
})
