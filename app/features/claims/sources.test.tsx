import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Sources } from './sources.tsx'

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
