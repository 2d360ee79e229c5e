import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { renderBlueprint } from './blueprint.ts'
import { BlueprintDrawing } from './blueprint-drawing.tsx'
import { STARTING_BUILDS } from './build.ts'

const sheet = renderBlueprint(STARTING_BUILDS.ar15, { chosen: ['lower', 'upper'], focus: 'optics' })

test('the drawing is an image with a name', () => {
  const html = renderToStaticMarkup(<BlueprintDrawing sheet={sheet} label="AR-15, right side" />)
  expect(html).toContain('role="img" aria-label="AR-15, right side"')
})

test('a drawing without a name is hidden from assistive technology', () => {
  const html = renderToStaticMarkup(<BlueprintDrawing sheet={sheet} label="" />)
  expect(html).toContain('aria-hidden="true"')
  expect(html).not.toContain('role="img"')
})

test('parts carry their step and whether they are chosen', () => {
  const html = renderToStaticMarkup(<BlueprintDrawing sheet={sheet} label="" />)
  expect(html).toContain('<g class="bp-ink" data-part="lower">')
  expect(html).toContain('<g class="bp-phantom" data-part="stock">')
  expect(html).toContain('<g class="bp-phantom bp-focus" data-part="optics">')
})

test('the part just chosen is plotted', () => {
  const html = renderToStaticMarkup(<BlueprintDrawing sheet={sheet} label="" justChosen="upper" />)
  expect(html).toContain('<g class="bp-ink bp-just" data-part="upper">')
})

test('two drawings on one page share no identifier', () => {
  const html = renderToStaticMarkup(
    <>
      <BlueprintDrawing sheet={sheet} label="" />
      <BlueprintDrawing sheet={sheet} label="" />
    </>,
  )
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
  expect(ids.length).toBeGreaterThan(4)
  expect(new Set(ids).size).toBe(ids.length)
})
