import { expect, test } from 'vitest'
import { encodeLine, widthOf } from './embedded-font.server.ts'
import { breakLines, heightOf } from './flow.server.ts'
import { houseFonts } from './house-fonts.server.ts'
import { pathOperators } from './strokes.server.ts'

const look = { font: houseFonts.text, size: 10, leading: 15, colour: '#000000' }

test('a line breaks between words, before it is too wide', () => {
  const lines = breakLines('One line per unit, and your number is your line.', look, 90)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join(' ')).toBe('One line per unit, and your number is your line.')
  for (const line of lines) expect(widthOf(look.font, line, look.size)).toBeLessThanOrEqual(90)
})

test('a word wider than the line is broken, and nothing of it is lost', () => {
  const address = 'https://www.example.org/a/very/long/address/that/no/line/could/ever/hold'
  const lines = breakLines(`See ${address}`, look, 80)
  expect(lines.join('').replace('See', '')).toBe(address)
  for (const line of lines) expect(widthOf(look.font, line, look.size)).toBeLessThanOrEqual(80)
})

test('no text takes no room', () => {
  expect(heightOf('', look, 100)).toBe(0)
  expect(heightOf('Short', look, 100)).toBe(15)
})

test('wide letters are wider than narrow ones, in every face of the house', () => {
  for (const font of Object.values(houseFonts))
    expect(widthOf(font, 'MMMM', 10)).toBeGreaterThan(widthOf(font, 'IIII', 10))
})

test('each letter is written as its own glyph, and a missing one as the mark for that', () => {
  expect(encodeLine(houseFonts.text, 'aba')).toMatch(/^<(....)(?!\1)....\1>$/)
  expect(encodeLine(houseFonts.text, '\u{1F600}')).toBe('<0000>')
})

test('a path without colour draws nothing, and one with an arc is written in curves', () => {
  expect(pathOperators('M0 0L1 1', {})).toBe('')
  const arc = pathOperators('M0 0A5 5 0 0 1 10 0', { stroke: '#ff0000', width: 2 })
  expect(arc).toMatch(/^q 1 0 0 RG 2 w 0 0 m .* c S Q$/)
})

test('a path clipped to another keeps its own fill', () => {
  const d = pathOperators('M0 0H4V4Z', { fill: '#000000', clip: 'M1 1H2V2Z' })
  expect(d).toMatch(/^q 1 1 m .* W\* n 0 0 0 rg 0 0 m .* f\* Q$/)
})
