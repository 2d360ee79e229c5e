import { expect, test } from 'vitest'
import { renderBlueprint } from './blueprint.ts'
import { blueprintSvg } from './blueprint-svg.ts'
import { STARTING_BUILDS } from './build.ts'

const palette = { ground: '#0f0e0c', ink: '#ece7db', accent: '#eedfc0' }

test('the file needs no style sheet, no page and no second file', () => {
  const sheet = renderBlueprint(STARTING_BUILDS.scorpion, { chosen: ['lower'] })
  const svg = blueprintSvg(sheet, { palette, widthPx: 1200, title: 'Scorpion <7.7 in>', opaque: true })
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="-19.2 -6.2 36.2 18" width="1200"/,
  )
  expect(svg).toContain('<title>Scorpion &lt;7.7 in&gt;</title>')
  expect(svg).not.toMatch(/var\(|class=|style|oklch|href|NaN/)
})

test('every clip a shape uses is defined', () => {
  const sheet = renderBlueprint(STARTING_BUILDS.ar9)
  const svg = blueprintSvg(sheet, { palette, widthPx: 1200, title: 'AR-9' })
  const used = new Set([...svg.matchAll(/url\(#(clip\d+)\)/g)].map((match) => match[1]))
  const defined = new Set([...svg.matchAll(/<clipPath id="(clip\d+)"/g)].map((match) => match[1]))
  expect(used.size).toBeGreaterThan(3)
  expect([...used].filter((id) => !defined.has(id))).toEqual([])
})
