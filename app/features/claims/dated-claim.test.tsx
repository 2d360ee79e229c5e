import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AsOf, DatedClaim } from './sources.tsx'

const claim = { text: 'The tax is $0.', source: 'https://www.example.gov/tax', reviewedOn: '2026-11-20' }

test('a claim shows its date and links to its source', () => {
  const html = renderToStaticMarkup(<DatedClaim claim={claim} />)
  expect(html).toContain('The tax is $0.')
  expect(html).toContain('<time class="whitespace-nowrap" dateTime="2026-11-20">Nov 20, 2026</time>')
  expect(html).toContain('href="https://www.example.gov/tax"')
})

test('a source in words is no link', () => {
  const html = renderToStaticMarkup(<DatedClaim claim={{ ...claim, source: 'The shop’s own rule.' }} />)
  expect(html).not.toContain('<a')
})

test('the laws that a source cites are named, each once, without what else it says', () => {
  const read = [
    '27 CFR 478.92 and 479.102. To be read again.',
    '26 USC 5845(a)(3). To be read again.',
    '27 CFR 479.84 to 479.88; 18 USC 922(t).',
    '26 USC 5845(a)(3).',
    'By 26 USC 5811(a), as amended: https://www.example.gov/law',
  ]
  const html = renderToStaticMarkup(
    <AsOf claims={read.map((source) => ({ source, reviewedOn: '2026-11-20' }))} />,
  )
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(
    'As of Nov 20, 2026, 27 CFR 478.92 and 479.102, 26 USC 5845(a)(3), 27 CFR 479.84 to 479.88, 18 USC 922(t), 26 USC 5811(a), example.gov.',
  )
})

test('claims checked on one day share a sentence, and each source is named once', () => {
  const other = { source: 'Read in https://www.example.gov/tax.', reviewedOn: '2026-11-20' }
  const older = { source: 'The shop’s own rule.', reviewedOn: '2026-10-01' }
  const html = renderToStaticMarkup(<AsOf claims={[claim, other, older]} />)
  expect(html.match(/As of/g)).toHaveLength(2)
  expect(html.match(/example\.gov<\/a>/g)).toHaveLength(1)
  expect(html).toContain('Oct 1, 2026')
})
