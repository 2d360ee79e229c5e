import { expect, test } from 'vitest'
import { artThemes } from '../art-theme.ts'
import { hashText } from '../noise.ts'
import { drawPatchSvg, arcLettering, widestArc, patchOutline, patchStyles } from './patch.ts'

const design = { slug: 'guerrilla-vol-1', theme: 'guerrilla', top: 'Guerrilla', bottom: 'Vol. 1' } as const

for (const theme of artThemes) {
  test(`the ${theme} patch is sewn from hex-colored threads`, () => {
    const svg = drawPatchSvg({ ...design, theme })
    expect(svg).not.toMatch(/oklch|var\(|NaN|undefined/)
    expect(svg.match(/<use href="#patch-[^"]+" stroke="#[0-9a-f]{6}"\/>/g)?.length).toBeGreaterThan(15)
    expect(svg.length).toBeLessThan(250_000)
  })

  test(`lettering of any length stays inside the ${theme} patch and clear of its marks`, () => {
    const { letterRadius: radius, shape } = patchStyles[theme]
    const rim = Math.min(...patchOutline(shape).map(([x, y]) => Math.hypot(x, y)))
    for (const side of ['top', 'bottom'] as const) {
      for (const text of [
        'A',
        'Founders',
        'The very long name of an edition in honor of everybody who waited',
      ]) {
        const { strokes } = arcLettering({ text, side, radius, height: 33 })
        const straight = side === 'top' ? -Math.PI / 2 : Math.PI / 2
        for (const [x, y] of strokes.flat()) {
          expect(Math.abs(Math.atan2(y, x) - straight)).toBeLessThanOrEqual(widestArc[side] / 2 + 0.02)
          expect(Math.hypot(x, y)).toBeGreaterThan(radius - 1)
          expect(Math.hypot(x, y)).toBeLessThan(rim - 8)
        }
      }
    }
  })
}

test('the same design is the same stitches, another name is not', () => {
  expect(drawPatchSvg(design)).toBe(drawPatchSvg({ ...design }))
  expect(hashText(drawPatchSvg(design))).not.toBe(hashText(drawPatchSvg({ ...design, top: 'Outlaw' })))
})

test('a patch without a second line is still whole', () => {
  expect(drawPatchSvg({ ...design, bottom: '' })).toMatch(/^<svg .*<\/svg>$/s)
})

test('lettering cannot break out of the markup', () => {
  expect(drawPatchSvg({ ...design, top: '"><script>' })).not.toContain('<script')
})

test('no outline is cut off by the picture', () => {
  // The rim is sewn up to ten units over the outline; the picture ends at 240, below at 250.
  for (const { shape } of Object.values(patchStyles)) {
    for (const [x, y] of patchOutline(shape)) {
      expect(Math.abs(x)).toBeLessThanOrEqual(230)
      expect(y).toBeGreaterThanOrEqual(-230)
      expect(y).toBeLessThanOrEqual(240)
    }
  }
})
