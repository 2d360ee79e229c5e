import { expect, test } from 'vitest'
import { formatPhone, oneLine, visibleText } from './text.ts'

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
