import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DataPlate } from './data-plate.tsx'

const plate = { dropName: 'Guerrilla Vol. 1', dropNumber: 4, unitNumber: 16, total: 50 }

test('the plate is one image with the engraving as its name', () => {
  const html = renderToStaticMarkup(<DataPlate {...plate} />)
  expect(html).toContain('role="img"')
  expect(html).toContain('aria-label="Data plate: PACo, Miami Florida, Guerrilla Vol. 1, number 16 of 50"')
  expect(html).not.toContain('<style')
})

test('the number is cut stroke by stroke only while it is being engraved', () => {
  const still = renderToStaticMarkup(<DataPlate {...plate} />)
  const engraving = renderToStaticMarkup(<DataPlate {...plate} isEngraving />)
  expect(still).toContain('class="number"')
  expect(engraving).toContain('class="number engraving"')
  expect(engraving.match(/pathLength="1"/g)).toHaveLength(9)
})

test.each([
  [
    'a long name',
    { dropName: 'The very long name of a drop that a whole committee had to agree upon in the end' },
  ],
  ['six digits', { unitNumber: 200, total: 200 }],
  ['a long place', { place: 'Coral Gables, Miami-Dade County, Florida, United States of America' }],
  [
    'a long license line',
    { licenseLine: 'Made under a federal license of the kind that manufacturers hold for these' },
  ],
])('%s stays between the margins', (_, props) => {
  const html = renderToStaticMarkup(<DataPlate {...plate} {...props} />)
  const letters = [...html.matchAll(/stroke-width="1\.(?:35|2)"[^>]* d="([^"]+)"| d="([^"]+)" pathLength/g)]
  const xs = letters.flatMap(([, ink, number]) => xCoordinates(ink ?? number ?? ''))
  expect(xs.length).toBeGreaterThan(100)
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(46)
  expect(Math.max(...xs)).toBeLessThanOrEqual(420 - 46)
})

function xCoordinates(path: string): number[] {
  return (path.match(/-?[\d.]+/g) ?? []).filter((_, i) => i % 2 === 0).map(Number)
}
