import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AsOf, DatedClaim } from './dated-claim.tsx'

const claim = { text: 'The tax is $0.', source: 'https://www.example.org/tax', reviewedOn: '2026-11-20' }

test('a claim shows its date and links to its source', () => {
  const html = renderToStaticMarkup(<DatedClaim claim={claim} />)
  expect(html).toContain('The tax is $0.')
  expect(html).toContain('<time dateTime="2026-11-20">20 Nov 2026</time>')
  expect(html).toContain('href="https://www.example.org/tax"')
})

test('a source in words is no link', () => {
  const html = renderToStaticMarkup(<DatedClaim claim={{ ...claim, source: 'The shop’s own rule.' }} />)
  expect(html).not.toContain('<a')
})

test('the page may say the claim in its own words', () => {
  const html = renderToStaticMarkup(<DatedClaim claim={claim}>Nothing to pay.</DatedClaim>)
  expect(html).toContain('Nothing to pay.')
  expect(html).not.toContain('The tax is $0.')
})

test('claims checked on one day share a sentence, and each source is named once', () => {
  const other = { source: 'Read in https://www.example.org/tax.', reviewedOn: '2026-11-20' }
  const older = { source: 'The shop’s own rule.', reviewedOn: '2026-10-01' }
  const html = renderToStaticMarkup(<AsOf claims={[claim, other, older]} />)
  expect(html.match(/As of/g)).toHaveLength(2)
  expect(html.match(/example\.org<\/a>/g)).toHaveLength(1)
  expect(html).toContain('1 Oct 2026')
})
