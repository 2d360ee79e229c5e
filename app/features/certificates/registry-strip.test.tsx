import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RegistryStrip, type RunView } from './registry-strip.tsx'

function runs(count: number): RunView[] {
  return Array.from({ length: count }, (_, index) => ({
    slug: `run-${index}`,
    name: `Run ${index}`,
    theme: 'noir' as const,
    dropNumber: count - index,
    totalUnits: 2,
    status: 'archived' as const,
    units: ['taken', 'open'] as const,
  }))
}

const strip = (count: number) =>
  renderToStaticMarkup(<RegistryStrip runs={runs(count)} isAll mine={undefined} />)

test('a phone shows the six newest runs, and says so', () => {
  const html = strip(13)
  const hidden = [...html.matchAll(/<div class="([^"]*)" data-theme="noir"/g)].map(([, names]) =>
    names?.includes('max-sm:hidden'),
  )
  expect(hidden).toEqual([...Array(7).fill(true), ...Array(6).fill(false)])
  expect(html).toContain('Every unit of the 6 newest runs on this page')
})

test('few runs are in one row at every width', () => {
  expect(strip(6)).not.toContain('max-sm:')
})
