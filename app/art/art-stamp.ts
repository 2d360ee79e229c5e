import type { ArtFrame } from './art-frames.ts'
import { type ArtTheme, artPalette, type OwnColors } from './art-theme.ts'
import { letteringPath, letteringWidth } from './pantograph/lettering.ts'
import { formatNumber } from './svg-path.ts'

export type ArtStamp = { text: string; day: string }

export function stampMarkup(
  { width, height }: ArtFrame,
  stamp: ArtStamp,
  theme: ArtTheme,
  own: OwnColors = {},
): string {
  const { ground, accent } = artPalette(theme, own)
  const size = height * 0.062
  const text = { height: size, tracking: 0.1 }
  const day = { height: size * 0.72, tracking: 0.1 }
  const inner = Math.max(letteringWidth(stamp.text, text), letteringWidth(stamp.day, day))
  const pad = size * 0.8
  const [w, h] = [inner + 2 * pad, size * 2.35 + 2 * pad * 0.8]
  const [x, y] = [width - w - height * 0.07, height - h - height * 0.09]
  const middle = x + w / 2
  const n = (value: number) => formatNumber(value, 2)
  const box = (inset: number) =>
    `x="${n(x + inset)}" y="${n(y + inset)}" width="${n(w - 2 * inset)}" height="${n(h - 2 * inset)}" rx="${n(size * 0.18)}"`
  return (
    `<g transform="rotate(-4 ${n(middle)} ${n(y + h / 2)})" fill="none" stroke="${accent}" stroke-linecap="round" stroke-linejoin="round">` +
    `<rect ${box(-size * 0.26)} fill="${ground}" fill-opacity=".9" stroke-width="${n(size * 0.08)}"/><rect ${box(0)} stroke-width="${n(size * 0.14)}"/>` +
    `<path stroke-width="${n(size * 0.13)}" d="${letteringPath(stamp.text, { ...text, x: middle, y: y + pad * 0.8 + size, anchor: 'middle' })}"/>` +
    `<path stroke-width="${n(size * 0.09)}" d="${letteringPath(stamp.day, { ...day, x: middle, y: y + h - pad * 0.8, anchor: 'middle' })}"/></g>`
  )
}
