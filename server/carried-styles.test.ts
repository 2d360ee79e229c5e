import { expect, test } from 'vitest'
import { carryStyles } from './carried-styles.ts'

const sheets: Record<string, string> = {
  '/assets/root.css': '@layer base,features;a{content:"$&"}',
  '/assets/about.css': 'b{}',
}
const read = (address: string) => sheets[address] ?? ''

test('a page carries the text of its sheets, in their order, and keeps their links switched off', () => {
  const page =
    '<head><link rel="stylesheet" href="/assets/root.css"/><link rel="stylesheet" href="/assets/about.css" data-x=""/></head>'
  expect(carryStyles(page, read)).toBe(
    '<head><style data-sheet="/assets/root.css">@layer base,features;a{content:"$&"}</style>' +
      '<link rel="stylesheet" href="/assets/root.css" disabled=""/>' +
      '<style data-sheet="/assets/about.css">b{}</style>' +
      '<link rel="stylesheet" href="/assets/about.css" data-x="" disabled=""/></head>',
  )
})

test('a page without sheets of ours stays as it is', () => {
  const page = '<head><link rel="icon" href="/favicon.svg"/></head>'
  expect(carryStyles(page, read)).toBe(page)
})
