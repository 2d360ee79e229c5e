import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { STARTING_BUILDS } from './blueprint/build.ts'
import { CaseDrawing, caseLayout } from './case-drawing.tsx'

const props = { build: STARTING_BUILDS.ar15, unitNumber: 16, total: 50, patchText: 'Vol. 1' }

test('the case is one picture whose text names its contents', () => {
  const html = renderToStaticMarkup(<CaseDrawing {...props} />)
  expect(html).toContain('role="img" aria-label="Case plan: certificate, patch, drop card and rifle in foam"')
  expect(html.match(/<g stroke-width="1.2">/g)).toHaveLength(4)
  expect(html.match(/stroke-width=".4"/g)?.length).toBeGreaterThan(3)
})

test('a short rifle fits in the standard case, a long one gets a longer case', () => {
  expect(caseLayout(27).right).toBe(caseLayout(31).right)
  expect(caseLayout(36).right).toBeGreaterThan(caseLayout(31).right)
})

test.each([20, 27.6, 31.4, 36, 41])(
  'a rifle of %f inches touches neither the lip nor the other contents',
  (overallIn) => {
    const { left, rifleX, contentsX } = caseLayout(overallIn)
    expect(rifleX).toBeGreaterThanOrEqual(left + 1.6)
    expect(rifleX + overallIn).toBeLessThanOrEqual(contentsX - 0.7)
  },
)
