import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { balloonsOf } from './balloons.ts'
import { renderBlueprint } from './blueprint.ts'
import { BlueprintDrawing } from './blueprint-drawing.tsx'
import { STARTING_BUILDS } from './build.ts'
import { Leaders } from './leaders.tsx'
import { measure } from './measure.ts'

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

test('every leader runs from the rim of its balloon to its part', () => {
  const { ar15 } = STARTING_BUILDS
  const balloons = balloonsOf(ar15, measure(ar15), 'wide')
  const html = renderToStaticMarkup(
    <svg aria-hidden="true">
      <Leaders balloons={balloons} pxPerInch={28} />
    </svg>,
  )
  const leaders = [...html.matchAll(/bp-leader" d="M(\S+) (\S+)L(\S+) (\S+)"/g)].map((found) =>
    found.slice(1).map(Number),
  )
  expect(leaders).toHaveLength(balloons.length)
  const rimInches = 17 / 28
  for (const [at, { x, y, pointX, pointY }] of balloons.entries()) {
    const [fromX = Number.NaN, fromY = Number.NaN, toX = Number.NaN, toY = Number.NaN] = leaders[at] ?? []
    expect(Math.hypot(fromX - x, fromY - y)).toBeCloseTo(rimInches, 2)
    expect([toX, toY]).toEqual([expect.closeTo(pointX, 2), expect.closeTo(pointY, 2)])
    const whole = Math.hypot(pointX - x, pointY - y)
    expect(Math.hypot(toX - fromX, toY - fromY)).toBeCloseTo(whole - rimInches, 2)
  }
})
