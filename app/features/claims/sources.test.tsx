import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DatedClaim, Sources } from './sources.tsx'

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
  const source =
    '27 CFR 478.92 and 479.102. To be read again. 27 CFR 479.84 to 479.88; 18 USC 922(t). 27 CFR 478.92 and 479.102. By 26 USC 5811(a), as amended: https://www.example.gov/law'
  const html = renderToStaticMarkup(<DatedClaim claim={{ ...claim, source }} />)
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(
    'The tax is $0. As of Nov 20, 2026, 27 CFR 478.92 and 479.102, 27 CFR 479.84 to 479.88, 18 USC 922(t), 26 USC 5811(a), example.gov.',
  )
})

const tax = {
  text: 'The tax is $0.',
  source: '26 USC 5811(a); https://www.fflguard.com/tax',
  reviewedOn: '2026-11-20',
}
const wait = { text: 'Review takes 90 days.', source: 'Our estimate.', reviewedOn: '2026-11-20' }

test('a page names what it states once, with the law and the day of the check', () => {
  const html = renderToStaticMarkup(<Sources claims={[tax, wait, tax, undefined]} />)
  expect(html.match(/<li/g)).toHaveLength(2)
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(
    'Sources and datesThe tax is $0. As of Nov 20, 2026, 26 USC 5811(a).Review takes 90 days. As of Nov 20, 2026.',
  )
})

test('a page that states nothing has no sources', () => {
  expect(renderToStaticMarkup(<Sources claims={[undefined]} />)).toBe('')
})
