import { expect, test } from 'vitest'
import { artPalette, artThemes } from './art-theme.ts'
import { oklchToHex } from './color.ts'

test.each([
  [[1, 0, 0], '#ffffff'],
  [[0, 0, 0], '#000000'],
  [[0.599871, 0, 0], '#808080'],
  [[0.627955, 0.257683, 29.2339], '#ff0000'],
  [[0.86644, 0.294827, 142.4953], '#00ff00'],
  [[0.452014, 0.313214, 264.052], '#0000ff'],
] as const)('oklch(%s) is %s', (color, hex) => {
  expect(oklchToHex(color)).toBe(hex)
})

test('a color no screen can show is clipped to one it can', () => {
  expect(oklchToHex([0.7, 0.4, 140])).toMatch(/^#00[0-9a-f]{2}00$/)
})

test('every theme has a dark ground and a light accent', () => {
  for (const theme of artThemes) {
    const { ground, accent } = artPalette(theme)
    expect(lightest(ground)).toBeLessThan(0x30)
    expect(lightest(accent)).toBeGreaterThan(0xc0)
  }
})

function lightest(hex: string): number {
  return Math.max(...[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)))
}
